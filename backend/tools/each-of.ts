import { AppError } from '@pagehand/contracts/errors';

/** What came of one item. */
type Outcome<R> = { ok: true; value: R } | { ok: false; error: AppError };

/** Errors that would meet every item. */
const FOR_ALL = new Set(['connection-missing', 'connection-refused', 'address-refused', 'cancelled']);
const AT_ONCE = 6;

/**
 * The same work for each item, at most six at once.
 * @returns in the items' order, a value or the AppError of that one. What is no AppError, and what would meet all of
 *   them, is thrown.
 */
export async function eachOf<T, R>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<R>,
): Promise<Outcome<R>[]> {
  const results = new Map<number, Outcome<R>>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item === undefined) continue;
      try {
        results.set(index, { ok: true, value: await work(item) });
      } catch (error) {
        if (signal.aborted || !(error instanceof AppError) || FOR_ALL.has(error.code)) throw error;
        results.set(index, { ok: false, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return items.flatMap((_, index) => results.get(index) ?? []);
}
