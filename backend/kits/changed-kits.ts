import { AppError } from '@pagehand/contracts/errors';
import type { KitChange } from '@pagehand/contracts/kit-lock';
import type { KitManifest } from '@pagehand/contracts/kit-manifest';
import type { KitDifference, KitPowers } from '@pagehand/contracts/kit-module';
import { lockDataFolder } from '../store/data-folder.ts';
import { hashKit, readKitFiles } from './kit-files.ts';
import type { InstalledKit, KitLibrary } from './kit-library.ts';
import { KitReader } from './kit-reader.ts';
import { declaredTools } from './what-kit-may-do.ts';

/** Files of which the text is shown, and bytes of one. */
const SHOWN_FILES = 20;
const SHOWN_BYTES = 20_000;

/** Kits whose files are no longer those that were accepted: what is different, and accepting exactly that. */
export class ChangedKits {
  readonly #library: KitLibrary;
  readonly #reader = new KitReader();

  constructor(library: KitLibrary) {
    this.#library = library;
  }

  /** @throws AppError `not-found` where the kit is gone or as it was accepted, `kit-invalid`, `cancelled` */
  async look(id: string, version: string, signal: AbortSignal): Promise<KitDifference> {
    const { kit, change } = await this.#changed(id, version, signal);
    const files = await readKitFiles(kit.folder, false, signal);
    const { manifest, digest } = await this.#reader.read(kit.folder, false, signal);
    if (hashKit(files).digest !== digest) throw new AppError('conflict', 'The kit changes right now. Look again.');
    const listed = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
      change[kind].map((path) => ({ path, change: kind })),
    );
    return {
      digest,
      files: listed.map((file, index) => {
        const text = index < SHOWN_FILES ? textOf(files.get(file.path)) : undefined;
        return text === undefined ? file : { ...file, text };
      }),
      before: powersOf(kit.lock.manifest),
      now: powersOf(manifest),
    };
  }

  /**
   * @param digest of the files that the person saw
   * @throws AppError `conflict` when it is another kit by now or a command changes the kits, `kit-invalid`, `not-found`
   */
  async accept(id: string, version: string, digest: string, signal: AbortSignal): Promise<void> {
    let release: () => void;
    try {
      release = lockDataFolder(this.#library.root);
    } catch (cause) {
      throw new AppError('conflict', 'A command changes the kits right now. Try again when it is done.', { cause });
    }
    try {
      const { kit, change } = await this.#changed(id, version, signal);
      await this.#library.accept(kit, { ...change, digest }, this.#reader, signal);
    } finally {
      release();
    }
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #changed(id: string, version: string, signal: AbortSignal): Promise<{ kit: InstalledKit; change: KitChange }> {
    const kit = await this.#library.find(id, version, signal);
    if (kit === undefined) throw new AppError('not-found', `The kit ${id} ${version} is not installed any more.`);
    const change = await this.#library.changeOf(kit, signal);
    if (change === undefined) throw new AppError('not-found', `The kit ${id} ${version} is what was accepted.`);
    return { kit, change };
  }
}

/** The text of a small file; undefined for bytes that are none. */
function textOf(data: Uint8Array | undefined): string | undefined {
  if (data === undefined || data.length > SHOWN_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function powersOf(manifest: KitManifest): KitPowers {
  const { network, ports, environment, dependencies } = manifest;
  return {
    network,
    ports: ports.map(({ port }) => port),
    secrets: environment.filter(({ secret }) => secret).map(({ name }) => name),
    packages: dependencies,
    tools: declaredTools(manifest).map(({ name, risk }) => ({ name, risk })),
  };
}
