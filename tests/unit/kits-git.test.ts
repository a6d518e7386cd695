import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseGitUrl } from '../../backend/kits/git-source.ts';
import { offerKit } from '../../backend/kits/install-kit.ts';
import { KitLibrary } from '../../backend/kits/kit-library.ts';
import { KitReader } from '../../backend/kits/kit-reader.ts';
import { never, refusal, SAMPLE, temporaryFolder, writeFiles } from './kits-support.ts';

const reader = new KitReader();
afterAll(() => reader.close());

/** An empty library, and installing into it. */
function setUp() {
  const data = temporaryFolder();
  const parts = { library: new KitLibrary(data), reader, resolveBase: async () => ({ image: 'unused' }) };
  const offer = (source: string) => offerKit(source, parts, never());
  const add = async (source: string) => (await offer(source)).take(() => {}, never());
  return { offer, add, between: () => readdirSync(join(data, 'kits', '.moving')) };
}

function repository(files: Readonly<Record<string, string>>): { path: string; git: (...args: string[]) => string } {
  const path = writeFiles(temporaryFolder(), files);
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always', ...args],
      { cwd: path, encoding: 'utf8', stdio: 'pipe' },
    );
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  return { path, git };
}

describe('a kit from Git', () => {
  it('comes from a branch, a tag or a folder of a repository, with the commit it was', async () => {
    const { add } = setUp();
    const { path, git } = repository(
      Object.fromEntries(Object.entries(SAMPLE).map(([name, text]) => [`kits/sample/${name}`, text])),
    );
    git('tag', 'v1');
    const commit = git('rev-parse', 'HEAD').trim();
    git('rm', '-r', '--quiet', 'kits');
    git('commit', '--quiet', '--message', 'gone');
    const kit = await add(`file://${path}#v1:kits/sample`);
    expect(kit.lock.source).toEqual({ kind: 'git', location: `file://${path}#v1:kits/sample`, commit });
    expect(existsSync(join(kit.folder, '.git'))).toBe(false);
  });

  it('runs no hook, no filter and no submodule of the repository, and takes no link', async () => {
    const { offer, between } = setUp();
    const { path, git } = repository({ ...SAMPLE, '.gitattributes': '* filter=evil\n' });
    const mark = join(temporaryFolder(), 'mark');
    for (const hook of ['post-checkout', 'post-merge', 'pre-receive', 'post-update', 'reference-transaction'])
      writeFileSync(join(path, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    git('config', 'filter.evil.smudge', `touch ${mark}`);
    git('config', 'core.fsmonitor', `touch ${mark}`);
    git('config', 'uploadpack.packObjectsHook', `touch ${mark}`);
    const kit = await offer(`file://${path}`);
    expect(kit.kit.manifest.id).toBe('sample');
    await kit.drop();
    expect(existsSync(mark)).toBe(false);
    symlinkSync('/etc/passwd', join(path, 'secrets'));
    git('add', 'secrets');
    git('commit', '--quiet', '--message', 'link');
    // The repository's own commands ran its hooks; ours must not.
    rmSync(mark, { force: true });
    expect(await refusal(offer(`file://${path}`))).toMatch(/kit-source-refused: .*"secrets" is a SymbolicLink/);
    expect([existsSync(mark), between()]).toEqual([false, []]);
  });

  it('is refused by address where Git would run or read something else', () => {
    for (const text of [
      'ext::sh -c touch% x',
      'http://example.com/a.git',
      'git://example.com/a.git',
      'ftp://example.com/a',
      'ssh://-oProxyCommand=x/a',
      'https://example.com/a#--upload-pack=x',
      'https://example.com/a#a..b',
      'https://example.com/a#main:../x',
      'fd::17',
    ])
      expect(() => parseGitUrl(text), text).toThrow(/kit|host|branch|folder|https/i);
    for (const text of [
      'kits/tables',
      './a.tar',
      '/srv/kits/a',
      'javascript:alert(1)',
      'C:\\kits\\a',
      '-oProxyCommand=x',
    ])
      expect(parseGitUrl(text), text).toBeUndefined();
    expect(parseGitUrl('git@example.com:me/kit.git#v2')).toMatchObject({
      protocol: 'ssh',
      shown: 'ssh://git@example.com/me/kit.git',
      ref: 'v2',
    });
    expect(parseGitUrl('https://me:secret@example.com/kit.git')).toMatchObject({
      shown: 'https://example.com/kit.git',
    });
  });

  it('says what Git said, without the password', async () => {
    const { offer } = setUp();
    const said = await refusal(offer('https://me:hunter2@127.0.0.1:1/kit.git'));
    expect(said).toMatch(
      /^kit-source-refused: Git could not fetch https:\/\/127\.0\.0\.1:1\/kit\.git: fatal: unable to access/,
    );
    expect(said).not.toContain('hunter2');
  });
});
