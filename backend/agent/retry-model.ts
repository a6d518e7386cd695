import type { AppError, ErrorCode } from '@pagehand/contracts/errors';
import { modelError, providerWaitMs } from '../models/model-errors.ts';
import { pause } from './pause.ts';

/** Calls of the model for one answer. */
const MAX_ATTEMPTS = 3;
/** The longest that a provider's retry-after is waited for (ms). */
const MAX_WAIT = 30_000;
/** Failures that may pass by themselves within seconds. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['model-rate-limited', 'model-unreachable', 'model-bad-answer']);

/**
 * Calls a model again after a failure that may pass (rate limit, server error, cut answer), at most twice.
 * @param onRetry told of each failure that is tried again, and in how many ms.
 * @throws AppError with a code of the model's errors; the abort as it is.
 */
export async function retryModel<T>(
  attempt: (count: number) => Promise<T>,
  signal: AbortSignal,
  onRetry: (error: AppError, waitMs: number) => void,
): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt(count);
    } catch (caught) {
      if (signal.aborted) throw caught;
      const error = modelError(caught);
      const wait = providerWaitMs(caught) ?? 500 * 2 ** count;
      if (!PASSING.has(error.code) || count + 1 >= MAX_ATTEMPTS || wait > MAX_WAIT) throw error;
      onRetry(error, wait);
      await pause(wait, signal);
    }
  }
}
