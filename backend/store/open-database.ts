import { statSync } from 'node:fs';
import { AppError } from '@pagehand/contracts/errors';
import Database from 'better-sqlite3';
import { preparePrivateFile } from './data-folder.ts';
import { migrate } from './migrations.ts';
import { attempt, toStoreError } from './store-error.ts';

/**
 * Opens the database in WAL mode and brings its tables up to date. A damaged file is refused and left byte by byte as it
 * is: it is looked at through a read-only connection first, as the last writing connection would rewrite it on closing.
 * @param version for tests: the tables as an earlier version left them.
 * @throws AppError `store-unavailable` (damaged, full, unwritable) or `version-mismatch`.
 */
export function openDatabase(path: string, version?: number): Database.Database {
  preparePrivateFile(path);
  checkIntegrity(path);
  const database = attempt(() => new Database(path, { timeout: 5_000 }));
  try {
    attempt(() => {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = NORMAL');
      database.pragma('secure_delete = FAST');
    });
    migrate(database, version);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function checkIntegrity(path: string): void {
  if (statSync(path).size === 0) return;
  let reader: Database.Database | undefined;
  try {
    reader = new Database(path, { readonly: true, fileMustExist: true });
    const verdict = reader.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok')
      throw new AppError(
        'store-unavailable',
        'The database is damaged. It was left as it is; restore a copy or choose another data folder.',
      );
  } catch (error) {
    throw toStoreError(error);
  } finally {
    reader?.close();
  }
}
