import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import Database from 'better-sqlite3';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Makes the data folder, or takes the one that is there, for its owner alone (0700).
 * @throws AppError `store-unavailable` when it cannot be used.
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(resolve(folder));
    const found = statSync(folder);
    const uid = process.getuid?.();
    // A folder of several users (like the system's temporary one) must not lose its permissions, and is no place for secrets.
    if ((found.mode & 0o1000) !== 0 || (uid !== undefined && found.uid !== uid))
      throw new AppError(
        'store-unavailable',
        `The data folder ${folder} belongs to somebody else or is shared. Choose one of your own with --data.`,
      );
    if ((found.mode & 0o777) !== FOLDER_MODE) chmodSync(folder, FOLDER_MODE);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('store-unavailable', `The data folder ${folder} cannot be made or written.`, { cause: error });
  }
}

/**
 * Makes the folder and those above it. Not mkdir's own `recursive`: Node never returns from it where a file system says
 * "no such file" for a new name in a folder that is there (/proc, some network and automatic mounts).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: FOLDER_MODE });
}

/** Makes an empty file 0600 where there is none, and takes group and others off one that is there. */
export function preparePrivateFile(path: string): void {
  try {
    if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE));
    if ((statSync(path).mode & 0o777) !== FILE_MODE) chmodSync(path, FILE_MODE);
  } catch (error) {
    throw new AppError('store-unavailable', `The file ${path} cannot be made or written.`, { cause: error });
  }
}

/**
 * One process per data folder. The lock is an exclusively locked SQLite file, which the operating system releases when
 * the process dies, however it dies.
 * @returns the function that releases it.
 * @throws AppError `store-unavailable` when another process has it.
 */
export function lockDataFolder(folder: string): () => void {
  const path = join(folder, 'lock.sqlite');
  preparePrivateFile(path);
  let lock: Database.Database | undefined;
  try {
    lock = new Database(path, { timeout: 0 });
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const busy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
    const message = busy
      ? `Another Pagehand already uses the data folder ${folder}. Stop it, or choose another folder with --data.`
      : `The data folder ${folder} cannot be locked: look at its permissions and at the free disk space.`;
    throw new AppError('store-unavailable', message, { cause: error });
  }
  const held = lock;
  return () => {
    held.close();
  };
}
