import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from '../../backend/kits/workspace.ts';

const never = new AbortController().signal;
let base: string;
let workspace: Workspace;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'pagehand-workspace-')));
  workspace = new Workspace(base, ['cache/', '*.tmp']);
  await workspace.create(new Map([['data/start.csv', Buffer.from('a,b\n1,2\n')]]), never);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = (...parts: string[]): string => join(workspace.folder, ...parts);
const call = (callId: string, work: () => void) =>
  workspace.change({ kind: 'call', tool: 'kit_t_x', callId }, never, async () => work());
/** Git as a person would use it on the history: what we wrote must be sound for others too. */
const git = (...args: string[]): string =>
  execFileSync('git', ['--git-dir', join(base, 'history.git'), ...args], { encoding: 'utf8' });

describe('the history of a workspace', () => {
  it('begins with what the kit brings, and its Git directory is not in the folder that containers see', () => {
    expect(git('ls-tree', '-r', '--name-only', 'main').trim()).toBe('data/start.csv');
    expect(readdirSync(workspace.folder)).toEqual(['data']);
  });

  it('has one commit for each call that changes something, with the id of the call, and none for the others', async () => {
    const first = await call('c1', () => {
      writeFileSync(at('new "file" \\ ü 表.txt'.replace('\\ ', '')), 'hello');
      writeFileSync(at('data/start.csv'), 'a,b\n1,3\n');
    });
    const nothing = await call('c2', () => undefined);
    const third = await call('c3', () => rmSync(at('data'), { recursive: true }));
    expect(first.commit?.changes).toEqual([
      { path: 'data/start.csv', change: 'changed' },
      { path: 'new "file" ü 表.txt', change: 'added' },
    ]);
    expect(nothing.commit).toBeUndefined();
    expect(third.commit?.changes).toEqual([{ path: 'data/start.csv', change: 'removed' }]);
    const log = await workspace.log(10, never);
    expect(log.map(({ kind, callId }) => [kind, callId])).toEqual([
      ['call', 'c3'],
      ['call', 'c1'],
      ['start', undefined],
    ]);
    expect(git('rev-list', '--count', 'main').trim()).toBe('3');
    expect(git('fsck', '--strict', '--no-dangling')).toBe('');
    expect(git('show', 'main~1:new "file" ü 表.txt')).toBe('hello');
  });

  it('holds bytes as they are, whatever attributes the workspace asks for, and the executable bit', async () => {
    await call('c1', () => {
      writeFileSync(at('.gitattributes'), '* text eol=crlf ident working-tree-encoding=UTF-16\n*.bin filter=lfs\n');
      writeFileSync(at('.gitignore'), '*\n');
      writeFileSync(at('lines.txt'), 'one\r\ntwo\n$Id$\n');
      writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 });
    });
    const hash = git('rev-parse', 'main:lines.txt').trim();
    expect((await workspace.content(hash, never)).toString()).toBe('one\r\ntwo\n$Id$\n');
    expect(git('ls-tree', 'main', 'run.sh')).toContain('100755');
  });

  it('leaves out what the kit says to ignore, and nothing that only the workspace says', async () => {
    const { commit } = await call('c1', () => {
      mkdirSync(at('cache'));
      writeFileSync(at('cache/x'), 'x');
      writeFileSync(at('a.tmp'), 'x');
      writeFileSync(at('.gitignore'), 'hidden.txt\n');
      writeFileSync(at('hidden.txt'), 'x');
    });
    expect(commit?.changes.map(({ path }) => path)).toEqual(['.gitignore', 'hidden.txt']);
  });

  it('shows what a call changed', async () => {
    const { commit } = await call('c1', () => writeFileSync(at('data/start.csv'), 'a,b\n9,2\n'));
    const diff = await workspace.diff(commit?.commit ?? '', never);
    expect(diff.text).toContain('-1,2\n+9,2');
    expect(diff.files).toEqual([{ path: 'data/start.csv', change: 'changed' }]);
    await expect(workspace.diff('0'.repeat(40), never)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('notes what was changed outside of a call, before the call that comes', async () => {
    writeFileSync(at('by-hand.txt'), 'x');
    await call('c1', () => writeFileSync(at('by-call.txt'), 'y'));
    expect((await workspace.log(2, never)).map(({ kind }) => kind)).toEqual(['call', 'outside']);
  });

  it('is the same for a process that comes later', async () => {
    await call('c1', () => writeFileSync(at('a.txt'), '1'));
    const later = new Workspace(base, []);
    const { commit } = await later.change({ kind: 'call', callId: 'c2' }, never, async () => undefined);
    expect(commit).toBeUndefined();
    expect((await later.files(never)).map(({ path, size }) => [path, size])).toEqual([
      ['a.txt', 1],
      ['data/start.csv', 8],
    ]);
  });

  it('sees a file that changed within the same second and kept its size', async () => {
    await call('c1', () => writeFileSync(at('a.txt'), '1'));
    const { commit } = await call('c2', () => writeFileSync(at('a.txt'), '2'));
    expect(commit?.changes).toEqual([{ path: 'a.txt', change: 'changed' }]);
  });

  it('keeps a file that became a folder, and a folder that became a file', async () => {
    await call('c1', () => writeFileSync(at('x'), 'file'));
    await call('c2', () => {
      rmSync(at('x'));
      mkdirSync(at('x'));
      writeFileSync(at('x/y'), 'deep');
      rmSync(at('data'), { recursive: true });
      writeFileSync(at('data'), 'flat');
    });
    expect(git('ls-tree', '-r', '--name-only', 'main').trim().split('\n')).toEqual(['data', 'x/y']);
    await workspace.undo('c2', never);
    expect(readFileSync(at('x'), 'utf8')).toBe('file');
    expect(readFileSync(at('data/start.csv'), 'utf8')).toBe('a,b\n1,2\n');
  });
});

describe('undo', () => {
  it('takes back the newest call, then the one before, and never the beginning', async () => {
    await call('c1', () => writeFileSync(at('a.txt'), '1'));
    await call('c2', () => {
      writeFileSync(at('a.txt'), '2');
      writeFileSync(at('data/more.csv'), 'm');
      rmSync(at('data/start.csv'));
    });
    expect((await workspace.undo(undefined, never)).undone.callId).toBe('c2');
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('1');
    expect(readdirSync(at('data'))).toEqual(['start.csv']);
    expect((await workspace.undo(undefined, never)).undone.callId).toBe('c1');
    expect(existsSync(at('a.txt'))).toBe(false);
    await expect(workspace.undo(undefined, never)).rejects.toMatchObject({ code: 'not-found' });
    const log = await workspace.log(10, never);
    expect(log.map(({ kind }) => kind)).toEqual(['undo', 'undo', 'call', 'call', 'start']);
  });

  it('of an older call works where nothing has touched its files since, and says which were touched', async () => {
    await call('c1', () => writeFileSync(at('a.txt'), '1'));
    await call('c2', () => writeFileSync(at('b.txt'), '1'));
    await call('c3', () => writeFileSync(at('a.txt'), '2'));
    await expect(workspace.undo('c1', never)).rejects.toMatchObject({ code: 'conflict', message: /a\.txt/ });
    await workspace.undo('c2', never);
    expect(existsSync(at('b.txt'))).toBe(false);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('2');
    await expect(workspace.undo('c2', never)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('calls of one workspace', () => {
  it('never overlap, keep their order, and each has its own commit', async () => {
    let inside = 0;
    const seen: number[] = [];
    const calls = Array.from({ length: 8 }, (_, n) =>
      workspace.change({ kind: 'call', callId: `c${n}` }, never, async () => {
        inside += 1;
        expect(inside).toBe(1);
        seen.push(n);
        await new Promise((resolve) => setTimeout(resolve, 5));
        writeFileSync(at(`${n}.txt`), 'x');
        inside -= 1;
      }),
    );
    const done = await Promise.all(calls);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(done.map(({ commit }) => commit?.changes.map(({ path }) => path))).toEqual(seen.map((n) => [`${n}.txt`]));
  });

  it('that are stopped while they wait never begin, and hold nobody up', async () => {
    const stop = new AbortController();
    let entered = (): void => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = workspace.change({ kind: 'call', callId: 'c1' }, never, () => {
      entered();
      return gate;
    });
    let began = false;
    const second = workspace.change({ kind: 'call', callId: 'c2' }, stop.signal, async () => {
      began = true;
    });
    const third = workspace.change({ kind: 'call', callId: 'c3' }, never, async () => writeFileSync(at('3.txt'), 'x'));
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await inside;
    release();
    await first;
    await third;
    expect(began).toBe(false);
  });
});
