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
import { removeTree } from '../../backend/kits/closed-folders.ts';
import { Workspace } from '../../backend/kits/workspace.ts';
import { WORKSPACE_LIMITS } from '../../backend/kits/workspace-size.ts';

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

  it.each([0o000, 0o400, 0o500, 0o600, 0o100])(
    'in folders of mode %o is read, undone and removed, the workspace itself included',
    async (mode) => {
      const close = (): void => {
        mkdirSync(at('a/b'), { recursive: true });
        writeFileSync(at('a/b/in.txt'), 'x');
        for (const folder of ['a/b', 'a', '.']) chmodSync(at(folder), mode);
      };
      const { commit } = await call('c1', close);
      expect(commit?.changes).toEqual([{ path: 'a/b/in.txt', change: 'added' }]);
      // Looked at by their modes: a test that runs as root is let in anyway.
      for (const folder of ['a/b', 'a', '.']) expect(lstatSync(at(folder)).mode & 0o700).toBe(0o700);
      await workspace.undo('c1', never);
      expect(readdirSync(workspace.folder)).toEqual(['data']);
      close();
      await removeTree(base);
      expect(existsSync(base)).toBe(false);
    },
  );

  it('past the bounds is rolled back, and the call says so', { timeout: 60_000 }, async () => {
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
