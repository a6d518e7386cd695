/**
 * `npm run check`: format, lint, types, import rules, dead code, generated docs and the rules for source files.
 * Prints one line per check; the output of a failed one in full. Ends with the number of failed checks.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isInstalled } from '../backend/bin/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `node_modules/${name}`;

/** WXT writes the types of the extension's globals and paths; a bare clone has none. */
const prepare = ['wxt types', bin('wxt/bin/wxt.mjs'), 'prepare'];
const checks = [
  ['types: entrypoints', bin('typescript/bin/tsc'), '-p', 'entrypoints'],
  ['types: backend', bin('typescript/bin/tsc'), '-p', 'backend'],
  ['types: tests', bin('typescript/bin/tsc'), '-p', 'tests'],
  ['types: contracts', bin('typescript/bin/tsc'), '-p', 'shared/contracts'],
  ['types: page tools', bin('typescript/bin/tsc'), '-p', 'shared/page-tools'],
  ['types: sample apps', bin('typescript/bin/tsc'), '-p', 'tests/fixtures/apps'],
  ['types: page code', bin('typescript/bin/tsc'), '-p', 'entrypoints/content'],
  ['rules for source files', bin('vitest/vitest.mjs'), 'run', '--project', 'unit', 'tests/unit/house'],
  ['dead code', bin('knip/bin/knip.js'), '--no-progress'],
  ['import rules', bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.mjs'].concat([
    'backend',
    'entrypoints',
    'shared',
    'tests',
  ]),
  ['generated docs are current', bin('tsx/dist/cli.mjs'), 'backend/bin/write-reference.ts', '--check'],
  ['format and lint', bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
];

function run([name, script, ...args]) {
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (code) => {
      const ok = code === 0;
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      if (!ok) console.log(output.trimEnd().replace(/^/gm, '     '));
      resolve({ name, ok });
    });
  });
}

if (!isInstalled()) {
  console.error('The dependencies are missing or older than package-lock.json: run npm ci first.');
  process.exit(1);
}

const results = [];
// Always: its types name the scripts that there are, and an entrypoint may have come since.
results.push(await run(prepare));
const queue = [...checks];
const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) results.push(await run(next));
};
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));

const failed = results.filter(({ ok }) => !ok).length;
console.log(`check: ${results.length - failed} passed, ${failed} failed`);
// Read by tests/run.mjs.
if (process.env.PAGEHAND_REPORT) {
  writeFileSync(
    process.env.PAGEHAND_REPORT,
    JSON.stringify({ numPassedTests: results.length - failed, numFailedTests: failed }),
  );
}
process.exitCode = failed === 0 ? 0 : 1;
