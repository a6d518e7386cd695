import { AppError } from '@pagehand/contracts/errors';

/** One piece of work after the other, in the order in which they came. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for what came before. @throws AppError `cancelled` when the signal ends the wait; then the work never begins. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let done = (): void => undefined;
    this.#last = new Promise<void>((resolve) => {
      done = resolve;
    });
    // Whoever comes next waits for those before us too, also when we give up.
    const mine = this.#last;
    this.#last = Promise.all([before, mine]);
    try {
      await turn(before, signal);
      return await work();
    } finally {
      done();
    }
  }
}

function turn(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AppError('cancelled', 'It was stopped before its turn came.'));
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    void before.then(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}
