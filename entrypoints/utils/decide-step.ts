import { AppError } from '@pagehand/contracts/errors';
import { rememberGrant, requireFresh, stepHash } from './approvals.ts';
import type { PreparedStep } from './prepare-plan.ts';
import type { PlanRun } from './run-plan.ts';

/**
 * Gets the person's word where the step needs it. An approval counts for the exact step that was shown, and for two
 * minutes; after that it is asked for afresh.
 * @returns undefined to go on, or the reason of the refusal.
 * @throws AppError `approval-mismatch`, `cancelled`.
 */
export async function decideStep(
  run: PlanRun,
  prepared: PreparedStep,
  signal: AbortSignal,
): Promise<{ refused: string | undefined } | undefined> {
  const { step, hash } = prepared;
  const current = await stepHash(step, { planId: run.prepared.plan.planId, tabId: run.prepared.tabId });
  if (current !== hash) throw new AppError('approval-mismatch', 'The step differs from the one that was shown.');
  if (prepared.approval !== 'yes' && prepared.approval !== 'every-time') return undefined;
  const critical = prepared.approval === 'every-time';
  run.onProgress({ stepId: step.stepId, state: 'waiting-for-approval' });
  for (let why: 'high' | 'critical' | 'stale' = critical ? 'critical' : 'high'; ; why = 'stale') {
    const decision = await run.decide(prepared, why, signal);
    signal.throwIfAborted();
    if (!decision.allow) return { refused: decision.reason };
    try {
      requireFresh(decision, hash);
    } catch (error) {
      if (error instanceof AppError && error.code === 'approval-stale') continue;
      throw error;
    }
    if (decision.remember !== undefined)
      await rememberGrant(
        {
          of: 'step',
          origin: step.origin,
          risk: prepared.risk.risk,
          ...(decision.remember === 'site' ? { kind: step.kind } : {}),
        },
        { remember: decision.remember, turnId: run.turnId },
      );
    return undefined;
  }
}
