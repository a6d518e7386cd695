import type { ActionKind } from './plan.ts';

/** What is allowed beyond the vocabulary. Hosts are `host:port` of our own backend: never a target, even with approval. */
export type PlanPolicy = {
  /** Never more than LIMITS.planSteps. */
  maxSteps: number;
  kinds?: readonly ActionKind[];
  /** Where steps may act, read and go. Absent: anywhere that risk and approval allow. */
  origins?: readonly string[];
  ownHosts: readonly string[];
};
