import { AppError } from '@pagehand/contracts/errors';

/** @throws AppError `page-timeout` after `ms`, `cancelled` when the signal is aborted; else as the promise does. */
export function withDeadline<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => reject(new AppError('cancelled', 'It was stopped.'));
    const timer = setTimeout(() => reject(new AppError('page-timeout', 'The page did not answer in time.')), ms);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
    };
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    promise.then(resolve, reject).finally(settle);
  });
}

/** Resolves after `ms`; rejects with `cancelled` when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      clearTimeout(timer);
      reject(new AppError('cancelled', 'It was stopped.'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted, { once: true });
  });
}
