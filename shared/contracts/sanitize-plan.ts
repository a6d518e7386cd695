import type { Problem } from './errors.ts';
import type { ActionKind, SanitizedPlan } from './plan.ts';
import type { PageSnapshot } from './snapshot.ts';

/** What is allowed beyond the vocabulary. Hosts are `host:port` of our own backend: never a target, even with approval. */
export type PlanPolicy = {
  maxSteps: number;
  kinds?: readonly ActionKind[];
  origins?: readonly string[];
  ownHosts: readonly string[];
};

export type SanitizeResult = { ok: true; plan: SanitizedPlan } | { ok: false; problems: Problem[] };

export function sanitizePlan(_plan: unknown, _snapshot: PageSnapshot, _policy: PlanPolicy): SanitizeResult {
  throw new Error('filled in by the contracts work');
}
