/** Data folders that an earlier version of Pagehand has left: what stands in them is still there after the update. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../backend/store/open-database.ts';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import { snapshot } from './store-samples.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-update-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The version that this Pagehand writes. */
function newest(): number {
  const place = mkdtempSync(join(tmpdir(), 'pagehand-newest-'));
  const database = openDatabase(join(place, 'pagehand.sqlite'));
  const version = Number(database.pragma('user_version', { simple: true }));
  database.close();
  rmSync(place, { recursive: true, force: true });
  return version;
}

describe.each(Array.from({ length: newest() }, (_, index) => index + 1))('a data folder of version %i', (version) => {
  test('keeps its threads, messages and settings, and takes everything that is new', () => {
    const before = openDatabase(join(folder, 'pagehand.sqlite'), version);
    before
      .prepare('INSERT INTO threads (thread_id, title, created_at, updated_at) VALUES (?, ?, 1, 1)')
      .run('old', 'Tea from Assam');
    before
      .prepare(
        "INSERT INTO messages (thread_id, id, turn_id, role, content, rest, created_at) VALUES ('old', 'm', 't', 'user', 'Where is the tea?', '{}', 1)",
      )
      .run();
    before.prepare("INSERT INTO settings (key, value) VALUES ('kept', '7')").run();
    expect(before.pragma('user_version', { simple: true })).toBe(version);
    before.close();

    const store = openSqliteStore(folder);
    expect(store.threads.messages('old').map(({ content }) => content)).toEqual(['Where is the tea?']);
    expect(store.threads.list('assam', 10).map(({ threadId }) => threadId)).toEqual(['old']);
    expect(store.settings.get('kept')).toBe(7);
    store.turns.start({ turnId: 'new', threadId: 'old', input: {} });
    store.snapshots.put('new', snapshot('s'), true);
    expect(store.snapshots.mentioned('new')).toHaveLength(1);
    store.notes.add('old', 'a note');
    expect(store.notes.list('old')).toHaveLength(1);
    expect(store.attachments.sent('old')).toEqual([]);
    store.close();
  });
});
