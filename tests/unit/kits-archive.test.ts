import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { describe, expect, it } from 'vitest';
import { unpackArchive } from '../../backend/kits/archive.ts';
import { fetchSource } from '../../backend/kits/fetch-source.ts';
import { readKitFiles } from '../../backend/kits/kit-files.ts';
import { never, refusal, SAMPLE, temporaryFolder, writeFiles } from './kits-support.ts';

type Entry = {
  path: string;
  type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'BlockDevice' | 'FIFO';
  text?: string;
  linkpath?: string;
  size?: number;
  mode?: number;
};

/** A tar archive made by hand: no tool would write these. */
function tar(entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, type = 'File', text = '', linkpath = '', size, mode = 0o644 }) => {
    const data = Buffer.from(text);
    const header = new Header({
      path,
      mode,
      type,
      linkpath,
      size: size ?? data.length,
      mtime: new Date(0),
      uid: 0,
      gid: 0,
    });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return [block, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

async function unpack(data: Buffer): Promise<{ folder: string; outside: string[]; said: string }> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kit.tar'), data);
  const into = join(folder, 'in', 'kit');
  mkdirSync(join(folder, 'in'));
  const said = await refusal(unpackArchive(join(folder, 'kit.tar'), into, never()));
  return { folder: into, outside: [...readdirSync(folder), ...readdirSync(join(folder, 'in'))], said };
}

describe('an archive of a kit', () => {
  it('unpacks plain files and folders, gzipped or not, without the bits that run', async () => {
    const entries: Entry[] = [
      { path: './', type: 'Directory' },
      { path: './kit.yaml', text: 'a' },
      { path: 'tools/', type: 'Directory', mode: 0o777 },
      { path: 'tools/a.ts', text: 'b', mode: 0o4777 },
    ];
    for (const data of [tar(entries), gzipSync(tar(entries))]) {
      const { folder, said } = await unpack(data);
      expect(said).toBe('nothing was refused');
      expect(readFileSync(join(folder, 'tools/a.ts'), 'utf8')).toBe('b');
      expect(lstatSync(join(folder, 'tools/a.ts')).mode & 0o7777).toBe(0o644);
    }
  });

  const attacks: [string, Entry[], RegExp][] = [
    ['an upward path', [{ path: '../evil', text: 'x' }], /leads out of the kit/],
    ['an upward path inside', [{ path: 'tools/../../evil', text: 'x' }], /leads out of the kit/],
    ['an absolute path', [{ path: '/etc/evil', text: 'x' }], /is absolute/],
    ['a Windows path', [{ path: 'C:\\evil', text: 'x' }], /is absolute|character/],
    ['a backslash', [{ path: '..\\evil', text: 'x' }], /character that not every system allows/],
    ['a link to a file outside', [{ path: 'a', type: 'SymbolicLink', linkpath: '/etc/passwd' }], /is a SymbolicLink/],
    ['a link inside', [{ path: 'a', type: 'SymbolicLink', linkpath: 'kit.yaml' }], /is a SymbolicLink/],
    [
      'a file written through a link',
      [
        { path: 'a', type: 'SymbolicLink', linkpath: '..' },
        { path: 'a/evil', text: 'x' },
      ],
      /is a SymbolicLink/,
    ],
    ['a hard link', [{ path: 'a', type: 'Link', linkpath: '/etc/passwd' }], /is a Link/],
    ['a device', [{ path: 'a', type: 'CharacterDevice' }], /is a CharacterDevice/],
    ['a block device', [{ path: 'a', type: 'BlockDevice' }], /is a BlockDevice/],
    ['a pipe', [{ path: 'a', type: 'FIFO' }], /is a FIFO/],
    [
      'a name twice',
      [
        { path: 'a', text: '1' },
        { path: 'a', text: '2' },
      ],
      /twice/,
    ],
    [
      'a name twice but for its case',
      [
        { path: 'a', text: '1' },
        { path: 'A', text: '2' },
      ],
      /twice/,
    ],
    ['a name of a device on some systems', [{ path: 'tools/nul.ts', text: 'x' }], /some systems read otherwise/],
    ['a name with a line break', [{ path: 'a\nb', text: 'x' }], /character that not every system allows/],
    ['a name that reads backwards', [{ path: 'a\u202Eb', text: 'x' }], /character that not every system allows/],
    ['too many files', Array.from({ length: 1_001 }, (_, index) => ({ path: `f${index}` })), /more than 1000 files/],
    ['a file that is too large', [{ path: 'a', size: 30_000_000 }], /larger than 20 MB/],
    ['folders in folders', [{ path: `${'d/'.repeat(20)}a` }], /nests too deeply/],
    ['a truncated file', [{ path: 'a', text: 'x', size: 5_000 }], /damaged/],
  ];
  for (const [name, entries, message] of attacks)
    it(`is refused as a whole with ${name}, and nothing is written outside`, async () => {
      const { outside, said } = await unpack(tar([{ path: 'kit.yaml', text: 'a' }, ...entries]));
      expect(said).toMatch(/^kit-source-refused: The archive is refused: /);
      expect(said).toMatch(message);
      expect(outside.sort()).toEqual(['in', 'kit', 'kit.tar']);
      expect(existsSync('/etc/evil')).toBe(false);
    });

  it('is refused when it unpacks to far more than it is', async () => {
    const bomb = gzipSync(
      tar(Array.from({ length: 4 }, (_, index) => ({ path: `f${index}`, text: 'a'.repeat(19_000_000) }))),
    );
    expect(bomb.length).toBeLessThan(200_000);
    expect((await unpack(bomb)).said).toMatch(/unpacks to more than 60 MB|damaged/);
  });

  it('is refused when it is no archive', async () => {
    expect((await unpack(Buffer.from('PK not a tar'.repeat(100)))).said).toMatch(/is no tar archive, or damaged/);
  });

  it('may hold the kit in one folder, as tar writes it', async () => {
    const folder = writeFiles(join(temporaryFolder(), 'sample'), SAMPLE);
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules', 'x.js'), '');
    const archive = join(folder, '..', 'kit.tgz');
    execFileSync('tar', ['czf', archive, '-C', join(folder, '..'), 'sample']);
    const into = temporaryFolder();
    const source = await fetchSource(archive, into, temporaryFolder(), never());
    expect(source).toEqual({ kind: 'archive', location: archive });
    expect([...(await readKitFiles(into, false, never())).keys()]).toEqual(['kit.yaml', 'tools/add.ts']);
  });

  it('stops when it is told to', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.tar'), tar([{ path: 'a' }]));
    expect(await refusal(unpackArchive(join(folder, 'a.tar'), join(folder, 'kit'), AbortSignal.abort()))).toMatch(
      /^cancelled/,
    );
  });
});

