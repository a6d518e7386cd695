import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Attachment } from '@pagehand/contracts/attachments';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { Piscina } from 'piscina';
import type { Store } from '../store/store.ts';
import { withTimeLimit } from '../time-limit.ts';
import { shownName, sniffType } from './attachment-file.ts';
import { picturePixels } from './picture-pixels.ts';
import type { AttachmentTask } from './read-attachment.ts';

const TIME_LIMIT = 30_000;
const IDLE = 30_000;
/** Files of one thread that wait to be sent. */
const WAITING = 40;

const require = createRequire(import.meta.url);

/** Takes files that the person attaches: what they are by their bytes, their text read in a thread of its own. */
export class Attachments {
  readonly #store: Pick<Store, 'attachments'>;
  readonly #pool = new Piscina<AttachmentTask, string>({
    filename: fileURLToPath(new URL('./attachment-text-worker.ts', import.meta.url)),
    name: 'read',
    execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING,
    idleTimeout: IDLE,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 16 },
  });

  constructor(store: Pick<Store, 'attachments'>) {
    this.#store = store;
  }

  /**
   * Keeps a file for the next message of a thread.
   * @throws AppError `too-large`, `bad-request` (another kind of file, or one that cannot be read), `cancelled`.
   */
  async add(threadId: string, name: string, content: Uint8Array, signal: AbortSignal): Promise<Attachment> {
    if (content.length > LIMITS.attachmentBytes)
      throw new AppError('too-large', `A file may have ${LIMITS.attachmentBytes / 1_000_000} MB.`);
    if (content.length === 0) throw new AppError('bad-request', 'The file is empty.');
    const type = await sniffType(content, name);
    if (type.startsWith('image/')) checkPixels(content);
    const text = await this.#text({ content, type }, signal);
    const attachment: Attachment = {
      attachmentId: randomBytes(16).toString('hex'),
      name: shownName(name),
      type,
      bytes: content.length,
      chars: text.length,
    };
    this.#store.attachments.add({ ...attachment, threadId, text }, content);
    return attachment;
  }

  /** @throws AppError `not-found` when there is none that waits. */
  remove(threadId: string, attachmentId: string): void {
    if (!this.#store.attachments.remove(threadId, attachmentId))
      throw new AppError('not-found', 'There is no such file that waits to be sent.');
  }

  async #text(task: AttachmentTask, signal: AbortSignal): Promise<string> {
    try {
      return await withTimeLimit(TIME_LIMIT, signal, (limited) => this.#pool.run(task, { signal: limited }));
    } catch (error) {
      if (signal.aborted) throw new AppError('cancelled', 'Reading the file was stopped.', { cause: error });
      throw new AppError('bad-request', 'This file could not be read: it is broken, protected or too complex.', {
        cause: error,
      });
    }
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** A small file may hold a picture that takes gigabytes once a model's server decodes it. */
function checkPixels(content: Uint8Array): void {
  const pixels = picturePixels(content);
  if (pixels === undefined) throw new AppError('bad-request', 'This picture is broken: its size cannot be read.');
  if (pixels > LIMITS.picturePixels)
    throw new AppError('too-large', `A picture may have ${LIMITS.picturePixels / 1_000_000} million pixels.`);
}
