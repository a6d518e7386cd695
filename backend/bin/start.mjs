#!/usr/bin/env node
/**
 * `npm start`: plain Node, so that it works before anything is installed. Installs, builds, then runs the CLI.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, isInstalled, nodeProblem, ROOT } from './install.mjs';

/** Commands that need no build of the extension. */
const WITHOUT_BUILD = ['doctor', 'pair', 'mcp', 'kits', '--help', '-h', '--version', '-V'];

function prepare(args) {
  const problem = nodeProblem();
  if (problem) throw new Error(problem);
  // What is printed would stand between the messages of the protocol.
  if (args[0] === 'mcp' && !isInstalled())
    throw new Error(`Pagehand is not installed yet, or was updated: run npm start in ${ROOT} once.`);
  ensureInstalled();
  if (!args.some((arg) => WITHOUT_BUILD.includes(arg))) ensureBuilt();
}

const args = process.argv.slice(2);
try {
  prepare(args);
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), cli, ...args], { stdio: 'inherit' });
  // Ctrl+C reaches the CLI by itself (same process group): wait for it to close what it started.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('close', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 130;
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
