import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { ActionPlan } from '@pagehand/contracts/plan';
import { callFrame } from '../utils/call-frame.ts';
import { capturePage } from '../utils/capture-page.ts';
import { outlineTarget } from '../utils/page-signs.ts';
import { type PreparedPlan, preparePlan } from '../utils/prepare-plan.ts';
import { type PlanAnswer, refusedPlan } from '../utils/run-plan.ts';
import { findSnapshot } from '../utils/snapshot-store.ts';

/**
 * Checks a plan against the very snapshot that it was made for, and that its page is still there.
 * @throws AppError `plan-refused`, `page-gone`, and what reading the page throws.
 */
export async function prepareInterrupt(
  open: OpenInterrupt,
  edited: ActionPlan | undefined,
  signal: AbortSignal,
): Promise<PreparedPlan> {
  const { request } = open;
  if (request.kind !== 'plan') throw new AppError('bad-request', 'Only a plan can be prepared.');
  const snapshot = await findSnapshot(request.plan.snapshotId);
  if (!snapshot) throw new AppError('page-gone', 'The look at the page that this plan was made for is gone.');
  const now = await callFrame({ tabId: request.tabId, browserFrameId: 0 }, { op: 'hello' }, { signal });
  if (now.documentId !== snapshot.frames[0]?.documentId) {
    throw new AppError('page-gone', 'Another page is there than the one that this plan was made for.');
  }
  return preparePlan({
    plan: edited ?? request.plan,
    snapshot,
    turnId: open.turnId,
    taint: request.taint,
    proposed: { steps: request.plan.steps, risks: request.risks },
  });
}

/** The answer for a plan that cannot run, with a fresh look at the page where that is possible. */
export async function refuseInterrupt(
  open: OpenInterrupt,
  error: AppErrorBody,
  signal: AbortSignal,
): Promise<PlanAnswer> {
  const { request } = open;
  if (request.kind !== 'plan') throw new AppError('bad-request', 'Only a plan can be refused.');
  try {
    return refusedPlan(error, await capturePage(request.tabId, signal));
  } catch {
    // The tab may be closed or not readable any more: the agent is told the error alone.
    return refusedPlan(error);
  }
}

/** Outlines an element in the page, best effort: a page that moved on has nothing to outline. */
export function outlineElement(tabId: number, ref: string | undefined, label: string): void {
  void outlineTarget(tabId, ref, label, AbortSignal.timeout(2_000));
}
