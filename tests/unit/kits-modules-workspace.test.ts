import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from '../../backend/kits/workspace.ts';
import { WORKSPACE_LIMITS } from '../../backend/kits/workspace-files.ts';

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

describe('what a kit may leave in its workspace', () => {
  it('runs nothing on this machine: no hook, filter, monitor or nested repository', async () => {
    const proof = join(base, 'it-ran');
    const script = `#!/bin/sh\ntouch ${proof}\n`;
    await call('c1', () => {
      for (const folder of ['.git', 'sub/.git', 'sub/GIT~1']) {
        mkdirSync(at(folder, 'hooks'), { recursive: true });
        execFileSync('git', ['init', '-q', '--bare', at(folder)]);
        writeFileSync(
          at(folder, 'config'),
          `[core]\n fsmonitor = ${at('evil.sh')}\n hooksPath = hooks\n pager = ${at('evil.sh')}\n[filter "x"]\n clean = ${at('evil.sh')}\n process = ${at('evil.sh')}\n[diff "x"]\n textconv = ${at('evil.sh')}\n command = ${at('evil.sh')}\n`,
        );
        for (const hook of ['pre-commit', 'post-commit', 'reference-transaction', 'post-index-change'])
          writeFileSync(at(folder, 'hooks', hook), script, { mode: 0o755 });
      }
      writeFileSync(at('evil.sh'), script, { mode: 0o755 });
      writeFileSync(at('.gitattributes'), '* filter=x diff=x merge=x\n');
      writeFileSync(at('.gitmodules'), '[submodule "s"]\n path = sub\n url = ext::sh -c touch%20x\n');
      writeFileSync(at('sub/file.txt'), 'kept');
    });
    const log = await workspace.log(1, never);
    await workspace.diff(log[0]?.commit ?? '', never);
    await workspace.undo('c1', never);
    await workspace.files(never);
    expect(existsSync(proof)).toBe(false);
    expect(git('ls-tree', '-r', '--name-only', 'main~1').trim().split('\n')).toEqual([
      '.gitattributes',
      '.gitmodules',
      'data/start.csv',
      'evil.sh',
      'sub/file.txt',
    ]);
  });

  it('is never followed out of the workspace: links are kept as links, in reading, undoing and saving', async () => {
    const outside = join(base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    await call('c1', () => {
      symlinkSync(join(outside, 'secret.txt'), at('to-file'));
      symlinkSync(outside, at('to-folder'));
      symlinkSync('/proc/self/environ', at('to-proc'));
    });
    expect(git('ls-tree', 'main', 'to-file', 'to-folder').match(/120000/g)).toHaveLength(2);
    expect(git('cat-file', '-p', 'main:to-file')).toBe(join(outside, 'secret.txt'));
    // A link is no file that can be downloaded.
    expect((await workspace.files(never)).map(({ path }) => path)).toEqual(['data/start.csv']);
    await expect(workspace.save('to-folder/x.txt', Buffer.from('x'), { kind: 'save' }, never)).rejects.toMatchObject({
      code: 'conflict',
    });
    await workspace.save('to-file', Buffer.from('new'), { kind: 'save' }, never);
    expect(lstatSync(at('to-file')).isFile()).toBe(true);
    await call('c2', () => rmSync(at('data'), { recursive: true }));
    await call('c3', () => symlinkSync(outside, at('data')));
    await expect(workspace.undo('c2', never)).rejects.toMatchObject({ code: 'conflict' });
    await workspace.undo('c3', never);
    await workspace.undo('c2', never);
    expect(lstatSync(at('data')).isDirectory()).toBe(true);
    expect(readdirSync(outside)).toEqual(['secret.txt']);
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(readlinkSync(at('to-folder'))).toBe(outside);
  });

  it('of other kinds is left out and named: pipes do not block, odd names do not break the log', async () => {
    const { commit, skipped } = await call('c1', () => {
      execFileSync('mkfifo', [at('pipe')]);
      writeFileSync(at('line\nbreak'), 'x');
      writeFileSync(Buffer.concat([Buffer.from(`${workspace.folder}/`), Buffer.from([0xff, 0xfe])]), 'x');
      writeFileSync(at('fine.txt'), 'x');
    });
    expect(commit?.changes).toEqual([{ path: 'fine.txt', change: 'added' }]);
    expect(skipped.toSorted()).toEqual(['line?break', 'pipe', 'ÿþ'].toSorted());
  });

  it('that is closed to reading is opened again, as it belongs to us', async () => {
    const { commit } = await call('c1', () => {
      mkdirSync(at('closed'));
      writeFileSync(at('closed/in.txt'), 'x');
      chmodSync(at('closed'), 0o000);
    });
    expect(commit?.changes).toEqual([{ path: 'closed/in.txt', change: 'added' }]);
  });

  it('past the bounds is rolled back, and the call says so', async () => {
    await call('c0', () => writeFileSync(at('keep.txt'), 'keep'));
    const big = await call('c1', () => {
      writeFileSync(at('keep.txt'), 'changed');
      writeFileSync(at('big.bin'), '');
      truncateSync(at('big.bin'), WORKSPACE_LIMITS.fileBytes + 1);
    });
    expect(big.rolledBack).toMatchObject({ code: 'too-large' });
    const many = await call('c2', () => {
      mkdirSync(at('many'));
      for (let n = 0; n <= WORKSPACE_LIMITS.files; n += 1) writeFileSync(at('many', String(n)), '');
    });
    expect(many.rolledBack).toMatchObject({ code: 'too-large' });
    expect(readdirSync(workspace.folder).toSorted()).toEqual(['data', 'keep.txt']);
    expect(readFileSync(at('keep.txt'), 'utf8')).toBe('keep');
    expect((await call('c3', () => undefined)).commit).toBeUndefined();
  });

  it('by saving has a path that stays in the workspace', async () => {
    for (const path of [
      '',
      '/etc/x',
      '../x',
      'a/../../x',
      'a//b',
      './a',
      '.git/config',
      'a/.GIT/config',
      'a\\b',
      'a\nb',
      'a\0b',
      'git~1/x',
      `${'x/'.repeat(40)}y`,
      'x'.repeat(256),
    ])
      await expect(workspace.save(path, Buffer.from('x'), { kind: 'save' }, never), path).rejects.toMatchObject({
        code: 'invalid-arguments',
      });
    const done = await workspace.save('new/deep/file.csv', Buffer.from('x'), { kind: 'save', callId: 'c9' }, never);
    expect(done?.changes).toEqual([{ path: 'new/deep/file.csv', change: 'added' }]);
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
