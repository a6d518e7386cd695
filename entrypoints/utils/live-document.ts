import { AppError } from '@pagehand/contracts/errors';
import type { PinnedStep } from '@pagehand/contracts/plan';
import { stepTargets } from '@pagehand/contracts/step-targets';
import { type BrowserFrame, callFrame } from './call-frame.ts';
import { browserFrameOf } from './frame-table.ts';
import { splitRef } from './step-refs.ts';

export type LiveDocument = { frame: BrowserFrame; documentId: string; origin: string; url: string };

/** The frame that a step is about: that of its target, else the top frame. */
export async function frameOfStep(step: PinnedStep, tabId: number): Promise<BrowserFrame> {
  const ref = stepTargets(step)[0]?.ref;
  if (ref === undefined) return { tabId, browserFrameId: 0 };
  const browserFrameId = await browserFrameOf(tabId, splitRef(ref).frameId);
  if (browserFrameId === undefined) throw new AppError('target-missing', 'The frame of the element is gone.');
  return { tabId, browserFrameId };
}

/**
 * The document that stands where the step wants to act, right now, compared with the one it was planned for.
 * An empty `documentId` or `origin` of the step means that the plan could not know it yet.
 * @throws AppError `origin-changed`, `document-changed`, `target-missing`, `page-gone`, `tab-missing`, ...
 */
export async function requirePlannedDocument(
  step: PinnedStep,
  tabId: number,
  signal: AbortSignal,
): Promise<LiveDocument> {
  const frame = await frameOfStep(step, tabId);
  const { documentId, origin, url } = await callFrame(frame, { op: 'hello' }, { signal, timeoutMs: 3_000 });
  if (step.origin !== '' && origin !== step.origin)
    throw new AppError('origin-changed', `The page is on ${origin} now; the step was planned for ${step.origin}.`);
  if (step.documentId !== '' && documentId !== step.documentId)
    throw new AppError('document-changed', 'The page was loaded anew since the plan was made.');
  return { frame, documentId, origin, url };
}
