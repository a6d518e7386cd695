/**
 * `npm test`: sets up what the tests need on a fresh machine, then runs every suite.
 * `node tests/run.mjs unit e2e` runs only those. Ends with one line: `N passed, N failed`, over all suites.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBuilt, ensureInstalled, nodeProblem, ROOT } from '../backend/bin/install.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const ARTIFACTS = join(ROOT, 'tests', '.artifacts');
const vitest = (project) => ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--reporter=default'];
const demo = (browser) => ['backend/bin/start.mjs', '--demo', '--headless', '--browser', browser];

/** `report`: writes vitest's JSON; `reportEnv`: the same from our own script; neither: one test, by its exit code. */
const SUITES = {
  'check': { args: ['tests/check.mjs'], reportEnv: true },
  'unit': { args: vitest('unit'), report: true },
  'attacks': { args: vitest('attacks'), report: true, needs: ['browsers', 'build'] },
  'kits': { args: vitest('kits'), report: true, needs: ['docker'] },
  'e2e': { args: vitest('e2e'), report: true, needs: ['browsers', 'build'] },
  'demo-chromium': { args: demo('chromium'), needs: ['browsers', 'build'] },
  'demo-firefox': { args: demo('firefox'), needs: ['browsers', 'build'] },
};

/** What a suite's report says; a file that did not load, a suite that crashed, ran nothing or left no report: one failure each. */
function count(report, exitCode) {
  if (report === undefined) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const { numPassedTests: passed } = results;
  const failures = failuresOf(results);
  const crashed = failures.length === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: failures.length + (crashed ? 1 : 0), failures };
}

/** One line per failed test, or per file that could not run: they are named again at the very end. */
function failuresOf({ testResults = [] }) {
  const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 300);
  return testResults.flatMap(({ status, message, name, assertionResults = [] }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${relative(ROOT, name)}: ${firstLine(message)}`];
    return failed.map((test) => `${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

function runSuite(name) {
  const suite = SUITES[name];
  const report = suite.report || suite.reportEnv ? join(ARTIFACTS, `${name}.json`) : undefined;
  if (report !== undefined) rmSync(report, { force: true });
  const args = suite.report ? [...suite.args, '--reporter=json', `--outputFile.json=${report}`] : suite.args;
  const env = suite.reportEnv ? { ...process.env, PAGEHAND_REPORT: report } : process.env;
  console.log(`\n== ${name}`);
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env });
    const forward = (signal) => child.kill(signal);
    process.once('SIGINT', forward);
    process.once('SIGTERM', forward);
    child.on('close', (code) => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      const result = { name, seconds: Math.round((Date.now() - began) / 1000), ...count(report, code) };
      console.log(`== ${name}: ${result.passed} passed, ${result.failed} failed (${result.seconds} s)`);
      resolve(result);
    });
  });
}

/** Without an engine this suite fails with one line, and the others run on. */
async function withDocker(name) {
  let stop;
  try {
    const { ensureDocker } = await import('./docker-engine.mjs');
    stop = await ensureDocker(join(ARTIFACTS, 'dockerd.log'));
  } catch (error) {
    console.log(`\n== ${name}: ${error.message}`);
    return { name, seconds: 0, passed: 0, failed: 1, failures: [error.message] };
  }
  try {
    return await runSuite(name);
  } finally {
    stop();
  }
}

async function main(wanted) {
  const unknown = wanted.filter((name) => !(name in SUITES));
  if (unknown.length > 0)
    throw new Error(`Unknown suite: ${unknown.join(', ')}. There are: ${Object.keys(SUITES).join(', ')}.`);
  const names = wanted.length > 0 ? wanted : Object.keys(SUITES);
  const needs = new Set(names.flatMap((name) => SUITES[name].needs ?? []));
  const problem = nodeProblem();
  if (problem) throw new Error(problem);
  if (needs.has('browsers') || wanted.length === 0) ensureSystemPackages();
  ensureInstalled();
  if (needs.has('build')) ensureBuilt();
  mkdirSync(ARTIFACTS, { recursive: true });
  const results = [];
  for (const name of names) {
    const needsDocker = SUITES[name].needs?.includes('docker') === true;
    results.push(await (needsDocker ? withDocker(name) : runSuite(name)));
  }
  console.log('');
  for (const { name, failures = [] } of results) for (const failure of failures) console.log(`${name}: ${failure}`);
  for (const { name, passed, failed, seconds } of results)
    console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error.message);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  },
);
