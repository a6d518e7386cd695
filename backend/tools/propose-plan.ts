import type { BrowserConstraints } from '@pagehand/contracts/api';
import { AppError, type Problem } from '@pagehand/contracts/errors';
import type { SanitizedPlan } from '@pagehand/contracts/plan';
import { type PlanPolicy, sanitizePlan } from '@pagehand/contracts/sanitize-plan';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { Planner, PlannerInput, PlannerOutput, PlanRound } from './planner.ts';

/** A refused plan goes back to the planner this often; then the goal is blocked. */
export const MAX_REFUSALS = 2;

export type Proposal =
  | { kind: 'plan'; plan: SanitizedPlan }
  | { kind: 'refused'; problems: Problem[] }
  | Exclude<PlannerOutput, { kind: 'plan' }>;

export type ProposalInput = {
  planner: Planner;
  planId: string;
  goal: string;
  snapshot: PageSnapshot;
  before?: PageSnapshot | undefined;
  constraints: BrowserConstraints;
  policy: PlanPolicy;
  rounds: PlanRound[];
  signal: AbortSignal;
  /** Told of every refusal, so that it is seen. */
  onRefused?: (problems: Problem[]) => void;
  onModelCall?: PlannerInput['onModelCall'];
};

/** The model's constraints can only narrow what the policy allows. */
export function narrowed(policy: PlanPolicy, constraints: BrowserConstraints): PlanPolicy {
  return {
    ownHosts: policy.ownHosts,
    maxSteps: Math.min(policy.maxSteps, constraints.maxSteps ?? policy.maxSteps),
    ...pick('kinds', policy.kinds, constraints.kinds),
    ...pick('origins', policy.origins, constraints.origins),
  };
}

function pick<K extends string, T>(
  key: K,
  outer: readonly T[] | undefined,
  inner: readonly T[] | undefined,
): Record<string, readonly T[]> {
  if (inner === undefined) return outer === undefined ? {} : { [key]: outer };
  return { [key]: outer === undefined ? inner : inner.filter((item) => outer.includes(item)) };
}

/**
 * Asks the planner for the next steps until the sanitizer takes them, at most three times.
 * @throws AppError `cancelled` on abort, and whatever the planner's model throws.
 */
export async function proposePlan(input: ProposalInput): Promise<Proposal> {
  const policy = narrowed(input.policy, input.constraints);
  let problems: Problem[] | undefined;
  for (let attempt = 0; attempt <= MAX_REFUSALS; attempt += 1) {
    if (input.signal.aborted) throw new AppError('cancelled', 'Planning was stopped.');
    const output = await input.planner.plan({
      goal: input.goal,
      snapshot: input.snapshot,
      ...(input.before === undefined ? {} : { before: input.before }),
      constraints: input.constraints,
      rounds: input.rounds,
      ...(problems === undefined ? {} : { problems }),
      signal: input.signal,
      ...(input.onModelCall === undefined ? {} : { onModelCall: input.onModelCall }),
    });
    if (output.kind !== 'plan') return output;
    const plan = { planId: input.planId, goal: input.goal, snapshotId: input.snapshot.snapshotId, steps: output.steps };
    const result = sanitizePlan(plan, input.snapshot, policy);
    if (result.ok) return { kind: 'plan', plan: result.plan };
    problems = result.problems;
    input.onRefused?.(problems);
  }
  return { kind: 'refused', problems: problems ?? [] };
}
