import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * `npm start -- --demo`: backend, browser and the real panel on the demo's own pages. It drives the panel as the end to
 * end tests do, so it lies with them and runs as a process of its own.
 */
export async function runDemo(options: { browser?: string | false; headless?: boolean }): Promise<number> {
  const script = fileURLToPath(new URL('../../tests/demo/run-demo.ts', import.meta.url));
  const args = ['--browser', options.browser || 'chromium', ...(options.headless === true ? ['--headless'] : [])];
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], { stdio: 'inherit' });
  process.on('SIGINT', () => {}); // it reaches the child by itself, and the child closes what it started
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  await once(child, 'close');
  return child.exitCode ?? 130;
}
