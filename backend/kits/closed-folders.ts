import { chmod, lstat, readdir, rm } from 'node:fs/promises';

type Path = string | Buffer;

/**
 * Gives the owner of a folder all rights on it again: a kit may have taken them from us, who are the same user. Only while no
 * code of the kit runs: it could swap the folder for a link.
 * @returns false for what is no folder, a link to one among them, or is not there
 */
export async function reopenFolder(path: Path): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  });
  if (found === undefined || !found.isDirectory()) return false;
  if ((found.mode & 0o700) !== 0o700) await chmod(path, (found.mode & 0o7777) | 0o700);
  return true;
}

/** Removes a file, a link or a folder with all that is in it, also where the kit has closed folders. Nothing there is fine. */
export async function removeTree(path: Path): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await reopenTree(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function reopenTree(path: Path): Promise<void> {
  if (!(await reopenFolder(path))) return;
  for (const entry of await readdir(path, { encoding: 'buffer', withFileTypes: true }))
    if (entry.isDirectory()) await reopenTree(Buffer.concat([Buffer.from(path), Buffer.from('/'), entry.name]));
}
