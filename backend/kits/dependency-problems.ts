import type { KitManifest } from '@pagehand/contracts/kit-manifest';
import * as z from 'zod';
import type { KitProblem } from './kit-problems.ts';
import { FOREIGN_BASE, packagesInForeignBase } from './own-bases.ts';
import { MANIFEST_FILE } from './parse-manifest.ts';
import { requirementLines } from './requirement-lines.ts';

/** The lock file that the image is built from, for each runtime. */
export const LOCK_FILES = { node: 'package-lock.json', python: 'requirements.txt' } as const;

const NpmLockSchema = z.looseObject({
  lockfileVersion: z.int().min(2),
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), link: z.boolean().optional(), integrity: z.string().optional() }),
  ),
});

/**
 * Says where `dependencies` of kit.yaml and the lock file do not agree: each is exact, and stands in the lock with a hash.
 * @param textOf text of a file of the kit, by its path.
 */
export function dependencyProblems(
  manifest: KitManifest,
  textOf: (path: string) => string | undefined,
  lineOf: (path: readonly PropertyKey[]) => number | undefined,
): KitProblem[] {
  const { dependencies, runtime } = manifest;
  const lockFile = LOCK_FILES[runtime];
  const text = textOf(lockFile);
  if (dependencies.length === 0)
    return text === undefined
      ? []
      : [
          {
            file: MANIFEST_FILE,
            line: 1,
            message: `There is a ${lockFile}, but no "dependencies": list what the tools import, or remove the file.`,
          },
        ];
  if (packagesInForeignBase(manifest)) return [{ file: MANIFEST_FILE, line: lineOf(['image']), message: FOREIGN_BASE }];
  if (text === undefined)
    return [
      { file: MANIFEST_FILE, line: lineOf(['dependencies']), message: `${lockFile} is missing: ${HOW[runtime]}` },
    ];
  if (runtime === 'node' && textOf('package.json') === undefined)
    return [{ file: MANIFEST_FILE, line: lineOf(['dependencies']), message: `package.json is missing: ${HOW.node}` }];
  const locked = runtime === 'node' ? npmVersions(text) : pipVersions(text);
  if (typeof locked === 'string') return [{ file: lockFile, message: locked }];
  return dependencies.flatMap((dependency, index) => {
    const at = { file: MANIFEST_FILE, line: lineOf(['dependencies', index]) };
    const { name, version } = split(dependency, runtime);
    if (version === '')
      return [
        {
          ...at,
          message: `"${dependency}" has no exact version: write "${dependency}${runtime === 'node' ? '@1.2.3' : '==1.2.3'}".`,
        },
      ];
    const found = locked.get(name);
    if (found === undefined) return [{ ...at, message: `"${dependency}" is not in ${lockFile}: ${HOW[runtime]}` }];
    if (found !== version)
      return [
        { ...at, message: `"${dependency}" is locked as ${found} in ${lockFile}: write the same version in both.` },
      ];
    return [];
  });
}

const HOW = {
  node: 'run "npm install --save-exact NAME@VERSION" in the kit\'s folder.',
  python: 'run "pip-compile --generate-hashes" and keep its requirements.txt.',
} as const;

function split(dependency: string, runtime: 'node' | 'python'): { name: string; version: string } {
  const found =
    runtime === 'node'
      ? /^((?:@[^/@\s]+\/)?[^/@\s]+)@(\d[\w.+-]*)$/.exec(dependency)
      : /^([\w.-]+)(?:\[[\w,]+\])?==(\d[\w.+!-]*)$/.exec(dependency);
  const name = found?.[1] ?? dependency;
  return { name: runtime === 'python' ? canonical(name) : name, version: found?.[2] ?? '' };
}

/** PEP 503. */
const canonical = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

function npmVersions(text: string): Map<string, string> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'It is no JSON: let npm write it.';
  }
  const parsed = NpmLockSchema.safeParse(value);
  if (!parsed.success) return 'It is no lock of npm 7 or newer: let npm write it.';
  const entries = Object.entries(parsed.data.packages).filter(([path]) => path !== '');
  const loose = entries.find(([, { link, integrity }]) => link === true || integrity === undefined);
  if (loose !== undefined) return `${loose[0]} has no hash: every package must come from an index.`;
  return new Map(entries.map(([path, { version }]) => [path.replace(/^node_modules\//, ''), version ?? '']));
}

function pipVersions(text: string): Map<string, string> | string {
  const versions = new Map<string, string>();
  const lines = requirementLines(text);
  if (!Array.isArray(lines)) return `Line ${lines.badLine} has a character that is not plain ASCII text: remove it.`;
  for (const { line: number, text: line } of lines) {
    const found = /^([\w.-]+)(?:\[[\w,]+\])?==([\w.+!-]+)/.exec(line);
    if (found?.[1] === undefined || found[2] === undefined)
      return `"${line.slice(0, 60)}" (line ${number}) is not "name==version --hash=sha256:...".`;
    if (!/--hash=sha256:[0-9a-f]{64}/.test(line))
      return `${found[1]} has no "--hash=sha256:...": run "pip-compile --generate-hashes".`;
    versions.set(canonical(found[1]), found[2]);
  }
  return versions;
}
