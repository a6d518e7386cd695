import { join } from 'node:path';
import { lockDataFolder, prepareDataFolder } from './data-folder.ts';
import { openDatabase } from './open-database.ts';
import { Sql } from './sql.ts';
import { sqliteAttachments } from './sqlite-attachments.ts';
import { sqliteEvents } from './sqlite-events.ts';
import { sqliteInterrupts } from './sqlite-interrupts.ts';
import { sqliteJournal } from './sqlite-journal.ts';
import { sqliteKitModules } from './sqlite-kit-modules.ts';
import { sqliteNotes } from './sqlite-notes.ts';
import { sqlitePairings } from './sqlite-pairings.ts';
import { sqliteSecrets } from './sqlite-secrets.ts';
import { sqliteSettings } from './sqlite-settings.ts';
import { sqliteSnapshots } from './sqlite-snapshots.ts';
import { sqliteTaskLists } from './sqlite-task-lists.ts';
import { sqliteThreads } from './sqlite-threads.ts';
import { sqliteTurns } from './sqlite-turns.ts';
import type { Store } from './store.ts';

/**
 * Opens the store of a data folder: `pagehand.sqlite` (WAL), `secrets.key`, `lock.sqlite`; the folder 0700, files 0600.
 * @throws AppError `store-unavailable` (in use, damaged, full, unwritable) or `version-mismatch`; old data is untouched.
 */
export function openSqliteStore(folder: string): Store {
  prepareDataFolder(folder);
  const unlock = lockDataFolder(folder);
  try {
    const database = openDatabase(join(folder, 'pagehand.sqlite'));
    const sql = new Sql(database);
    return {
      threads: sqliteThreads(sql),
      turns: sqliteTurns(sql),
      interrupts: sqliteInterrupts(sql),
      journal: sqliteJournal(sql),
      snapshots: sqliteSnapshots(sql),
      events: sqliteEvents(sql),
      settings: sqliteSettings(sql),
      secrets: sqliteSecrets(sql, join(folder, 'secrets.key')),
      pairings: sqlitePairings(sql),
      attachments: sqliteAttachments(sql, join(folder, 'attachments')),
      notes: sqliteNotes(sql),
      kitModules: sqliteKitModules(sql),
      taskLists: sqliteTaskLists(sql),
      database,
      close() {
        database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
