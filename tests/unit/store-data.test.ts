import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import type { Store, StoredEvent } from '../../backend/store/store.ts';
import { errorOf, snapshot } from './store-samples.ts';

let folder = '';
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-store-'));
  store = openSqliteStore(folder);
});
afterEach(() => {
  if (store.database.open) store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('snapshots', () => {
  it('come back whole by id and as the latest of a turn', () => {
    store.snapshots.put('t', snapshot('a'));
    store.snapshots.put('t', snapshot('b'));
    expect(store.snapshots.get('a')).toEqual(snapshot('a'));
    expect(store.snapshots.latest('t')?.snapshotId).toBe('b');
    expect(store.snapshots.latest('other')).toBeUndefined();
  });
});

describe('events', () => {
  it('are numbered per thread without a gap, read again from any place, and heard as they come', () => {
    const heard: StoredEvent[] = [];
    const stop = store.events.listen('a', (event) => heard.push(event));
    for (let count = 0; count < 5; count += 1) {
      store.events.append('a', 'r', { type: 'CUSTOM', count });
      store.events.append('b', 'r', { type: 'CUSTOM', count });
    }
    stop();
    store.events.append('a', 'r', { type: 'RUN_STARTED' });
    store.events.append('a', 'other', { type: 'CUSTOM' });
    expect(heard).toEqual(store.events.after('a', 0, 5));
    expect(store.events.after('a', 3, 2).map((event) => event.seq)).toEqual([4, 5]);
    expect([store.events.lastSeq('a'), store.events.lastSeq('b'), store.events.lastSeq('none')]).toEqual([7, 5, 0]);
    expect(store.events.lastRun('a')).toBe('r');
  });

  it('of ended turns are dropped by compaction, those of an open turn and the numbering stay', () => {
    store.threads.ensure('a', 'x');
    store.threads.ensure('b', 'x');
    store.turns.start({ turnId: '1', threadId: 'a', input: {} });
    store.turns.start({ turnId: '2', threadId: 'b', input: {} });
    store.events.append('a', '1', { type: 'CUSTOM' });
    store.events.append('b', '2', { type: 'CUSTOM' });
    store.turns.setState('1', 'ended');
    expect(store.events.compact(Date.now() - 60_000)).toBe(0);
    expect(store.events.compact(Date.now() + 60_000)).toBe(1);
    expect(store.events.after('a', 0, 10)).toEqual([]);
    expect(store.events.after('b', 0, 10)).toHaveLength(1);
    expect(store.events.append('a', '3', { type: 'CUSTOM' })).toBe(2);
  });
});

describe('settings and secrets', () => {
  it('keep any JSON value over a restart', () => {
    store.settings.set('model', { kind: 'offline' });
    store.settings.set('model', { kind: 'offline', deep: [1, null] });
    store.secrets.set('key', 'sk-canary-ü');
    store.close();
    store = openSqliteStore(folder);
    expect(store.settings.get('model')).toEqual({ kind: 'offline', deep: [1, null] });
    expect(store.settings.get('none')).toBeUndefined();
    expect(store.secrets.get('key')).toBe('sk-canary-ü');
    store.secrets.set('key', null);
    expect(store.secrets.get('key')).toBeUndefined();
  });

  it('leave no secret readable in any file of the data folder', () => {
    store.secrets.set('key', 'sk-canary-1234567890');
    const read = () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name)).toString('latin1'))
        .join('');
    expect(read()).not.toContain('canary');
    store.close();
    expect(read()).not.toContain('canary');
  });

  it('refuse a secret whose row was moved, changed, or whose key is another one', () => {
    store.secrets.set('a', 'secret a');
    store.secrets.set('b', 'secret b');
    store.database
      .prepare("UPDATE secrets SET sealed = (SELECT sealed FROM secrets WHERE name = 'b') WHERE name = 'a'")
      .run();
    expect(errorOf(() => store.secrets.get('a'))?.code).toBe('store-unavailable');
    store.close();
    writeFileSync(join(folder, 'secrets.key'), Buffer.alloc(32, 1));
    store = openSqliteStore(folder);
    expect(errorOf(() => store.secrets.get('b'))?.code).toBe('store-unavailable');
    store.secrets.set('b', 'entered again');
    expect(store.secrets.get('b')).toBe('entered again');
  });
});

describe('the data folder', () => {
  it('belongs to its owner alone, also when it was wide open before', () => {
    store.secrets.set('key', 'x');
    store.events.append('t', 'r', { type: 'CUSTOM' });
    const modes = () =>
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
    expect(modes().filter(([, mode]) => mode !== '600')).toEqual([]);
    expect(modes().map(([name]) => name)).toEqual(
      expect.arrayContaining(['pagehand.sqlite', 'pagehand.sqlite-wal', 'secrets.key', 'lock.sqlite']),
    );
    store.close();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, 0o755);
    store = openSqliteStore(folder);
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
    expect(store.secrets.get('key')).toBe('x');
    expect(modes().filter(([, mode]) => mode !== '600')).toEqual([]);
  });

  it('is used by one store at a time and free again after close', () => {
    expect(errorOf(() => openSqliteStore(folder))).toMatchObject({
      code: 'store-unavailable',
      message: expect.stringContaining('Another Pagehand'),
    });
    store.close();
    store = openSqliteStore(folder);
  });

  it('is refused when it is shared, when a file stands in its place, or when its parent cannot be written', () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    expect(errorOf(() => openSqliteStore(shared))?.code).toBe('store-unavailable');
    expect((statSync(shared).mode & 0o7777).toString(8)).toBe('1777');
    writeFileSync(join(folder, 'file'), 'mine');
    expect(errorOf(() => openSqliteStore(join(folder, 'file')))?.code).toBe('store-unavailable');
    expect(errorOf(() => openSqliteStore(join(folder, 'file', 'below')))?.code).toBe('store-unavailable');
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
  });
});
