import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import type { KitLock } from '@pagehand/contracts/kit-lock';
import type { KitImageState } from '@pagehand/contracts/kit-module';
import type { ImageSpec, KitRuntime } from './kit-runtime.ts';
import { FOREIGN_BASE, packagesInForeignBase } from './own-bases.ts';

const LINES = 200;

/** What the image of a kit is made of: the pinned base and the locked dependencies. */
export async function imageSpec(lock: KitLock, folder: string, signal: AbortSignal): Promise<ImageSpec> {
  const { runtime } = lock.manifest;
  // Also a kit that was installed when this was allowed.
  if (packagesInForeignBase(lock.manifest)) throw new AppError('kit-invalid', FOREIGN_BASE);
  const spec: ImageSpec = { runtime, base: lock.image.pinned };
  const read = (name: string): Promise<string> => readFile(join(folder, name), { encoding: 'utf8', signal });
  if (runtime === 'python' && 'requirements.txt' in lock.files)
    spec.dependencies = { file: 'requirements.txt', content: await read('requirements.txt') };
  if (runtime === 'node' && 'package-lock.json' in lock.files)
    spec.dependencies = {
      file: 'package-lock.json',
      content: await read('package-lock.json'),
      packageJson: await read('package.json'),
    };
  return spec;
}

/** Where the image of one module stands, and its preparation in the background. */
export class ModuleImage {
  readonly #runtime: KitRuntime;
  readonly #stop = new AbortController();
  #state: KitImageState = { state: 'unknown' };
  #image: string | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(runtime: KitRuntime) {
    this.#runtime = runtime;
  }

  get state(): KitImageState {
    return this.#state;
  }

  /** Id of the image once it is ready. */
  get id(): string | undefined {
    return this.#image;
  }

  /** Looks whether it is there, where that is not known; builds nothing. */
  async look(spec: () => Promise<ImageSpec>): Promise<void> {
    if (this.#state.state === 'building' || this.#state.state === 'ready' || this.#state.state === 'failed') return;
    try {
      const found = await this.#runtime.findImage(await spec(), this.#stop.signal);
      this.#image = found?.image;
      this.#state = { state: found === undefined ? 'missing' : 'ready' };
    } catch {
      // The engine is not there, or the kit is not: both are told where the module is listed.
      this.#state = { state: 'unknown' };
    }
  }

  /** Begins to prepare it, unless that goes on already. */
  build(spec: () => Promise<ImageSpec>, ready: () => void): void {
    if (this.#state.state === 'building') return;
    const lines: string[] = [];
    this.#state = { state: 'building', lines };
    this.#work = (async () => {
      try {
        const note = (line: string): void => {
          lines.push(line.slice(0, 500));
          if (lines.length > LINES) lines.shift();
        };
        const { image } = await this.#runtime.prepareImage(await spec(), note, this.#stop.signal);
        this.#image = image;
        this.#state = { state: 'ready' };
        ready();
      } catch (error) {
        const told =
          error instanceof AppError ? error : new AppError('kit-build-failed', 'The image could not be made.');
        this.#state = { state: 'failed', error: told.toBody() };
      }
    })();
  }

  /** It was removed from the engine, or the kit is another one. */
  forget(): void {
    if (this.#state.state === 'building') return;
    this.#state = { state: 'unknown' };
    this.#image = undefined;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }
}
