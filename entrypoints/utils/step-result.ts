import { cap } from '@pagehand/contracts/clean-text';
import { AppError, type ErrorCode } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { PinnedStep } from '@pagehand/contracts/plan';
import type { Evidence, Receipt } from '@pagehand/contracts/receipt';

/** What a step came to, before it becomes a receipt. */
export type StepResult = { outcome: Receipt['outcome']; evidence: Evidence; code?: ErrorCode };

/** What was seen, with a summary of any length. */
export const evidenceOf = (summary: string, more: Partial<Evidence> = {}): Evidence => ({
  ...more,
  summary: cap(summary, LIMITS.summary),
});

export const changed = (summary: string, more?: Partial<Evidence>): StepResult => ({
  outcome: 'changed',
  evidence: evidenceOf(summary, more),
});

export const okay = (summary: string, more?: Partial<Evidence>): StepResult => ({
  outcome: 'ok',
  evidence: evidenceOf(summary, more),
});

export const failed = (
  outcome: 'refused' | 'no-effect' | 'unsure',
  code: ErrorCode,
  summary: string,
  more?: Partial<Evidence>,
): StepResult => ({ outcome, code, evidence: evidenceOf(summary, more) });

/** A step that was not done because of this error. */
export function refusedBy(error: unknown): StepResult {
  const known = AppError.from(error, 'internal', 'The step could not be done.');
  return failed('refused', known.code, known.message);
}

export const toReceipt = (step: PinnedStep, result: StepResult, startedAt: number): Receipt => ({
  stepId: step.stepId,
  kind: step.kind,
  outcome: result.outcome,
  evidence: result.evidence,
  ...(result.code === undefined ? {} : { code: result.code }),
  ms: Math.max(0, Date.now() - startedAt),
});

/** Kinds that may leave everything as it was and still have done their work. */
const MAY_DO_NOTHING: ReadonlySet<string> = new Set(['hover', 'focus', 'scroll', 'scroll_to']);

/** Whether the plan ends here: refused, no effect where one was expected, or an end that nobody saw. */
export function endsPlan(receipt: Receipt): boolean {
  if (receipt.outcome === 'refused') return true;
  if (receipt.outcome === 'no-effect' || receipt.outcome === 'unsure') return !MAY_DO_NOTHING.has(receipt.kind);
  return false;
}
