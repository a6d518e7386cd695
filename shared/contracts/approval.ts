import { hashJson } from './json.ts';
import { LIMITS } from './limits.ts';
import type { PinnedStep } from './plan.ts';

/** The exact thing that is approved. */
export type ApprovableCall =
  /** One step of one plan in one tab; the step itself names its origin and document. */
  | { kind: 'step'; planId: string; tabId: number; step: PinnedStep }
  /** One tool call on one document; `declaration` is the hash of the tool's declaration, where others declare it. */
  | {
      kind: 'tool';
      origin: string;
      documentId: string;
      tool: string;
      args: Readonly<Record<string, unknown>>;
      declaration?: string;
    };

/** The person's yes, made in the panel; `decidedAt` is ms since the epoch. */
export type Approval = { hash: string; approved: boolean; decidedAt: number };
export type ApprovalCheck =
  | { ok: true }
  | { ok: false; code: 'approval-mismatch' | 'approval-stale' | 'plan-rejected'; message: string };

/**
 * SHA-256 (hex, 64) over the canonical JSON of a call. Any change of a value, a target, the origin or the document
 * gives another hash, and so does another step of the same plan.
 * @throws TypeError when the arguments are not JSON.
 */
export async function approvalHash(call: ApprovableCall): Promise<string> {
  if (call.kind === 'step') {
    const { kind, planId, tabId, step } = call;
    return hashJson({ kind, planId, tabId, step });
  }
  const { kind, origin, documentId, tool, args, declaration = '' } = call;
  return hashJson({ kind, origin, documentId, tool, args, declaration });
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
