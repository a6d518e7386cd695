import { createHash } from 'node:crypto';
import { lstat, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import { canonicalJson } from '@pagehand/contracts/json';

/** What a kit may hold; sizes in bytes. */
export const KIT_BOUNDS = {
  files: 1_000,
  fileBytes: 20_000_000,
  totalBytes: 60_000_000,
  depth: 16,
  pathChars: 300,
} as const;

/** Never part of a kit: histories, caches and what a package manager makes from the lock. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '__pycache__',
  '.venv',
  '.DS_Store',
]);

/** Paths relative to the kit's folder, with `/`. */
export type KitFiles = ReadonlyMap<string, Uint8Array>;

const refused = (message: string) => new AppError('kit-source-refused', message);

/**
 * What is wrong with a path that a kit, or an archive of one, wants to have; undefined when it is fine on every system.
 * Control characters, backslashes and drive letters are refused, as are names that some systems read otherwise.
 */
export function pathProblem(path: string): string | undefined {
  if (path.length > KIT_BOUNDS.pathChars) return 'is too long';
  const parts = path.split('/');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  if (parts.some((part) => part === '..' || part === '.')) return 'leads out of the kit';
  if (parts.some((part) => part === '')) return 'has an empty part';
  if (parts.length > KIT_BOUNDS.depth) return 'nests too deeply';
  if (/[\\:*?"<>|]|\p{C}/u.test(path)) return 'has a character that not every system allows';
  if (parts.some((part) => /[. ]$/.test(part) || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part)))
    return 'is a name that some systems read otherwise';
  return undefined;
}

/**
 * Reads a folder as a kit: plain files and folders only.
 * @param leaveOut false: also what never belongs to a kit, so that nothing hides in an installed one.
 * @throws AppError `kit-source-refused` on links, devices, bad names and past the bounds; `cancelled`.
 */
export async function readKitFiles(folder: string, leaveOut: boolean, signal: AbortSignal): Promise<KitFiles> {
  const files = new Map<string, Uint8Array>();
  const folded = new Set<string>();
  let total = 0;
  const add = async (path: string): Promise<void> => {
    const full = join(folder, path);
    const { size } = await lstat(full);
    total += size;
    if (size > KIT_BOUNDS.fileBytes) throw refused(`${path} is larger than ${KIT_BOUNDS.fileBytes / 1_000_000} MB.`);
    if (total > KIT_BOUNDS.totalBytes) throw refused(`The kit is larger than ${KIT_BOUNDS.totalBytes / 1_000_000} MB.`);
    if (files.size >= KIT_BOUNDS.files) throw refused(`The kit has more than ${KIT_BOUNDS.files} files.`);
    const key = path.normalize('NFC').toLowerCase();
    if (folded.has(key)) throw refused(`Two files of the kit have the same name on some systems: ${path}.`);
    folded.add(key);
    files.set(path, await readFile(full, { signal }));
  };
  const walk = async (below: string): Promise<void> => {
    for await (const entry of await opendir(join(folder, below))) {
      signal.throwIfAborted();
      if (leaveOut && LEFT_OUT.has(entry.name)) continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const problem = pathProblem(path);
      if (problem !== undefined) throw refused(`The path ${JSON.stringify(path)} ${problem}.`);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) await add(path);
      else throw refused(`${path} is a link or a device: a kit has plain files only.`);
    }
  };
  try {
    await walk('');
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted) throw new AppError('cancelled', 'It was stopped.', { cause: error });
    throw new AppError('not-found', 'The folder of the kit cannot be read.', { cause: error });
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** SHA-256 of each file, and of all of them together. */
export function hashKit(files: KitFiles): { files: Record<string, string>; digest: string } {
  const hashes = Object.fromEntries([...files].map(([path, data]) => [path, sha256(data)]));
  return { files: hashes, digest: sha256(canonicalJson(hashes)) };
}
