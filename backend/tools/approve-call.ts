import { isFresh, serverCallHash } from '@pagehand/contracts/approval';
import { assessToolCall } from '@pagehand/contracts/assess-risk';
import { AppError } from '@pagehand/contracts/errors';
import type * as z from 'zod';
import type { ToolContext, ToolDefinition } from './define-tool.ts';

/**
 * Asks the person before a server tool of high or critical risk runs. The approval is bound to a hash of the exact
 * call, is used once (the call id is part of the hash) and must be fresh when it arrives and when the call begins.
 * @throws AppError `plan-rejected` with the person's reason, `approval-mismatch`, `approval-stale`, `cancelled`;
 *   GraphInterrupt while it waits.
 */
export async function approveCall<S extends z.ZodObject>(
  definition: ToolDefinition<S>,
  args: z.infer<S>,
  context: ToolContext,
): Promise<void> {
  const declared = typeof definition.risk === 'function' ? definition.risk(args) : definition.risk;
  const assessed = assessToolCall(
    {
      tool: definition.name,
      risk: declared,
      source: definition.source ?? 'agent',
      args,
      ...(definition.destination === undefined ? {} : { destination: definition.destination }),
      ...definition.sends?.(args, context),
    },
    { taint: context.taint(), readTexts: context.readTexts() },
  );
  if (assessed.risk === 'none' || assessed.risk === 'low') return;
  const hash = await serverCallHash({ toolCallId: context.toolCallId, tool: definition.name, args });
  const { answer } = context.interrupt({
    kind: 'approval',
    toolCallId: context.toolCallId,
    tool: definition.name,
    args,
    risk: assessed,
    hash,
  });
  if (answer.kind === 'cancelled') throw new AppError('cancelled', answer.reason ?? 'The person cancelled this call.');
  if (answer.kind !== 'approval' || answer.hash !== hash)
    throw new AppError('approval-mismatch', 'What was approved is not this call.');
  if (!answer.approved) throw new AppError('plan-rejected', answer.reason ?? 'The person did not approve this call.');
  // The graph may have waited for a sibling's answer, or the backend was away, since the yes arrived.
  if (context.journal.state(context.toolCallId) === 'new' && !isFresh(answer.decidedAt, Date.now()))
    throw new AppError('approval-stale', 'The approval is older than two minutes: it was not done.');
}
