import { AppError } from '@pagehand/contracts/errors';
import type Database from 'better-sqlite3';
import { attempt } from './store-error.ts';

/**
 * Step N brings a database of `user_version` N to N + 1. A step that was released is never changed: add another one.
 * LangGraph's checkpoints (`checkpoints`, `writes`) are made by its own saver in the same file.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE threads (
    n INTEGER PRIMARY KEY,
    thread_id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  );
  CREATE INDEX threads_by_time ON threads (deleted_at, pinned, updated_at);

  CREATE TABLE messages (
    n INTEGER PRIMARY KEY,
    thread_id TEXT NOT NULL,
    id TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    rest TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (thread_id, id)
  );

  CREATE VIRTUAL TABLE titles_search USING fts5 (title, content = 'threads', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2');
  CREATE TRIGGER threads_added AFTER INSERT ON threads BEGIN
    INSERT INTO titles_search (rowid, title) VALUES (new.n, new.title);
  END;
  CREATE TRIGGER threads_removed AFTER DELETE ON threads BEGIN
    INSERT INTO titles_search (titles_search, rowid, title) VALUES ('delete', old.n, old.title);
  END;
  CREATE TRIGGER threads_renamed AFTER UPDATE OF title ON threads BEGIN
    INSERT INTO titles_search (titles_search, rowid, title) VALUES ('delete', old.n, old.title);
    INSERT INTO titles_search (rowid, title) VALUES (new.n, new.title);
  END;

  CREATE VIRTUAL TABLE messages_search USING fts5 (content, content = 'messages', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2');
  CREATE TRIGGER messages_added AFTER INSERT ON messages WHEN new.role <> 'tool' BEGIN
    INSERT INTO messages_search (rowid, content) VALUES (new.n, new.content);
  END;
  CREATE TRIGGER messages_removed AFTER DELETE ON messages WHEN old.role <> 'tool' BEGIN
    INSERT INTO messages_search (messages_search, rowid, content) VALUES ('delete', old.n, old.content);
  END;
  CREATE TRIGGER messages_unindexed BEFORE UPDATE ON messages WHEN old.role <> 'tool' BEGIN
    INSERT INTO messages_search (messages_search, rowid, content) VALUES ('delete', old.n, old.content);
  END;
  CREATE TRIGGER messages_indexed AFTER UPDATE ON messages WHEN new.role <> 'tool' BEGIN
    INSERT INTO messages_search (rowid, content) VALUES (new.n, new.content);
  END;

  CREATE TABLE turns (
    turn_id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'waiting', 'ended')),
    input TEXT NOT NULL,
    started_at INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX turns_one_open ON turns (thread_id) WHERE state <> 'ended';
  CREATE INDEX turns_of_thread ON turns (thread_id);

  CREATE TABLE interrupts (
    interrupt_id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    request TEXT NOT NULL,
    answer TEXT,
    closed INTEGER NOT NULL DEFAULT 0,
    claimed_by TEXT,
    claim_ttl INTEGER NOT NULL DEFAULT 0,
    claim_until INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX interrupts_of_thread ON interrupts (thread_id);
  CREATE INDEX interrupts_of_turn ON interrupts (turn_id);

  CREATE TABLE receipts (
    interrupt_id TEXT NOT NULL,
    step_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    receipt TEXT NOT NULL,
    PRIMARY KEY (interrupt_id, step_id)
  ) WITHOUT ROWID;

  CREATE TABLE journal (
    call_id TEXT PRIMARY KEY,
    turn_id TEXT NOT NULL,
    result TEXT,
    started_at INTEGER NOT NULL
  );
  CREATE INDEX journal_of_turn ON journal (turn_id);

  CREATE TABLE snapshots (
    n INTEGER PRIMARY KEY,
    snapshot_id TEXT NOT NULL UNIQUE,
    turn_id TEXT NOT NULL,
    snapshot TEXT NOT NULL
  );
  CREATE INDEX snapshots_of_turn ON snapshots (turn_id);

  CREATE TABLE results (
    call_id TEXT PRIMARY KEY,
    turn_id TEXT NOT NULL,
    content TEXT NOT NULL
  );
  CREATE INDEX results_of_turn ON results (turn_id);

  CREATE TABLE event_heads (thread_id TEXT PRIMARY KEY, last_seq INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (
    thread_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    run_id TEXT NOT NULL,
    type TEXT NOT NULL,
    event TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (thread_id, seq)
  ) WITHOUT ROWID;

  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, sealed BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE pairings (
    pairing_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    origin TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );
  `,
  `
  CREATE TABLE notes (
    thread_id TEXT NOT NULL,
    note_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (thread_id, note_id)
  ) WITHOUT ROWID;
  CREATE TABLE task_lists (thread_id TEXT PRIMARY KEY, tasks TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  CREATE TABLE kit_modules (module_id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  CREATE TABLE attachments (
    n INTEGER PRIMARY KEY,
    attachment_id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL,
    turn_id TEXT,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX attachments_of_thread ON attachments (thread_id);
  ALTER TABLE snapshots ADD COLUMN mentioned INTEGER NOT NULL DEFAULT 0;
  `,
];

/**
 * Brings the tables to this version, each step whole or not at all.
 * @param to for tests: as an earlier version left it.
 * @throws AppError `version-mismatch` when a newer Pagehand has written the database.
 */
export function migrate(database: Database.Database, to = MIGRATIONS.length): void {
  const found = Number(attempt(() => database.pragma('user_version', { simple: true })));
  if (found > MIGRATIONS.length)
    throw new AppError(
      'version-mismatch',
      'The data folder was written by a newer Pagehand. Update this one, or choose another folder with --data.',
    );
  for (let version = found; version < to; version += 1) {
    const step = MIGRATIONS[version] ?? '';
    attempt(() =>
      database
        .transaction(() => {
          database.exec(step);
          database.pragma(`user_version = ${version + 1}`);
        })
        .exclusive(),
    );
  }
}
