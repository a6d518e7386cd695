import { type ApprovableCall, approvalHash, checkApproval } from '@pagehand/contracts/approval';
import { AppError } from '@pagehand/contracts/errors';
import { grantable } from '@pagehand/contracts/grants';
import { rememberGrant } from './approvals.ts';
import type { PreparedStep } from './prepare-plan.ts';
import type { PlanRun } from './run-plan.ts';

/**
 * Gets the person's word where the step needs it. An approval counts for the exact step that was shown, and for two
 * minutes; after that it is asked for afresh.
 * @returns undefined to go on, or the reason of the refusal.
 * @throws AppError `approval-mismatch`, `cancelled`.
 */
export async function decideStep(
  run: Pick<PlanRun, 'prepared' | 'turnId' | 'decide' | 'onProgress'>,
  prepared: PreparedStep,
  signal: AbortSignal,
): Promise<{ refused: string | undefined } | undefined> {
  const { step, hash } = prepared;
  const call: ApprovableCall = {
    kind: 'step',
    planId: run.prepared.plan.planId,
    tabId: run.prepared.tabId,
    step,
  };
  if ((await approvalHash(call)) !== hash)
    throw new AppError('approval-mismatch', 'The step differs from the one that was shown.');
  if (prepared.approval !== 'yes' && prepared.approval !== 'every-time') return undefined;
  const critical = prepared.approval === 'every-time';
  run.onProgress({ stepId: step.stepId, state: 'waiting-for-approval' });
  for (let why: 'high' | 'critical' | 'stale' = critical ? 'critical' : 'high'; ; why = 'stale') {
    const decision = await run.decide(prepared, why, signal);
    signal.throwIfAborted();
    if (!decision.allow) return { refused: decision.reason };
    const checked = await checkApproval({ ...decision, approved: true }, call, Date.now());
    if (!checked.ok && checked.code === 'approval-stale') continue;
    if (!checked.ok) throw new AppError(checked.code, checked.message);
    if (decision.remember !== undefined)
      await rememberGrant(grantable('step', step, prepared.risk), { remember: decision.remember, turnId: run.turnId });
    return undefined;
  }
}
