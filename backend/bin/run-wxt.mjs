#!/usr/bin/env node
/**
 * `npm run dev`, `build` and `zip`: WXT with these arguments. Plain Node, so that it works on a bare clone: it installs
 * first what is missing.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, nodeProblem, ROOT } from './install.mjs';

try {
  const problem = nodeProblem();
  if (problem) throw new Error(problem);
  ensureInstalled();
  const wxt = join(ROOT, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const { status } = spawnSync(process.execPath, [wxt, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
