import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitManifestSchema } from '@pagehand/contracts/kit-manifest';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(ROOT, 'kits', 'README.md'), 'utf8');
/** The lines to type of "Write one", in their order. */
const COMMANDS = [...README.matchAll(/```sh\nnpm start -- (kits [^\n]+)\n```/g)].map((found) => found[1] ?? '');

const area = realpathSync(mkdtempSync(join(tmpdir(), 'pagehand-readme-')));
// `../city-counts` is beside the folder that the person stands in.
const stand = join(area, 'pagehand');
mkdirSync(stand);
afterAll(() => rmSync(area, { recursive: true, force: true }));

type Ended = { code: number; out: string; err: string };

/** What `npm start -- ...` runs, typed in `stand`. */
function type(line: string, ...more: string[]): Promise<Ended> {
  const args = ['--import', 'tsx', join(ROOT, 'backend/bin/cli.ts'), ...line.split(' '), ...more];
  const env = { ...process.env, INIT_CWD: stand, PAGEHAND_DATA: join(area, 'data') };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    );
  });
}

describe('kits/README.md', () => {
  it('has the steps new, check, test and add', () => {
    expect(COMMANDS.map((line) => line.split(' ')[1])).toEqual(['new', 'check', 'test', 'add']);
  });

  for (const runtime of ['node', 'python'])
    it(`leads from nothing to an installed kit in ${runtime}, line by line`, async () => {
      const data = join(area, 'data');
      rmSync(data, { recursive: true, force: true });
      rmSync(join(area, 'city-counts'), { recursive: true, force: true });
      for (const line of COMMANDS) {
        const more = line.startsWith('kits new')
          ? ['--runtime', runtime]
          : line.startsWith('kits add')
            ? ['--yes']
            : [];
        const { code, out, err } = await type(line, ...more);
        expect([line, code, err]).toEqual([line, 0, '']);
        if (line.startsWith('kits check')) expect(out).toContain('"description": "The column to count."');
        if (line.startsWith('kits test')) expect(out).toContain('2 passed, 0 failed');
        if (line.startsWith('kits add')) expect(out).toContain('Network: none.');
      }
      expect((await type('kits list')).out).toMatch(/^city-counts 0\.1\.0 {2}/);
      expect(existsSync(join(data, 'kits', 'city-counts', '0.1.0', 'tools'))).toBe(true);
    });

  it('tells the truth about an edit that is wrong, about --yes, and about a changed kit', async () => {
    const kit = join(area, 'city-counts');
    const source = join(kit, 'tools', 'counts.py');
    writeFileSync(source, readFileSync(source, 'utf8').replace('column: str,', 'column,'));
    const wrong = await type('kits check ../city-counts');
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringMatching(/tools\/counts\.py:10 {2}The parameter column of count_values has no type/),
    ]);
    const unasked = await type('kits remove city-counts');
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('say --yes')]);
    writeFileSync(join(area, 'data', 'kits', 'city-counts', '0.1.0', 'README.md'), 'other');
    const changed = await type('kits check city-counts');
    expect([changed.code, changed.err]).toEqual([1, expect.stringContaining('README.md was changed.')]);
    expect((await type('kits list')).out).toContain('CHANGED since it was accepted');
    expect((await type('kits accept city-counts', '--yes')).out).toContain('changed: README.md');
    expect((await type('kits check city-counts')).code).toBe(0);
    expect((await type('kits remove city-counts', '--yes')).out).toContain('Removed city-counts 0.1.0.');
  });

  it('names every field of kit.yaml, and no other', () => {
    const table = README.slice(README.indexOf('## kit.yaml'), README.indexOf('## In the container'));
    const named = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap((row) =>
      [...(row[1] ?? '').matchAll(/\w+/g)].map(String),
    );
    expect(named.sort()).toEqual(Object.keys(KitManifestSchema.shape).sort());
  });
});
