import { AppError } from '@pagehand/contracts/errors';

/** A run that goes on in this process. */
export type ActiveRun = {
  turnId: string;
  runId: string;
  controller: AbortController;
  /** Resolves, never rejects, when everything of the run has ended and its end is stored. */
  settled: Promise<void>;
};

/** The runs of this process by thread, and a lock per thread so that two requests never begin a turn at once. */
export class ActiveRuns {
  readonly #runs = new Map<string, ActiveRun>();
  readonly #locks = new Map<string, Promise<unknown>>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(threadId: string): ActiveRun | undefined {
    return this.#runs.get(threadId);
  }

  all(): ActiveRun[] {
    return [...this.#runs.values()];
  }

  set(threadId: string, run: ActiveRun): void {
    this.#runs.set(threadId, run);
  }

  delete(threadId: string): void {
    this.#runs.delete(threadId);
  }

  /** @throws AppError `too-many-requests` when no further thread may run now. */
  assertRoom(threadId: string): void {
    if (this.#runs.size >= this.#max && !this.#runs.has(threadId))
      throw new AppError('too-many-requests', `${this.#max} conversations are running already.`);
  }

  /** Resolves when nothing holds a lock or waits for one. */
  async unlocked(): Promise<void> {
    while (this.#locks.size > 0) await Promise.all(this.#locks.values());
  }

  /** Runs one piece of work of a thread after the other. */
  async locked<T>(threadId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#locks.get(threadId) ?? Promise.resolve();
    const mine = before.then(work, work);
    const done = mine.catch(() => undefined);
    this.#locks.set(threadId, done);
    try {
      return await mine;
    } finally {
      if (this.#locks.get(threadId) === done) this.#locks.delete(threadId);
    }
  }
}
