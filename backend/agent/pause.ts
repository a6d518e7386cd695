import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@pagehand/contracts/errors';

/** Waits `ms` milliseconds. @throws AppError `cancelled` when the signal aborts before. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    throw new AppError('cancelled', 'Waiting was stopped.', { cause: error });
  }
}
