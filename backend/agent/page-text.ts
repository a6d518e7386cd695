import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError } from '@pagehand/contracts/errors';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { Piscina } from 'piscina';
import type { PageTextTask, PageView } from './page-text-markdown.ts';

/** A page that takes longer than this (ms) breaks the converter: it is given as plain text. */
const TIME_LIMIT = 10_000;
/** A worker that had nothing to do for this long (ms) is ended: it holds some 60 MB. */
const IDLE = 30_000;
const THREADS = 2;

const require = createRequire(import.meta.url);

/**
 * Turns snapshots into Markdown in worker threads, so that a big page never holds up the event loop. The last results
 * are kept: one snapshot is read many times in a turn.
 */
export class PageText {
  readonly #pool: Piscina<PageTextTask, string>;
  readonly #timeLimit: number;
  readonly #recent = new Map<string, string>();

  constructor(options: { timeLimitMs?: number } = {}) {
    this.#timeLimit = options.timeLimitMs ?? TIME_LIMIT;
    this.#pool = new Piscina<PageTextTask, string>({
      filename: fileURLToPath(new URL('./page-text-worker.ts', import.meta.url)),
      name: 'convert',
      // The worker is TypeScript too: it gets the loader that the backend itself runs with.
      execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE,
      // With Atomics a waiting worker blocks its own event loop, and cannot be ended cleanly.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 16 },
    });
  }

  /**
   * Markdown of a snapshot's text.
   * @param view `main`: the article or main content, the whole page when there is none; `whole`: all that was captured.
   * @throws AppError `cancelled` when the signal aborts (the thread is ended), `timeout` when even the plain text took
   *   too long, `too-large` when the page does not fit in the worker's memory.
   */
  async markdown(
    snapshot: Pick<PageSnapshot, 'snapshotId' | 'text' | 'url'> & { title?: string },
    view: PageView,
    signal: AbortSignal,
  ): Promise<string> {
    const key = `${snapshot.snapshotId} ${view}`;
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    const task = {
      html: snapshot.text,
      url: snapshot.url,
      ...(snapshot.title === undefined ? {} : { title: snapshot.title }),
    };
    let markdown: string;
    try {
      markdown = await this.#run({ ...task, view }, this.#timeLimit, signal);
    } catch (error) {
      if (signal.aborted) throw cancelled(error);
      markdown = await this.#plain({ ...task, view: 'plain' }, signal);
    }
    this.#recent.set(key, markdown);
    const oldest = this.#recent.keys().next().value;
    if (this.#recent.size > 8 && oldest !== undefined) this.#recent.delete(oldest);
    return markdown;
  }

  async #plain(task: PageTextTask, signal: AbortSignal): Promise<string> {
    try {
      return await this.#run(task, TIME_LIMIT, signal);
    } catch (error) {
      if (signal.aborted) throw cancelled(error);
      throw new AppError('timeout', 'The text of this page could not be read in time.', { cause: error });
    }
  }

  /** With a timer of its own: on Node 20 `AbortSignal.any` may lose a timeout signal to the garbage collector. */
  async #run(task: PageTextTask, limit: number, signal: AbortSignal): Promise<string> {
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, limit);
    try {
      return await this.#pool.run(task, { signal: stop.signal });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#recent.clear();
    await this.#pool.destroy();
  }
}

function cancelled(cause: unknown): AppError {
  return new AppError('cancelled', 'Reading the page was stopped.', { cause });
}
