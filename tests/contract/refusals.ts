import type { PlanProblemCode } from '@pagehand/contracts/plan-problems';
import { type PlanPolicy, sanitizePlan } from '@pagehand/contracts/sanitize-plan';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { expect } from 'vitest';
import { makePlan, makeSnapshot, policy } from './make-snapshot.ts';

/** The codes that a plan is refused with; fails when it is let through. */
export function refusal(
  plan: unknown,
  snapshot: PageSnapshot = makeSnapshot(),
  rules: PlanPolicy = policy,
): PlanProblemCode[] {
  const result = sanitizePlan(plan, snapshot, rules);
  if (result.ok) expect.fail(`let through: ${JSON.stringify(result.plan).slice(0, 300)}`);
  return result.problems.map((problem) => problem.code);
}

/** The same for one step after one that is fine: the whole plan must go. */
export const refusalOf = (step: unknown, snapshot?: PageSnapshot, rules?: PlanPolicy): PlanProblemCode[] =>
  refusal(makePlan([{ kind: 'wait', until: { for: 'time', ms: 1 } }, step]), snapshot, rules);

/** The sanitized plan; fails with its problems when it is refused. */
export function accepted(plan: unknown, snapshot: PageSnapshot = makeSnapshot(), rules: PlanPolicy = policy) {
  const result = sanitizePlan(plan, snapshot, rules);
  if (!result.ok) expect.fail(JSON.stringify(result.problems));
  return result.plan;
}
