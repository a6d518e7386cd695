import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@pagehand/contracts/errors';
import { reopenFolder } from './closed-folders.ts';

/** Bounds of one workspace; entries are files, folders, links and whatever else has a name, ignored ones as well. */
export const WORKSPACE_LIMITS = {
  files: 5_000,
  entries: 10_000,
  fileBytes: 32 * 1024 * 1024,
  bytes: 128 * 1024 * 1024,
  depth: 32,
  path: 1_000,
} as const;

const LOOK_MS = 50;
/** Looking takes at most this part of the time. */
const SHARE = 10;

export const tooLarge = (message: string): AppError => new AppError('too-large', message);

/**
 * Ends as soon as a workspace holds more than it may, while a kit writes into it.
 * @returns `over` rejects with AppError `too-large`, and is never resolved
 */
export function watchWorkspace(root: string): { over: Promise<never>; stop(): void } {
  const stop = new AbortController();
  const over = new Promise<never>((_resolve, reject) => {
    void (async () => {
      for (let pause = LOOK_MS; !stop.signal.aborted; ) {
        await wait(pause, undefined, { signal: stop.signal }).catch(() => undefined);
        if (stop.signal.aborted) return;
        const began = performance.now();
        await measureWorkspace(root, false, stop.signal).catch(reject);
        pause = Math.max(LOOK_MS, SHARE * (performance.now() - began));
      }
    })();
  });
  // Also where nobody waits for it any more.
  over.catch(() => undefined);
  return { over, stop: () => stop.abort() };
}

/**
 * Counts all that is in a workspace, whatever its name is. No link is followed: where the system can, a folder is opened
 * first and looked at then, so that a kit that swaps it for a link leads nowhere.
 * @param reopen also what the kit has closed; only while none of its code runs
 * @throws AppError `too-large`
 */
export async function measureWorkspace(root: string, reopen: boolean, signal: AbortSignal): Promise<void> {
  let bytes = 0;
  let entries = 0;
  const visit = async (folder: string | Buffer, depth: number): Promise<void> => {
    if (reopen) await reopenFolder(folder);
    const { list, at, close } = await openFolder(folder);
    try {
      // All of a folder at once, before any of them is looked into: whoever makes many is quicker than we are.
      entries += list.length;
      if (entries > WORKSPACE_LIMITS.entries)
        throw tooLarge(`The workspace would hold more than ${WORKSPACE_LIMITS.entries} files and folders.`);
      for (const entry of list) {
        if (signal.aborted) return;
        const path = Buffer.concat([Buffer.from(`${at}/`), entry.name]);
        if (entry.isDirectory()) {
          if (depth >= 2 * WORKSPACE_LIMITS.depth) throw tooLarge('The workspace would nest its folders too deeply.');
          await visit(path, depth + 1);
        } else bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
        if (bytes > WORKSPACE_LIMITS.bytes)
          throw tooLarge(`The workspace would hold more than ${WORKSPACE_LIMITS.bytes >> 20} MB.`);
      }
    } finally {
      await close();
    }
  };
  await visit(root, 0);
}

type Folder = { list: Dirent<Buffer>[]; at: string; close(): Promise<void> };

/** What went meanwhile, or cannot be read, is empty. */
async function openFolder(path: string | Buffer): Promise<Folder> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const at = process.platform === 'linux' ? join('/proc/self/fd', String(handle.fd)) : path.toString();
    const list = await readdir(at, { encoding: 'buffer', withFileTypes: true });
    const opened = handle;
    return { list, at, close: () => opened.close() };
  } catch {
    await handle?.close();
    return { list: [], at: '', close: async () => undefined };
  }
}
