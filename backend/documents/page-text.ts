import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError } from '@pagehand/contracts/errors';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { Piscina } from 'piscina';
import { withTimeLimit } from '../time-limit.ts';
import type { PageTextTask, PageView } from './page-text-markdown.ts';
import type { WorkerResult, WorkerTask } from './page-text-worker.ts';

/** A page that takes longer than this (ms) breaks the converter: it is given as plain text. */
const TIME_LIMIT = 10_000;
/** The same for a PDF or a web page that is not in the browser. */
const READ_LIMIT = 20_000;
/** A worker that had nothing to do for this long (ms) is ended: it holds some 60 MB. */
const IDLE = 30_000;
const THREADS = 2;

const require = createRequire(import.meta.url);

/**
 * Turns snapshots into Markdown in worker threads, so that a big page never holds up the event loop. The last results
 * are kept: one snapshot is read many times in a turn.
 */
export class PageText {
  readonly #pool: Piscina<WorkerTask, WorkerResult[WorkerTask['kind']]>;
  readonly #timeLimit: number;
  readonly #recent = new Map<string, string>();

  constructor(options: { timeLimitMs?: number } = {}) {
    this.#timeLimit = options.timeLimitMs ?? TIME_LIMIT;
    this.#pool = new Piscina<WorkerTask, WorkerResult[WorkerTask['kind']]>({
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
      kind: 'snapshot' as const,
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

  /**
   * Reads any document in a worker.
   * @throws AppError `cancelled`, `timeout`, `too-large`.
   */
  async read<K extends WorkerTask['kind']>(
    task: Extract<WorkerTask, { kind: K }>,
    signal: AbortSignal,
  ): Promise<WorkerResult[K]> {
    try {
      return await this.#run(task, READ_LIMIT, signal);
    } catch (error) {
      if (signal.aborted) throw cancelled(error);
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new AppError('too-large', 'The document needs more memory than there is for it.', { cause: error });
      if (error instanceof Error && error.name === 'AbortError')
        throw new AppError('timeout', 'The document could not be read in time.', { cause: error });
      throw new AppError('internal', 'The document could not be read.', { cause: error });
    }
  }

  async #plain(task: { kind: 'snapshot' } & PageTextTask, signal: AbortSignal): Promise<string> {
    try {
      return await this.#run(task, TIME_LIMIT, signal);
    } catch (error) {
      if (signal.aborted) throw cancelled(error);
      throw new AppError('timeout', 'The text of this page could not be read in time.', { cause: error });
    }
  }

  #run<K extends WorkerTask['kind']>(
    task: Extract<WorkerTask, { kind: K }>,
    limit: number,
    signal: AbortSignal,
  ): Promise<WorkerResult[K]> {
    const run = (limited: AbortSignal) => this.#pool.run(task, { signal: limited });
    return withTimeLimit(limit, signal, run) as Promise<WorkerResult[K]>; // the worker's result for this kind
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
