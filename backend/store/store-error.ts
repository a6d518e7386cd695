import { AppError } from '@pagehand/contracts/errors';
import Database from 'better-sqlite3';

/** What the person reads, by SQLite's result code (its extended codes start with the same words). */
const EXPLAINED: readonly (readonly [prefix: string, message: string])[] = [
  ['SQLITE_FULL', 'The disk is full: this could not be saved.'],
  ['SQLITE_IOERR', 'The disk refused to read or write: this could not be saved.'],
  ['SQLITE_CORRUPT', 'The database is damaged. It was left as it is; restore a copy or choose another data folder.'],
  [
    'SQLITE_NOTADB',
    'The database file is not a database. It was left as it is; move it away or choose another data folder.',
  ],
  ['SQLITE_READONLY', 'The data folder cannot be written.'],
  ['SQLITE_CANTOPEN', 'The database cannot be opened: look at the permissions of the data folder.'],
  ['SQLITE_PERM', 'The database cannot be opened: look at the permissions of the data folder.'],
  ['SQLITE_AUTH', 'The database cannot be opened: look at the permissions of the data folder.'],
  ['SQLITE_BUSY', 'Another program holds the database.'],
  ['SQLITE_LOCKED', 'Another program holds the database.'],
  ['SQLITE_NOMEM', 'There is no memory left for the database.'],
];

/** Turns what SQLite says about disk and file into AppError `store-unavailable`; everything else stays what it is. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const found = EXPLAINED.find(([prefix]) => error.code.startsWith(prefix));
  return found === undefined ? error : new AppError('store-unavailable', found[1], { cause: error });
}

/** Runs synchronous database work; disk and file errors come out as AppError `store-unavailable`. */
export function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreError(error);
  }
}
