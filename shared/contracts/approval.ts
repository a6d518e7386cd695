import { hashJson } from './json.ts';
import { LIMITS } from './limits.ts';
import type { PinnedStep } from './plan.ts';

/** The exact thing that is approved: one step, all steps of a plan, or one tool call, on one document. */
export type ApprovableCall =
  | { kind: 'step'; origin: string; documentId: string; step: PinnedStep }
  | { kind: 'plan'; origin: string; documentId: string; steps: readonly PinnedStep[] }
  /** `declaration` is the hash of the tool's declaration, where others declare it. */
  | {
      kind: 'tool';
      origin: string;
      documentId: string;
      tool: string;
      args: Readonly<Record<string, unknown>>;
      declaration?: string;
    };

/** The person's yes, made in the panel. */
export type Approval = { hash: string; approved: boolean /** ms since the epoch */; decidedAt: number };
export type ApprovalCheck =
  | { ok: true }
  | { ok: false; code: 'approval-mismatch' | 'approval-stale' | 'plan-rejected'; message: string };

/** The forms that differ only in what does not matter to the person: `why` is the model's word, `stepId` our number. */
function essence(step: PinnedStep): Record<string, unknown> {
  const { why: _why, stepId: _stepId, ...rest } = step;
  return rest;
}

/**
 * SHA-256 (hex, 64) over the canonical JSON of a call. Any change of a value, a target, the origin or the document
 * gives another hash.
 * @throws TypeError when the arguments are not JSON.
 */
export async function approvalHash(call: ApprovableCall): Promise<string> {
  const { kind, origin, documentId } = call;
  switch (call.kind) {
    case 'step':
      return hashJson({ kind, origin, documentId, step: essence(call.step) });
    case 'plan':
      return hashJson({ kind, origin, documentId, steps: call.steps.map(essence) });
    case 'tool':
      return hashJson({
        kind,
        origin,
        documentId,
        tool: call.tool,
        args: call.args,
        declaration: call.declaration ?? '',
      });
  }
}

/**
 * The hash of a call of a server tool: made by the backend when it asks, and by the panel from what it showed. Such a
 * tool belongs to no page; the call's id stands where the document stands, so that an approval fits no other call.
 */
export const serverCallHash = (call: {
  toolCallId: string;
  tool: string;
  args: Readonly<Record<string, unknown>>;
}): Promise<string> =>
  approvalHash({ kind: 'tool', origin: 'agent', documentId: call.toolCallId, tool: call.tool, args: call.args });

/**
 * Whether a decision is recent enough to act on: LIMITS.approvalAgeMs, and none from the future but for a clock that was
 * set back a little. @param decidedAt ms since the epoch.
 */
export function isFresh(decidedAt: number, now: number): boolean {
  const age = now - decidedAt;
  return age >= -1_000 && age <= LIMITS.approvalAgeMs;
}

/**
 * Whether an approval allows exactly this call now. It is good for LIMITS.approvalAgeMs; that it is used once is the
 * caller's part: the journals of steps and of calls.
 */
export async function checkApproval(approval: Approval, call: ApprovableCall, now: number): Promise<ApprovalCheck> {
  if (!approval.approved) return { ok: false, code: 'plan-rejected', message: 'The person said no.' };
  if (!isFresh(approval.decidedAt, now))
    return { ok: false, code: 'approval-stale', message: 'The approval is older than two minutes.' };
  if ((await approvalHash(call)) !== approval.hash)
    return { ok: false, code: 'approval-mismatch', message: 'What was approved is not what is about to run.' };
  return { ok: true };
}
