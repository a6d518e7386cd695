import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from './source-files.ts';

/** Each line breaks one rule: file, what it imports, the rule that must say no. */
const FORBIDDEN = [
  ['shared/contracts/a.ts', '../../backend/tools/a.ts', 'contracts-stand-alone'],
  ['shared/contracts/b.ts', 'hono', 'packages-of-contracts'],
  ['shared/contracts/c.ts', 'node:fs', 'extension-has-no-node'],
  ['entrypoints/content/capture/a.ts', '../../utils/a.ts', 'page-code-is-plain-dom'],
  ['entrypoints/content/draw/a.ts', '../../utils/a.ts', 'page-code-is-plain-dom'],
  ['entrypoints/content/act/a.ts', 'wxt/browser', 'packages-of-page-code'],
  ['entrypoints/utils/d.ts', '../../shared/page-tools/html/fill-form.ts', 'page-tools-are-for-pages'],
  [
    'entrypoints/page-tools.content/a.ts',
    '../../shared/page-tools/core/a.ts',
    'of-page-tools-the-bridge-has-forms-alone',
  ],
  ['entrypoints/sidepanel/a.ts', '../background/a.ts', 'entrypoints-do-not-import-each-other'],
  ['entrypoints/utils/b.ts', '../sidepanel/a.ts', 'utils-import-no-entrypoint'],
  ['entrypoints/background/b.ts', '../../backend/tools/a.ts', 'extension-does-not-import-backend'],
  ['backend/api/a.ts', '../../entrypoints/utils/a.ts', 'backend-does-not-import-extension'],
  ['backend/agent/a.ts', '../api/b.ts', 'agent-does-not-import-api'],
  ['backend/tools/b.ts', '../agent/b.ts', 'tools-import-nothing-above-them'],
  ['backend/documents/a.ts', '../agent/b.ts', 'kits-documents-and-connections-stand-alone'],
  ['backend/models/b.ts', '../tools/a.ts', 'models-import-of-tools-the-planner-alone'],
  ['backend/models/a.ts', '../agent/b.ts', 'models-import-neither-agent-nor-api'],
  ['backend/store/a.ts', '../tools/a.ts', 'ground-imports-nothing-above-it'],
  ['backend/agent/c.ts', 'hono', 'hono-kept-in-its-place'],
  ['backend/tools/c.ts', 'dockerode', 'docker-kept-in-its-place'],
  ['backend/api/c.ts', 'better-sqlite3', 'sqlite-kept-in-its-place'],
  ['backend/tools/f.ts', 'node:net', 'tools-reach-the-network-through-egress'],
  ['backend/kits/a.ts', 'node:https', 'tools-reach-the-network-through-egress'],
  ['backend/tools/g.ts', 'undici', 'egress-kept-in-its-place'],
  ['entrypoints/utils/c.ts', 'react', 'react-kept-in-its-place'],
  ['backend/tools/d.ts', '../../tests/fakes/a.ts', 'product-does-not-import-tests'],
  ['backend/tools/e.ts', './gone.ts', 'no-unresolvable'],
] as const;

/** Files that the others point at and that break nothing. */
const INNOCENT = [
  'backend/tools/a.ts',
  'backend/api/b.ts',
  'backend/agent/b.ts',
  'entrypoints/utils/a.ts',
  'entrypoints/background/a.ts',
  'shared/page-tools/core/a.ts',
  'shared/page-tools/html/fill-form.ts',
  'tests/fakes/a.ts',
];

let house: string;
let violations: { rule: string; from: string }[];

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'pagehand-rules-'));
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.base.json', 'package.json'])
    cpSync(join(ROOT, file), join(house, file));
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), text);
  };
  for (const file of INNOCENT) write(file, 'export const a = 1;\n');
  for (const [file, target] of FORBIDDEN) write(file, `import '${target}';\n`);
  const cruise = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'backend',
    'entrypoints',
    'shared',
    'tests',
  ];
  const output = execFileSync(process.execPath, [cruise, ...args], {
    cwd: house,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  const report: { summary: { violations: { rule: { name: string }; from: string }[] } } = JSON.parse(output);
  violations = report.summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

it.each(FORBIDDEN)('%s may not import %s (%s)', (from, _target, rule) => {
  expect(violations).toContainEqual({ rule, from });
});

it('files that break nothing are let through', () => {
  expect(violations.filter(({ from }) => INNOCENT.includes(from))).toEqual([]);
});