describe('a folder of a kit', () => {
  it('is copied without histories, caches and packages, and with modes that the container can read', async () => {
    const from = writeFiles(temporaryFolder(), {
      ...SAMPLE,
      '.git/config': 'x',
      'tools/__pycache__/a.pyc': 'x',
      'node_modules/a/b.js': 'x',
    });
    const into = temporaryFolder();
    const before = process.umask(0o077);
    try {
      await fetchSource(from, into, temporaryFolder(), never());
    } finally {
      process.umask(before);
    }
    expect([...(await readKitFiles(into, false, never())).keys()]).toEqual(['kit.yaml', 'tools/add.ts']);
    expect(lstatSync(join(into, 'tools')).mode & 0o777).toBe(0o755);
    expect(lstatSync(join(into, 'tools/add.ts')).mode & 0o777).toBe(0o644);
  });

  it('is refused with a link or a pipe in it', async () => {
    const from = writeFiles(temporaryFolder(), SAMPLE);
    symlinkSync('/etc/passwd', join(from, 'tools', 'secrets.txt'));
    expect(await refusal(fetchSource(from, temporaryFolder(), temporaryFolder(), never()))).toBe(
      'kit-source-refused: tools/secrets.txt is a link or a device: a kit has plain files only.',
    );
    const pipe = writeFiles(temporaryFolder(), SAMPLE);
    execFileSync('mkfifo', [join(pipe, 'pipe')]);
    expect(await refusal(fetchSource(pipe, temporaryFolder(), temporaryFolder(), never()))).toMatch(
      /pipe is a link or a device/,
    );
  });
});
