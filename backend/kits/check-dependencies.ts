import { AppError, type Problem } from '@pagehand/contracts/errors';
import { valid } from 'semver';
import * as z from 'zod';
import type { ImageSpec } from './kit-runtime.ts';
import { requirementLines } from './requirement-lines.ts';

/** `name==version`, extras, a marker, then at least one hash; no other word may begin with a dash: pip takes it for an option. */
const REQUIREMENT =
  /^[A-Za-z0-9][\w.-]*(\[\s*[A-Za-z0-9][\w.-]*(\s*,\s*[A-Za-z0-9][\w.-]*)*\s*\])?\s*==\s*[A-Za-z0-9][\w.!+-]*(\s*;[\w\s.'"<>=!~(),]+)?(\s+--hash=sha256:[0-9a-f]{64})+$/;

const text = z.record(z.string(), z.string());
// Only what is named here reaches npm: no script, no workspace, no setting.
const PackageJson = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  dependencies: text.optional(),
  devDependencies: text.optional(),
  optionalDependencies: text.optional(),
  peerDependencies: text.optional(),
  overrides: z.record(z.string(), z.unknown()).optional(),
});
const Locked = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
});
const PackageLock = z.looseObject({
  lockfileVersion: z.union([z.literal(2), z.literal(3)]),
  packages: z.record(z.string(), Locked),
});

/**
 * The files that the package manager gets: every package by version and hash, from the index that this machine uses and
 * from nowhere else (no Git, no folder, no address of the kit's choice).
 * @throws AppError `kit-dependencies-refused` with every problem and its line or path
 */
export function checkDependencies(dependencies: NonNullable<ImageSpec['dependencies']>): Record<string, string> {
  const problems: Problem[] = [];
  const files =
    dependencies.file === 'requirements.txt'
      ? checkRequirements(dependencies.content, problems)
      : checkPackageLock(dependencies.content, dependencies.packageJson, problems);
  if (problems.length === 0) return files;
  const [first] = problems;
  throw new AppError('kit-dependencies-refused', `${dependencies.file}: ${first?.path}: ${first?.message}`, {
    problems,
  });
}

function checkRequirements(content: string, problems: Problem[]): Record<string, string> {
  const refuse = (line: number, message: string): void => {
    problems.push({ code: 'kit-dependencies-refused', path: `line ${line}`, message });
  };
  const lines = requirementLines(content);
  if (!Array.isArray(lines)) {
    refuse(lines.badLine, 'has a character that is not plain ASCII text: remove it');
    return {};
  }
  for (const { line, text } of lines)
    if (!REQUIREMENT.test(text))
      refuse(
        line,
        `write "name==version --hash=sha256:..." instead of "${text.slice(0, 80)}" (pip-compile --generate-hashes makes such lines)`,
      );
  // What was read, not what was given: pip sees no line that was not checked.
  return { 'requirements.txt': lines.map(({ text }) => `${text}\n`).join('') };
}

function checkPackageLock(content: string, packageJson: string, problems: Problem[]): Record<string, string> {
  const refuse = (path: string, message: string): void => {
    problems.push({ code: 'kit-dependencies-refused', path: path.slice(0, 500), message });
  };
  const manifest = PackageJson.safeParse(parse(packageJson));
  if (!manifest.success) refuse('package.json', 'is not the package.json of a package');
  const lock = PackageLock.safeParse(parse(content));
  if (!lock.success) {
    refuse('packages', 'make it with npm 7 or newer: npm install --package-lock-only');
    return {};
  }
  for (const [path, entry] of Object.entries(lock.data.packages)) {
    if (path === '') continue;
    const fromIndex = entry.resolved === undefined || /^https?:\/\//.test(entry.resolved);
    if (!path.startsWith('node_modules/') || path.includes('..') || entry.link === true || !fromIndex)
      refuse(path, 'comes from a folder or a repository; only packages of the index are installed');
    else if (entry.inBundle !== true && (valid(entry.version) === null || !/^sha\d+-/.test(entry.integrity ?? '')))
      refuse(
        path,
        'has no exact version or no integrity hash; make the lock again with npm install --package-lock-only',
      );
    // npm asks its own registry then, and checks the hash.
    delete entry.resolved;
  }
  return {
    'package.json': JSON.stringify({ ...manifest.data, private: true }),
    'package-lock.json': JSON.stringify(lock.data),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
