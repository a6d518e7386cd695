import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import type { KitChange, KitLock } from '@pagehand/contracts/kit-lock';
import { KitManifestSchema } from '@pagehand/contracts/kit-manifest';
import { compare, valid } from 'semver';
import { hashKit, readKitFiles } from './kit-files.ts';
import type { KitReader } from './kit-reader.ts';
import type { Kit } from './load-kit.ts';
import { changeOf, kitChanged, makeLock, readLock, writeLock } from './lock.ts';

/** An installed version of a kit. `folder` holds kit.yaml, `tools/`, `instructions/` and `workspace/`, as they were accepted. */
export type InstalledKit = { id: string; version: string; folder: string; lock: KitLock };

/** Where the library keeps what is on its way in or out; same file system, so that a move is one step. */
const IN_BETWEEN = '.moving';

/**
 * The installed kits of a data folder: `kits/ID/VERSION/` with its lock `kits/ID/VERSION.lock.json` beside it. Versions
 * stand side by side and are never written over. Everything is read from disk each time: the command line and a running
 * backend may share it.
 */
export class KitLibrary {
  readonly root: string;

  constructor(dataFolder: string) {
    this.root = join(dataFolder, 'kits');
  }

  #paths(id: string, version: string): { folder: string; lock: string } {
    // Both become parts of a path: what does not fit is simply not there.
    const fits = KitManifestSchema.shape.id.safeParse(id).success && valid(version) !== null && !version.includes('/');
    if (!fits) throw new AppError('not-found', `There is no kit ${id.slice(0, 60)} ${version.slice(0, 60)}.`);
    return { folder: join(this.root, id, version), lock: join(this.root, id, `${version}.lock.json`) };
  }

  /** All versions of all kits, sorted by id, newest version first. A lock that cannot be read is left out; `kits add` repairs it. */
  async list(signal: AbortSignal): Promise<InstalledKit[]> {
    const found: InstalledKit[] = [];
    for (const id of await names(this.root)) {
      if (!KitManifestSchema.shape.id.safeParse(id).success) continue;
      for (const file of await names(join(this.root, id))) {
        const version = /^(.+)\.lock\.json$/.exec(file)?.[1];
        if (version === undefined || valid(version) === null) continue;
        const installed = await this.find(id, version, signal).catch((error: unknown) => {
          if (signal.aborted) throw error;
          return undefined;
        });
        if (installed !== undefined) found.push(installed);
      }
    }
    return found.sort((a, b) => (a.id === b.id ? compare(b.version, a.version) : a.id < b.id ? -1 : 1));
  }

  /**
   * A version as it is locked, without looking at its files; without a version the newest.
   * @throws AppError `kit-changed` when its lock cannot be read
   */
  async find(id: string, version: string | undefined, signal: AbortSignal): Promise<InstalledKit | undefined> {
    if (version === undefined) return (await this.list(signal)).find((kit) => kit.id === id);
    const { folder, lock: path } = this.#paths(id, version);
    const lock = await readLock(path, signal);
    if (lock === undefined) return undefined;
    if (lock.id !== id || lock.version !== version)
      throw new AppError('kit-changed', `The lock of ${id} ${version} is that of another kit.`);
    return { id, version, folder, lock };
  }

  /** How the files of an installed kit differ from what was accepted. */
  async changeOf({ folder, lock }: InstalledKit, signal: AbortSignal): Promise<KitChange | undefined> {
    return changeOf(lock.files, hashKit(await readKitFiles(folder, false, signal)).files);
  }

  /**
   * A version to run: its files are those that were accepted.
   * @throws AppError `not-found`, `kit-changed` with every file, `cancelled`
   */
  async load(id: string, version: string | undefined, signal: AbortSignal): Promise<InstalledKit> {
    const kit = await this.find(id, version, signal);
    if (kit === undefined)
      throw new AppError('not-found', `The kit ${id}${version === undefined ? '' : ` ${version}`} is not installed.`);
    const change = await this.changeOf(kit, signal);
    if (change !== undefined) throw kitChanged(`${id} ${kit.version}`, change);
    return kit;
  }

  /** An empty folder on the library's file system; whoever asks for it removes it. */
  async makeRoom(): Promise<string> {
    await mkdir(join(this.root, IN_BETWEEN), { recursive: true, mode: 0o700 });
    return mkdtemp(join(this.root, IN_BETWEEN, 'kit-'));
  }

  /**
   * Moves a folder in as a new version. The version exists from the moment its lock does.
   * @throws AppError `kit-exists` when the version is installed already
   */
  async put(folder: string, lock: KitLock, signal: AbortSignal): Promise<InstalledKit> {
    const { id, version } = lock;
    const paths = this.#paths(id, version);
    const before = await this.find(id, version, signal);
    if (before !== undefined)
      throw new AppError(
        'kit-exists',
        before.lock.digest === lock.digest
          ? `The kit ${id} ${version} is installed already, exactly as it is here.`
          : `A kit ${id} ${version} with other files is installed.`,
      );
    await mkdir(join(this.root, id), { recursive: true, mode: 0o700 });
    // What a killed installation left behind has no lock.
    await this.#away(paths.folder);
    await rename(folder, paths.folder);
    await writeLock(paths.lock, lock);
    return { id, version, folder: paths.folder, lock };
  }

  /**
   * Accepts an installed kit as it stands now: reads it anew and locks that.
   * @param seen the difference that the person saw, and where it is known the digest of the files that they saw; another
   * one than it is now is refused.
   * @throws AppError `conflict`, `kit-invalid`, `not-found`
   */
  async accept(
    kit: InstalledKit,
    seen: KitChange & { digest?: string },
    reader: KitReader,
    signal: AbortSignal,
  ): Promise<InstalledKit> {
    const now: Kit = await reader.read(kit.folder, false, signal);
    const change = changeOf(kit.lock.files, now.files);
    const { digest = now.digest, ...paths } = seen;
    if (digest !== now.digest || JSON.stringify(change) !== JSON.stringify(paths))
      throw new AppError('conflict', `The kit ${kit.id} has changed again: look at the difference once more.`);
    if (now.manifest.id !== kit.id || now.manifest.version !== kit.version)
      throw new AppError(
        'kit-invalid',
        `kit.yaml says ${now.manifest.id} ${now.manifest.version} now: add it as a kit of its own.`,
      );
    if (now.manifest.image !== kit.lock.image.asked)
      throw new AppError('kit-invalid', 'kit.yaml names another image now: add the kit anew, as another version.');
    const lock = makeLock(now, kit.lock.source, kit.lock.image.pinned, new Date());
    await writeLock(this.#paths(kit.id, kit.version).lock, lock);
    return { ...kit, lock };
  }

  /** Removes a version; true when it was there. */
  async remove(id: string, version: string): Promise<boolean> {
    const { folder, lock } = this.#paths(id, version);
    const had = await this.#away(lock);
    const files = await this.#away(folder);
    return had || files;
  }

  /** One step for whoever reads meanwhile: it is there, or it is not. */
  async #away(path: string): Promise<boolean> {
    const room = await this.makeRoom();
    try {
      await rename(path, join(room, randomBytes(4).toString('hex')));
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw new AppError('store-unavailable', 'The folder of the kits cannot be written.', { cause: error });
    } finally {
      await rm(room, { recursive: true, force: true });
    }
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
