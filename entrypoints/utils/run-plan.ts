/** The run of a page plan, as the panel orders it and as it is answered; `execute-plan.ts` runs it. */
import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import type { ActionPlan } from '@pagehand/contracts/plan';
import type { Receipt } from '@pagehand/contracts/receipt';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { StepDecision } from './approvals.ts';
import type { PreparedPlan, PreparedStep } from './prepare-plan.ts';

export type { PreparedPlan, PreparedStep } from './prepare-plan.ts';

export type PlanAnswer = Extract<InterruptAnswer, { kind: 'plan' }>;

/** What the panel shows of a step while the plan runs. */
export type StepProgress =
  /** `unanswered`: the page was asked to act and has not answered for seconds; a dialog may be open in it. */
  | { stepId: string; state: 'waiting-for-approval' | 'checking' | 'acting' | 'unanswered' }
  | { stepId: string; state: 'done'; receipt: Receipt };

export type PlanRun = {
  threadId: string;
  turnId: string;
  interruptId: string;
  /** This panel document, minted once by `newId()`. */
  panelId: string;
  prepared: PreparedPlan;
  /** The plan as the backend sent it, when the person edited it: the answer then says what ran. */
  editedFrom?: ActionPlan;
  /** Words of the pill in the page: what is going on, and the label of its Stop button. */
  bannerText: string;
  stopLabel: string;
  /**
   * Asks for a decision on one step. `stale`: the earlier approval is older than two minutes and must be looked at
   * afresh. Never answers by itself; rejects when the signal is aborted.
   */
  decide(step: PreparedStep, why: 'high' | 'critical' | 'stale', signal: AbortSignal): Promise<StepDecision>;
  onProgress(progress: StepProgress): void;
};

/** The answer for a plan that was refused here, before any step: the backend's own check should have caught it. */
export function refusedPlan(error: AppErrorBody, snapshot?: PageSnapshot): PlanAnswer {
  return { kind: 'plan', status: 'stopped', receipts: [], error, ...(snapshot === undefined ? {} : { snapshot }) };
}
