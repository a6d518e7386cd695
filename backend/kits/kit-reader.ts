import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError } from '@pagehand/contracts/errors';
import { Piscina } from 'piscina';
import { withTimeLimit } from '../time-limit.ts';
import { kitInvalid } from './kit-problems.ts';
import type { KitReaderAnswer, KitReaderTask } from './kit-reader-worker.ts';
import type { Kit } from './load-kit.ts';

/** A kit whose code takes longer than this (ms) to read has types that never end. */
const TIME_LIMIT = 30_000;
/** A worker that had nothing to do for this long (ms) is ended: the compiler holds some 100 MB. */
const IDLE = 5_000;

const require = createRequire(import.meta.url);

/** Reads kits in a worker thread, where compiling cannot hold up the event loop and can be ended. */
export class KitReader {
  readonly #pool = new Piscina<KitReaderTask, KitReaderAnswer>({
    filename: fileURLToPath(new URL('./kit-reader-worker.ts', import.meta.url)),
    name: 'read',
    execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: 768, stackSizeMb: 8 },
  });

  /**
   * @param leaveOut true for a folder that a person works in: what never belongs to a kit is passed over.
   * @throws AppError `kit-invalid` with every problem, `kit-source-refused`, `not-found`, `cancelled`, `timeout`
   */
  async read(folder: string, leaveOut: boolean, signal: AbortSignal): Promise<Kit> {
    const answer = await this.#run({ folder, leaveOut }, signal);
    if ('error' in answer) throw new AppError(answer.error.code, answer.error.message);
    if (!answer.reading.ok) throw kitInvalid('The kit is not right', answer.reading.problems);
    return answer.reading.kit;
  }

  #run(task: KitReaderTask, signal: AbortSignal): Promise<KitReaderAnswer> {
    return withTimeLimit(TIME_LIMIT, signal, async (limited) => {
      try {
        return await this.#pool.run(task, { signal: limited });
      } catch (cause) {
        if (signal.aborted) throw new AppError('cancelled', 'It was stopped.', { cause });
        if (limited.aborted)
          throw new AppError('timeout', 'The code of the kit takes too long to read: simplify its types.', { cause });
        throw new AppError('kit-invalid', 'The code of the kit cannot be read: its types need too much memory.', {
          cause,
        });
      }
    });
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
