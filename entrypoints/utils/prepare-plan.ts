import { assessStep } from '@pagehand/contracts/assess-risk';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { ActionPlan, PinnedStep, SanitizedPlan } from '@pagehand/contracts/plan';
import type { AssessedRisk } from '@pagehand/contracts/risk-assessment';
import { sanitizePlan } from '@pagehand/contracts/sanitize-plan';
import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import { stepTargets } from '@pagehand/contracts/step-targets';
import { approvalNeeded, stepHash } from './approvals.ts';
import { getConnection, ownHosts } from './connection.ts';

/** A step as the plan card shows it. */
export type PreparedStep = {
  step: PinnedStep;
  risk: AssessedRisk;
  /** Binds an approval to exactly this step. */
  hash: string;
  approval: 'no' | 'yes' | 'every-time' | 'remembered-run' | 'remembered-site';
  /** The elements it is about, as the snapshot named them. */
  targets: RefInfo[];
};
export type PreparedPlan = { plan: SanitizedPlan; tabId: number; snapshot: PageSnapshot; steps: PreparedStep[] };

/**
 * Sanitizes a plan again (nobody trusts that the other side did), computes its risks and hashes afresh. Use it for the
 * plan as it came and for each edited version.
 * @throws AppError `plan-refused` with every problem.
 */
export async function preparePlan(input: {
  plan: ActionPlan;
  snapshot: PageSnapshot;
  turnId: string;
  /** Origins that the run has read (from the interrupt's request). */
  taint: readonly string[];
}): Promise<PreparedPlan> {
  const { snapshot, taint, turnId } = input;
  const connection = await getConnection();
  const checked = sanitizePlan(input.plan, snapshot, {
    maxSteps: LIMITS.planSteps,
    ownHosts: connection === undefined ? [] : ownHosts(connection.port),
  });
  if (!checked.ok)
    throw new AppError('plan-refused', 'The plan was refused by the check in the extension.', {
      problems: checked.problems,
    });
  const { plan } = checked;
  const steps = await Promise.all(
    plan.steps.map(async (step): Promise<PreparedStep> => {
      const risk = assessStep(step, { snapshot, taint });
      return {
        step,
        risk,
        hash: await stepHash(step, { planId: plan.planId, tabId: snapshot.tabId }),
        approval: await approvalNeeded({ origin: step.origin, kind: step.kind, risk: risk.risk }, turnId),
        targets: stepTargets(step).flatMap(({ ref }) => snapshot.refs.find((info) => info.ref === ref) ?? []),
      };
    }),
  );
  return { plan, tabId: snapshot.tabId, snapshot, steps };
}
