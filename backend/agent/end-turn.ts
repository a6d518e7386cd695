import type { ThreadMessage } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type { InterruptRequest, PageToolArtifact, PlansArtifact } from '@pagehand/contracts/interrupts';
import type { Receipt } from '@pagehand/contracts/receipt';
import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import type { Store } from '../store/store.ts';
import { receiptLine } from '../tools/browser-result.ts';
import type { AgentTool } from '../tools/define-tool.ts';
import { outcomeUnknown } from '../tools/once.ts';
import { toToolMessage } from '../tools/tool-message.ts';
import type { RunEvents } from './run-events.ts';
import { toThreadMessage } from './thread-messages.ts';

type Turn = { threadId: string; turnId: string };

/**
 * Closes whatever a turn has open before it ends: every interrupt, and every tool call without a result gets exactly one
 * ToolMessage. It says what is known: steps that ran on the page, and that a begun write may have happened.
 */
export function closeOpenCalls(
  deps: { store: Store; registry: () => readonly AgentTool[] },
  turn: Turn,
  reason: AppError,
  events: RunEvents,
): void {
  const { store } = deps;
  const open = store.interrupts.listOpen(turn.threadId).filter((item) => item.turnId === turn.turnId);
  const unanswered = [...open, ...givenAnswers(store, turn)];
  for (const call of callsWithoutResult(store, turn)) {
    const message = toToolMessage(call, lostResult(deps, call, reason, unanswered));
    const stored = toThreadMessage(message, turn.turnId, Date.now());
    if (stored !== undefined) store.threads.addMessage(turn.threadId, stored);
    events.message(message);
  }
  for (const { interruptId } of unanswered) store.interrupts.close(interruptId);
  for (const { interruptId } of open) events.custom('pagehand.interrupt-closed', { interruptId });
}

type Interrupted = {
  interruptId: string;
  request: InterruptRequest;
  receipts: Receipt[];
  claimedBy?: string | undefined;
};

/** Interrupts that were answered and whose answer the graph did not get to use. */
const givenAnswers = (store: Store, turn: Turn): Interrupted[] =>
  store.interrupts.answers(turn.turnId).flatMap(({ interruptId, answer }) => {
    const item = store.interrupts.get(interruptId);
    if (item === undefined) return [];
    return [{ ...item, receipts: answer.kind === 'plan' ? answer.receipts : item.receipts }];
  });

function callsWithoutResult(store: Store, turn: Turn): { id: string; name: string }[] {
  const messages = store.threads.messages(turn.threadId).filter((message) => message.turnId === turn.turnId);
  const answered = new Set(messages.map((message: ThreadMessage) => message.toolCallId));
  return messages.flatMap((message) => message.toolCalls ?? []).filter((call) => !answered.has(call.id));
}

function lostResult(
  { store, registry }: { store: Store; registry: () => readonly AgentTool[] },
  call: { id: string; name: string },
  reason: AppError,
  interrupts: readonly Interrupted[],
) {
  const mine = interrupts.filter(({ request }) => request.toolCallId === call.id);
  const receipts = mine.flatMap((item) => item.receipts);
  const plans = mine.flatMap((item): PlansArtifact['plans'] =>
    item.request.kind === 'plan'
      ? [
          {
            interruptId: item.interruptId,
            request: item.request,
            answer: { kind: 'plan', status: 'cancelled', receipts: item.receipts },
          },
        ]
      : [],
  );
  const writes = registry().find((tool) => tool.name === call.name)?.effect === 'write';
  // A panel claims a page tool right before it runs it.
  const inPage = mine.some(({ request, claimedBy }) => request.kind === 'page-tool' && claimedBy !== undefined);
  const begun = inPage || (writes && store.journal.state(call.id) === 'started');
  return {
    content:
      receipts.length === 0
        ? ''
        : `Before that, on the page:\n${untrustedBlock({ source: 'the page', kind: 'receipts' }, receipts.map(receiptLine).join('\n'))}`,
    error: (begun ? outcomeUnknown() : reason).toBody(),
    ...(plans.length > 0 ? { artifact: { kind: 'plans', plans } } : (pageToolOf(mine) ?? {})),
  };
}

/** The call of a page's tool whose end nobody saw. */
function pageToolOf(interrupts: readonly Interrupted[]): { artifact: PageToolArtifact } | undefined {
  for (const { interruptId, request } of interrupts)
    if (request.kind === 'page-tool') return { artifact: { kind: 'page-tool', interruptId, request } };
  return undefined;
}

/** A write that was begun and whose end was not seen. */
/** The reason of a call that a new message took the place of. */
export const replaced = (): AppError => new AppError('cancelled', 'The person went on with a new message instead.');
export const stopped = (): AppError => new AppError('cancelled', 'The person stopped it.');
