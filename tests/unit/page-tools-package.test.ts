import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { beforeAll, expect, it } from 'vitest';
import { buildPageTools, packageFiles } from '../fixtures/build-page-tools.ts';

let folder: string;
let tarball: Buffer;
beforeAll(() => {
  folder = buildPageTools();
  const target = mkdtempSync(join(tmpdir(), 'page-tools-'));
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
  });
  const name = /"filename": "([^"]+)"/.exec(output)?.[1] ?? '';
  tarball = readFileSync(join(target, name));
}, 180_000);

/** A module and everything that it imports before it can run; what it loads later is not in here. */
function closure(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file)) return seen;
  const code = readFileSync(file, 'utf8');
  seen.set(file, code);
  for (const [, target = ''] of code.matchAll(/(?:import|from)\s*["'](\.[^"']+)["']/g)) {
    const path = join(dirname(file), target);
    closure(file.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path, seen);
  }
  return seen;
}
const size = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

it('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: folder, strict: true });
  expect(messages).toEqual([]);
});

it('are the types wrong finds nothing for ES modules', async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  const problems = 'problems' in result ? result.problems : [{ kind: 'NoTypes' }];
  // The package is ES modules only, on purpose: old resolution and require() do not find it.
  const wrong = problems.filter((problem) => {
    if (problem.kind === 'CJSResolvesToESM') return false;
    return !('resolutionKind' in problem && problem.resolutionKind === 'node10');
  });
  expect(wrong).toEqual([]);
});

it('the core is at most 6 kB before any call; what runs calls comes later', () => {
  expect(size(packageFiles('index').loaded)).toBeLessThanOrEqual(6_000);
});

it('only ./zod3 brings anything of zod, and nothing brings the workspace’s own packages', () => {
  for (const subpath of ['index', 'react', 'vue', 'svelte', 'html'])
    expect([...closure(join(folder, 'dist', `${subpath}.js`)).values()].join()).not.toMatch(/from\s*["']zod|ZodObject/);
  const types = execFileSync('grep', ['-rl', '@pagehand/contracts', join(folder, 'dist/types')], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const reached = ['core', 'react', 'vue', 'svelte', 'html', 'zod3'].flatMap((name) => [
    ...closure(join(folder, 'dist/types', name, 'index.d.ts')).keys(),
  ]);
  expect(types.filter((file) => reached.includes(file))).toEqual([]);
});
