import type { Logger } from 'pino';
import type { Store } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Events of ended turns are only for a panel that reconnects; what was said stays in the messages. */
const EVENTS_LIFE_MS = 7 * DAY_MS;

/**
 * Removes for good what was deleted: at start-up all of it, then what was deleted more than a day ago; and drops old
 * events of ended turns.
 * @returns the function that stops it.
 */
export function keepTidy(
  store: Pick<Store, 'threads' | 'events' | 'attachments'>,
  logger: Logger,
  now: () => number = Date.now,
): () => void {
  const tidy = (deletedBefore: number): void => {
    try {
      store.threads.purge(deletedBefore);
      store.attachments.sweep(now() - DAY_MS);
      store.events.compact(now() - EVENTS_LIFE_MS);
    } catch (error) {
      // A full disk must not end the process: reading still works, and writing says so itself.
      logger.error({ err: error }, 'old data could not be removed');
    }
  };
  tidy(now() + 1);
  const timer = setInterval(() => tidy(now() - DAY_MS), HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
