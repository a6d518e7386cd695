import type { BrowserConstraints } from '@pagehand/contracts/api';
import type { Problem } from '@pagehand/contracts/errors';
import type { Receipt } from '@pagehand/contracts/receipt';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';

/** One round of `browser_action`: what was tried and what came of it. */
export type PlanRound = { steps: unknown[]; receipts: Receipt[]; status: string; reason?: string };

export type PlannerInput = {
  goal: string;
  snapshot: PageSnapshot;
  /** The page that the last round was planned on: what changed since is told first. */
  before?: PageSnapshot;
  constraints: BrowserConstraints;
  /** Earlier rounds of this goal, oldest first. */
  rounds: PlanRound[];
  /** Why the last proposal was refused by the sanitizer; absent at first. */
  problems?: Problem[];
  signal: AbortSignal;
  /** Told of each call of a model: how much of the page it got, and the tokens it took. */
  onModelCall?: (call: PlannerCall) => void;
};

/** Characters sent and there are, and tokens; `estimated` when the provider counted none. */
export type PlannerCall = {
  sent: number;
  total: number;
  inputTokens: number;
  outputTokens: number;
  estimated: boolean;
};

/**
 * `plan`: steps as the sanitizer wants them, not yet sanitized. `done`: with evidence from receipts or page.
 * `blocked`: by what. `needs-person`: for what (a password, a choice between equals: `options`).
 */
export type PlannerOutput =
  | { kind: 'plan'; steps: unknown[] }
  | { kind: 'done'; summary: string }
  | { kind: 'blocked'; reason: string }
  | { kind: 'needs-person'; question: string; options: string[] };

/** A port with two implementations: the model's and the built-in offline one. Sees only snapshot and receipts. */
export type Planner = { plan(input: PlannerInput): Promise<PlannerOutput> };
