import { createReadStream } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@pagehand/contracts/errors';
import { type ReadEntry, Unpack } from 'tar';
import { KIT_BOUNDS, LEFT_OUT, pathProblem } from './kit-files.ts';

/** Bytes of the archive itself. */
const MAX_ARCHIVE = 60_000_000;
/** Entries that say something of others (long names, attributes) and unpack to nothing. */
const META = new Set([
  'ExtendedHeader',
  'OldExtendedHeader',
  'GlobalExtendedHeader',
  'NextFileHasLongPath',
  'NextFileHasLongLinkpath',
  'OldGnuLongPath',
]);

const refused = (message: string, cause?: unknown) =>
  new AppError('kit-source-refused', `The archive is refused: ${message}.`, cause === undefined ? {} : { cause });

/** What is wrong with an entry; undefined when it is a plain file or folder of a kit. */
function entryProblem(entry: ReadEntry): string | undefined {
  const name = JSON.stringify(entry.path.slice(0, 120));
  if (
    entry.type !== 'File' &&
    entry.type !== 'OldFile' &&
    entry.type !== 'ContiguousFile' &&
    entry.type !== 'Directory'
  )
    return `${name} is a ${entry.type}; a kit has plain files only`;
  // "./" and a closing "/" are how tar writes the folder itself and folders.
  const path = entry.path.replace(/^\.\//, '').replace(/\/$/, '');
  if (path === '' || path === '.') return entry.type === 'Directory' ? undefined : `${name} has no name`;
  const problem = pathProblem(path);
  if (problem !== undefined) return `the path ${name} ${problem}`;
  if (entry.size > KIT_BOUNDS.fileBytes) return `${name} is larger than ${KIT_BOUNDS.fileBytes / 1_000_000} MB`;
  return undefined;
}

/**
 * Unpacks a tar archive (plain or gzip) into a folder that is empty and ours. Anything but plain files and folders inside
 * of it refuses the whole archive: links, devices, absolute or upward paths, a name twice, too many or too large.
 * @throws AppError `kit-source-refused`, `not-found`, `cancelled`
 */
export async function unpackArchive(archive: string, into: string, signal: AbortSignal): Promise<void> {
  const found = await stat(archive).catch((cause) => {
    throw new AppError('not-found', 'The archive cannot be read.', { cause });
  });
  if (!found.isFile()) throw refused('it is no file');
  if (found.size > MAX_ARCHIVE) throw refused(`it is larger than ${MAX_ARCHIVE / 1_000_000} MB`);
  await mkdir(into, { recursive: true });
  let bytes = 0;
  const paths = new Set<string>();
  let problem: string | undefined;
  const unpack = new Unpack({
    cwd: into,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    maxDepth: KIT_BOUNDS.depth,
    filter: (_path, entry) => {
      if (!('header' in entry) || problem !== undefined) return false;
      problem = entryProblem(entry) ?? countProblem(entry);
      if (problem !== undefined) abort.abort(refused(problem));
      // Only the bits of a plain file, whatever the archive says.
      entry.mode = entry.type === 'Directory' ? 0o755 : 0o644;
      return problem === undefined && !entry.path.split('/').some((part) => LEFT_OUT.has(part));
    },
  });
  /** Counts what an entry claims; the parser refuses entries with more data than that. */
  function countProblem(entry: ReadEntry): string | undefined {
    if (entry.type === 'Directory') return undefined;
    bytes += entry.size;
    if (bytes > KIT_BOUNDS.totalBytes) return `it unpacks to more than ${KIT_BOUNDS.totalBytes / 1_000_000} MB`;
    const key = entry.path.replace(/^\.\//, '').normalize('NFC').toLowerCase();
    if (paths.has(key)) return `it has ${JSON.stringify(entry.path.slice(0, 120))} twice`;
    paths.add(key);
    return paths.size > KIT_BOUNDS.files ? `it has more than ${KIT_BOUNDS.files} files` : undefined;
  }
  const abort = new AbortController();
  unpack.on('ignoredEntry', (entry: ReadEntry) => {
    if (META.has(entry.type)) return;
    problem ??= entryProblem(entry);
  });
  try {
    await pipeline(createReadStream(archive), unpack, { signal: AbortSignal.any([signal, abort.signal]) });
  } catch (cause) {
    if (signal.aborted) throw new AppError('cancelled', 'It was stopped.', { cause });
    throw refused(problem ?? 'it is no tar archive, or damaged', cause);
  }
  if (problem !== undefined) throw refused(problem);
  await chmod(into, 0o755);
}
