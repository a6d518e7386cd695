import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import type { KitSource } from '@pagehand/contracts/kit-lock';
import { unpackArchive } from './archive.ts';
import { fetchGit, parseGitUrl } from './git-source.ts';
import { type KitFiles, readKitFiles } from './kit-files.ts';
import { MANIFEST_FILE } from './parse-manifest.ts';

/**
 * Brings a kit from a folder, a tar archive or a Git URL into `into`: a copy of plain files, ours from here on, so that
 * what is checked is what is installed.
 * @param work an empty folder for what lies in between; both belong to the caller, who removes them.
 * @throws AppError `not-found`, `kit-source-refused`, `cancelled`, `timeout`
 */
export async function fetchSource(text: string, into: string, work: string, signal: AbortSignal): Promise<KitSource> {
  const git = parseGitUrl(text);
  if (git !== undefined) {
    const { archive, commit } = await fetchGit(git, work, signal);
    await writeKit(await readUnpacked(archive, work, signal), into);
    const place =
      git.ref === undefined && git.folder === undefined
        ? ''
        : `#${git.ref ?? ''}${git.folder === undefined ? '' : `:${git.folder}`}`;
    return { kind: 'git', location: `${git.shown}${place}`, commit };
  }
  const location = resolve(text);
  const found = await stat(location).catch((cause) => {
    throw new AppError('not-found', `There is no folder or archive ${text}, and it is no Git URL (https, ssh, file).`, {
      cause,
    });
  });
  if (found.isDirectory()) {
    await writeKit(await readKitFiles(location, true, signal), into);
    return { kind: 'folder', location };
  }
  await writeKit(await readUnpacked(location, work, signal), into);
  return { kind: 'archive', location };
}

/** Files of an archive; where all lies in one folder, what is in that. */
async function readUnpacked(archive: string, work: string, signal: AbortSignal): Promise<KitFiles> {
  const unpacked = join(work, 'unpacked');
  await unpackArchive(archive, unpacked, signal);
  const entries = await readdir(unpacked, { withFileTypes: true });
  const [only] = entries;
  const inside = entries.length === 1 && only?.isDirectory() === true && only.name !== MANIFEST_FILE;
  return readKitFiles(inside ? join(unpacked, only.name) : unpacked, true, signal);
}

/** Writes the files so that the container's user can read them, whatever the mask of this process, and nobody can run them. */
async function writeKit(files: KitFiles, into: string): Promise<void> {
  const folders = new Set<string>([into]);
  for (const [path, data] of files) {
    const full = join(into, path);
    for (let folder = dirname(full); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, data, { flag: 'wx' });
    await chmod(full, 0o644);
  }
  for (const folder of folders) await chmod(folder, 0o755);
}
