/**
 * Runs work under a signal that aborts when the given one does, or after `ms` milliseconds with a `TimeoutError` as its
 * reason. The timer is our own: on Node 20 a signal of `AbortSignal.any` may lose its time-out to the garbage collector.
 */
export async function withTimeLimit<T>(
  ms: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const abort = (): void => limit.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => limit.abort(new DOMException(`It took longer than ${ms} ms.`, 'TimeoutError')), ms);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
