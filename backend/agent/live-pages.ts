import type { ContextUpdate } from '@pagehand/contracts/api';
import type { LivePage } from './run-scope.ts';

/** Threads whose last update is kept; the oldest is dropped. */
const MAX_THREADS = 200;

/** What the extension last announced of the page in front, by thread. Lives as long as the process. */
export class LivePages {
  readonly #updates = new Map<string, ContextUpdate>();

  /** An update of the same document with a revision that is not newer is ignored. */
  update(update: ContextUpdate): void {
    const known = this.#updates.get(update.threadId);
    if (known !== undefined && known.documentId === update.documentId && known.revision >= update.revision) return;
    this.#updates.delete(update.threadId);
    this.#updates.set(update.threadId, update);
    const oldest = this.#updates.keys().next().value;
    if (this.#updates.size > MAX_THREADS && oldest !== undefined) this.#updates.delete(oldest);
  }

  get(threadId: string): LivePage | undefined {
    const update = this.#updates.get(threadId);
    return update === undefined ? undefined : { url: update.url, title: update.title };
  }

  /** A fresh snapshot says more than the last announcement. */
  forget(threadId: string): void {
    this.#updates.delete(threadId);
  }
}
