import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import { removeTree, reopenFolder } from './closed-folders.ts';
import { giveToKitUser } from './kit-user.ts';
import { measureWorkspace, tooLarge, WORKSPACE_LIMITS } from './workspace-size.ts';

/** A file or a link as Git keeps it. `hash` is that of its blob. */
export type Entry = { mode: '100644' | '100755' | '120000'; hash: string };
export type FoundFile = Entry & { content: Buffer };

/** What was found last time, so that a file that nobody touched is not read again. */
export type KnownFile = Entry & { stamp: string };

export type Reading = {
  files: Map<string, KnownFile>;
  /** Of files that are not in `known` or differ from it. */
  contents: Map<string, Buffer>;
  /** Stamps of files that are there and in no history, as kit.yaml says. */
  ignored: Map<string, string>;
  /** What cannot be kept: devices, pipes, sockets, names that are no text, unreadable files. */
  skipped: string[];
};

const TEXT = new TextDecoder('utf-8', { fatal: true });

/**
 * Whether a name may stand in a workspace's history: no control character, no `.git`, nothing that climbs.
 * @param path with `/` between parts, relative to the workspace.
 */
export function isWorkspacePath(path: string): boolean {
  if (path === '' || path.length > WORKSPACE_LIMITS.path || /[\p{Cc}\u{2028}\u{2029}\\]/u.test(path)) return false;
  const parts = path.split('/');
  if (parts.length > WORKSPACE_LIMITS.depth) return false;
  return parts.every(
    (part) =>
      part !== '' && part !== '.' && part !== '..' && part.length <= 255 && !/^\.?git[~\d]*\s*\.*$/iu.test(part),
  );
}

/** @throws AppError `invalid-arguments` */
export function checkWorkspacePath(path: string): string {
  if (isWorkspacePath(path)) return path;
  throw new AppError(
    'invalid-arguments',
    'The path must lead to a file in the workspace, like "data/prices.csv": no "..", no leading "/", no "\\".',
  );
}

/**
 * Reads a workspace without following a link, opening a device or waiting for a pipe.
 * Only while no code of the kit runs. What is ignored counts, but is not read. @throws AppError `too-large`, `cancelled`
 */
export async function readWorkspace(
  root: string,
  known: ReadonlyMap<string, KnownFile>,
  ignored: (path: string) => boolean,
  signal: AbortSignal,
): Promise<Reading> {
  const reading: Reading = { files: new Map(), contents: new Map(), ignored: new Map(), skipped: [] };
  let bytes = 0;
  let count = 0;
  const visit = async (folder: string, prefix: string): Promise<void> => {
    await reopenFolder(folder);
    for (const raw of (await readdir(folder, { encoding: 'buffer' })).sort(Buffer.compare)) {
      if (signal.aborted) throw new AppError('cancelled', 'It was stopped.');
      const name = asText(raw);
      const path = prefix + (name ?? '');
      if (name === undefined || !isWorkspacePath(path)) {
        reading.skipped.push(`${prefix}${raw.toString('latin1')}`.replace(/\p{Cc}/gu, '?').slice(0, 200));
        continue;
      }
      const full = join(folder, name);
      const stats = await lstat(full);
      if (stats.isDirectory()) {
        await visit(full, `${path}/`);
        continue;
      }
      if (!stats.isFile() && !stats.isSymbolicLink()) {
        reading.skipped.push(path);
        continue;
      }
      bytes += stats.size;
      if (stats.size > WORKSPACE_LIMITS.fileBytes || bytes > WORKSPACE_LIMITS.bytes)
        throw tooLarge(
          `The workspace would hold more than ${WORKSPACE_LIMITS.bytes >> 20} MB, or a file of over ${WORKSPACE_LIMITS.fileBytes >> 20} MB.`,
        );
      count += 1;
      if (count > WORKSPACE_LIMITS.files)
        throw tooLarge(`The workspace would hold more than ${WORKSPACE_LIMITS.files} files.`);
      if (ignored(path)) {
        reading.ignored.set(path, stampOf(stats));
        continue;
      }
      const before = known.get(path);
      const stamp = stampOf(stats);
      if (before?.stamp === stamp) {
        reading.files.set(path, before);
        continue;
      }
      const found = await readEntry(full, stats);
      if (found === undefined) {
        reading.skipped.push(path);
        continue;
      }
      reading.files.set(path, { mode: found.mode, hash: found.hash, stamp });
      if (before?.hash !== found.hash || before.mode !== found.mode) reading.contents.set(path, found.content);
    }
  };
  // First, and with what is not kept, such as a `.git`: it takes its room all the same.
  await measureWorkspace(root, true, signal);
  await visit(root, '');
  return reading;
}

