import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import { errorOf, QUESTION } from './store-samples.ts';

const WRITER = new URL('./store-writer.ts', import.meta.url).pathname;
const root = new URL('../..', import.meta.url).pathname;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Every file of the folder, by its bytes. */
const bytesOf = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      // The lock holds nothing, and SQLite's reader may leave an empty log and its index behind.
      .filter((name) => name !== 'lock.sqlite' && !name.endsWith('-shm') && statSync(join(folder, name)).size > 0)
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );

/** A process that opens the store of the folder and writes until it is killed. `limitKb` bounds the size of any file (ulimit -f). */
function startWriter(mode: string, limitKb?: number) {
  const node = [process.execPath, '--import', 'tsx', WRITER, folder, mode];
  // An ignored SIGXFSZ is inherited: a write past the bound then fails as on a full disk, and does not kill.
  const child =
    limitKb === undefined
      ? spawn(node[0] ?? '', node.slice(1), { cwd: root })
      : spawn('bash', ['-c', `trap '' XFSZ; ulimit -f ${limitKb}; exec "$@"`, 'bash', ...node], { cwd: root });
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  child.stdout.setEncoding('utf8');
  let rest = '';
  child.stdout.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const wake of waiting.splice(0)) wake();
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  const exited = once(child, 'close').then(() => {
    for (const wake of waiting.splice(0)) wake();
  });
  return {
    child,
    lines,
    exited,
    errors: () => errors,
    /** Resolves when that many lines were printed; throws when the process ends before. */
    async printed(count: number): Promise<void> {
      while (lines.length < count) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The writer ended: ${errors}`);
        await new Promise<void>((wake) => waiting.push(wake));
      }
    },
  };
}

describe('a process that is killed in the middle of writes', () => {
  it.each([1, 2, 3])(
    'loses nothing that it was told was written, and nothing is half there (round %i)',
    async (round) => {
      const writer = startWriter('everything');
      await writer.printed(100 + round * 37);
      writer.child.kill('SIGKILL');
      await writer.exited;
      const told = writer.lines.map(Number);
      const store = openSqliteStore(folder);
      try {
        expect(store.database.pragma('integrity_check', { simple: true })).toBe('ok');
        const last = told.at(-1) ?? 0;
        expect(last).toBeGreaterThan(100);
        for (const step of told) {
          const id = `i${step}`;
          expect(store.journal.begin(`call${step}`, 'turn')).toEqual({ state: 'done', result: `result ${step}` });
          expect(store.interrupts.get(id)?.receipts).toHaveLength(1);
          expect(store.secrets.get(`secret${step}`)).toBe(`value ${step}`);
        }
        const events = store.events.after('thread', 0, 1_000_000);
        expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
        expect(events.length).toBeGreaterThanOrEqual(told.length);
        expect(store.events.lastSeq('thread')).toBe(events.length);
        expect(store.threads.messages('thread').length).toBeGreaterThanOrEqual(told.length);
        expect(store.threads.list('needle', 10)).toHaveLength(1);
        expect(store.turns.unfinished()).toEqual([
          { turnId: 'turn', threadId: 'thread', state: 'running', input: { ask: 'x' } },
        ]);
      } finally {
        store.close();
      }
    },
  );

  it('gives its folder back at once, and nobody else gets it before', async () => {
    const writer = startWriter('everything');
    await writer.printed(1);
    expect(errorOf(() => openSqliteStore(folder))).toMatchObject({
      code: 'store-unavailable',
      message: expect.stringContaining('Another Pagehand'),
    });
    writer.child.kill('SIGKILL');
    await writer.exited;
    openSqliteStore(folder).close();
  });

  it('leaves a journal entry that says it was begun and its end was not seen', async () => {
    const writer = startWriter('begin-only');
    await writer.printed(1);
    writer.child.kill('SIGKILL');
    await writer.exited;
    const store = openSqliteStore(folder);
    expect(store.journal.begin('call', 'turn')).toEqual({ state: 'started' });
    store.close();
  });
});

describe('a full disk', () => {
  it('is told as such, nothing half written, and what was there before can be read', async () => {
    const before = openSqliteStore(folder);
    before.threads.ensure('old', 'old thread');
    before.secrets.set('key', 'old secret');
    before.close();
    const writer = startWriter('until-full', 1_024);
    await writer.exited;
    const report = JSON.parse(writer.lines.at(-1) ?? '{}');
    expect(report, writer.errors()).toMatchObject({
      code: 'store-unavailable',
      old: 'old thread',
      secret: 'old secret',
    });
    expect(report.message).toMatch(/disk/i);
    expect(report.written).toBeGreaterThan(10);
    const store = openSqliteStore(folder);
    expect(store.database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(store.events.lastSeq('full')).toBe(report.written);
    expect(store.events.after('full', 0, 1_000_000)).toHaveLength(report.written);
    expect(store.threads.get('old')?.title).toBe('old thread');
    store.close();
  });

  it('refuses to open a new store there, in one line', async () => {
    const writer = startWriter('everything', 0);
    await writer.exited;
    expect(writer.child.exitCode).toBe(1);
    expect(writer.errors().trim().split('\n')).toHaveLength(1);
    expect(writer.errors()).toContain('store-unavailable');
  });
});

describe('a damaged database', () => {
  const make = (): string => {
    const store = openSqliteStore(folder);
    store.threads.ensure('t', 'x');
    for (let count = 0; count < 2_000; count += 1)
      store.events.append('t', 'r', { type: 'CUSTOM', text: `event ${count} ${'x'.repeat(100)}` });
    store.interrupts.open({ interruptId: 'i', threadId: 't', turnId: 't', request: QUESTION });
    store.close();
    return join(folder, 'pagehand.sqlite');
  };
  const damages: [string, (path: string) => void][] = [
    ['whose header is gone', (path) => patch(path, 0, Buffer.alloc(100, 0x41))],
    [
      'that is another kind of file',
      (path) => writeFileSync(path, 'My important notes, not a database.\n'.repeat(100)),
    ],
    ['whose pages are overwritten', (path) => patch(path, 4_096 * 6, Buffer.alloc(4_096 * 20, 0x5a))],
    ['that was cut off', (path) => truncateSync(path, 4_096 * 40 + 17)],
  ];
  it.each(damages)('%s is refused and left as it is, byte by byte', (_name, damage) => {
    const path = make();
    damage(path);
    const before = bytesOf();
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(errorOf(() => openSqliteStore(folder))).toMatchObject({
        code: 'store-unavailable',
        message: expect.stringMatching(/left as it is/),
      });
    expect(bytesOf()).toEqual(before);
  });
  it('beside a log of unfinished writes is refused and both are left as they are', async () => {
    make();
    const writer = startWriter('everything');
    await writer.printed(30);
    writer.child.kill('SIGKILL');
    await writer.exited;
    expect(readdirSync(folder)).toContain('pagehand.sqlite-wal');
    patch(join(folder, 'pagehand.sqlite'), 4_096 * 6, Buffer.alloc(4_096 * 20, 0x5a));
    const before = bytesOf();
    expect(errorOf(() => openSqliteStore(folder))?.code).toBe('store-unavailable');
    expect(bytesOf()).toEqual(before);
  });
  it('of a newer version is refused and left as it is', () => {
    const path = make();
    const newer = openSqliteStore(folder);
    newer.database.pragma('user_version = 99');
    newer.close();
    const before = readFileSync(path);
    expect(errorOf(() => openSqliteStore(folder))?.code).toBe('version-mismatch');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
  it('can be replaced by a copy that was made while it was whole', () => {
    const path = make();
    copyFileSync(path, join(folder, 'copy'));
    patch(path, 0, Buffer.alloc(100));
    expect(errorOf(() => openSqliteStore(folder))?.code).toBe('store-unavailable');
    copyFileSync(join(folder, 'copy'), path);
    const store = openSqliteStore(folder);
    expect(store.events.lastSeq('t')).toBe(2_000);
    store.close();
  });
});

function patch(path: string, offset: number, bytes: Buffer): void {
  const whole = readFileSync(path);
  bytes.copy(whole, offset);
  writeFileSync(path, whole);
}
