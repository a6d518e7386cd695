import { assessToolCall } from '@pagehand/contracts/assess-risk';
import { AppError } from '@pagehand/contracts/errors';
import { type BackgroundPage, BackgroundPageSchema, type InterruptRequest } from '@pagehand/contracts/interrupts';
import { checkTarget } from '@pagehand/contracts/plan-url';
import { escapeUntrusted } from '@pagehand/contracts/untrusted-block';
import type { ToolContext } from './define-tool.ts';

type Request = Extract<InterruptRequest, { kind: 'background-page' }>;

/** Where a page that was read in the background waits for the tool: results of the store, by this key. */
export const backgroundPageKey = (interruptId: string): string => `page ${interruptId}`;

/**
 * Pauses the call until the person's browser has read a page in a background tab; nothing may happen before it. What
 * the browser opens carries the person's cookies: an address asks first, a search on their own search page is shown.
 * @throws AppError what the panel met (`site-access-missing`, `page-timeout`, ...), `plan-rejected`, `cancelled`.
 */
export function readInBackground(context: ToolContext, tool: string, target: Request['target']): BackgroundPage {
  const url = target.type === 'url' ? new URL(target.url) : undefined;
  const never = url && checkTarget(url, context.policy.ownHosts);
  if (never) throw new AppError('address-refused', never.message);
  const risk = assessToolCall(
    {
      tool,
      risk: target.type === 'search' ? 'low' : 'high',
      source: 'agent',
      args: target,
      opensUrls: true,
      // A search goes to the page that the person chose; which one that is, their browser knows.
      ...(target.type === 'search' ? { destination: 'the search page', asksOnly: true } : {}),
    },
    { taint: context.taint(), readTexts: context.readTexts() },
  );
  const { interruptId, answer } = context.interrupt({
    kind: 'background-page',
    toolCallId: context.toolCallId,
    tool,
    target,
    risk,
  });
  if (answer.kind === 'cancelled') throw new AppError('cancelled', answer.reason ?? 'The person cancelled this call.');
  if (answer.kind !== 'background-page') throw new AppError('internal', 'The answer is not one to this request.');
  const { outcome } = answer;
  switch (outcome.status) {
    case 'rejected':
      throw new AppError('plan-rejected', outcome.reason ?? 'The person did not allow to read this page.');
    case 'error':
      throw new AppError(outcome.error.code, escapeUntrusted(outcome.error.message));
    case 'page':
      return outcome.page;
    case 'kept': {
      const kept = context.results.get(backgroundPageKey(interruptId));
      if (kept === undefined) throw new AppError('page-gone', 'What was read of this page is gone.');
      return BackgroundPageSchema.parse(JSON.parse(kept));
    }
  }
}