/** Node, size and both times: the change time cannot be set back by the kit. */
const stampOf = (stats: Stats): string =>
  `${stats.ino} ${stats.size} ${stats.mode} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.isSymbolicLink() ? 'l' : 'f'}`;

function asText(raw: Buffer): string | undefined {
  try {
    return TEXT.decode(raw);
  } catch {
    return undefined;
  }
}

async function readEntry(path: string, stats: Stats): Promise<FoundFile | undefined> {
  if (stats.isSymbolicLink()) {
    const content = await readlink(path, { encoding: 'buffer' });
    return { mode: '120000', hash: blobHash(content), content };
  }
  try {
    const content = await readRegular(path);
    if (content === undefined) return undefined;
    return { mode: (stats.mode & 0o100) === 0 ? '100644' : '100755', hash: blobHash(content), content };
  } catch (error) {
    if (isDenied(error)) return undefined;
    throw error;
  }
}

/** Opened without following a link or waiting, then looked at again: what it is may have changed since. */
async function readRegular(path: string): Promise<Buffer | undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const now = await handle.stat();
    if (!now.isFile() || now.size > WORKSPACE_LIMITS.fileBytes) return undefined;
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

const isDenied = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'ELOOP');

/** The name that Git gives to a content. */
export const blobHash = (content: Uint8Array): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

/**
 * Puts an entry into the workspace, in place of whatever is there; folders on the way are made, and a link among them is
 * never followed. @throws AppError `invalid-arguments`, `conflict` when something that is no folder is in the way.
 */
export async function putEntry(
  root: string,
  path: string,
  entry: { mode: Entry['mode']; content: Uint8Array },
): Promise<void> {
  const full = await place(root, path, true);
  await removeTree(full);
  if (entry.mode === '120000') {
    await symlink(Buffer.from(entry.content), full);
  } else {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    const handle = await open(full, flags, entry.mode === '100755' ? 0o755 : 0o644);
    try {
      await handle.writeFile(entry.content);
    } finally {
      await handle.close();
    }
  }
  await giveToKitUser(join(root, path.split('/')[0] ?? ''));
}

/** Takes an entry out of the workspace, and the folders that are empty then. */
export async function removeEntry(root: string, path: string): Promise<void> {
  await removeTree(await place(root, path, false));
  const parts = path.split('/').slice(0, -1);
  for (; parts.length > 0; parts.pop()) {
    const folder = join(root, ...parts);
    if ((await readdir(folder).catch(() => ['?'])).length > 0) return;
    await removeTree(folder);
  }
}

/** Removes all that is in a workspace, whatever its names are, but these files where they are as they were. */
export async function emptyFolder(root: string, kept: ReadonlyMap<string, string>): Promise<void> {
  const clear = async (folder: string, prefix: string): Promise<void> => {
    await reopenFolder(folder);
    for (const raw of await readdir(folder, { encoding: 'buffer' })) {
      const path = prefix + (asText(raw) ?? '');
      const full = join(folder, asText(raw) ?? '');
      if (kept.has(path) && stampOf(await lstat(full)) === kept.get(path)) continue;
      const around = [...kept.keys()].some((one) => one.startsWith(`${path}/`));
      if (around && (await lstat(full)).isDirectory()) await clear(full, `${path}/`);
      else await removeTree(Buffer.concat([Buffer.from(`${folder}/`), raw]));
    }
  };
  await clear(root, '');
}

async function place(root: string, path: string, make: boolean): Promise<string> {
  const parts = checkWorkspacePath(path).split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) {
    folder = join(folder, part);
    const found = await lstat(folder).catch(() => undefined);
    if (found === undefined && make) await mkdir(folder, { mode: 0o755 });
    else if (found !== undefined && !found.isDirectory())
      throw new AppError('conflict', `${part} is no folder in the workspace: choose another path.`);
  }
  return join(folder, name);
}
