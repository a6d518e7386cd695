import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type BrowserName = 'chromium' | 'firefox';
/** `e2e`: host permissions are granted up front (`PAGEHAND_E2E_HOSTS=1`), as a headless browser has no prompt to click. */
export type BuildKind = 'release' | 'e2e';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = ['entrypoints', 'shared', 'public', 'wxt.config.ts', 'package.json', 'package-lock.json'];

/** Builds the extension when its sources are newer than the last build. @returns the folder to load. */
export async function buildExtension(name: BrowserName, kind: BuildKind = 'e2e'): Promise<string> {
  const folder = join(
    ROOT,
    '.output',
    `${kind === 'e2e' ? 'e2e-' : ''}${name === 'firefox' ? 'firefox' : 'chrome'}-mv3`,
  );
  const manifest = join(folder, 'manifest.json');
  if (existsSync(manifest) && statSync(manifest).mtimeMs > newest()) return folder;
  await run(
    [join(ROOT, 'node_modules/wxt/bin/wxt.mjs'), 'build', ...(name === 'firefox' ? ['-b', 'firefox', '--mv3'] : [])],
    kind === 'e2e' ? { PAGEHAND_E2E_HOSTS: '1' } : {},
  );
  return folder;
}

function newest(): number {
  let latest = 0;
  const visit = (path: string): void => {
    if (!existsSync(path) || path.endsWith('node_modules')) return;
    const stat = statSync(path);
    if (stat.isDirectory()) for (const child of readdirSync(path)) visit(join(path, child));
    else latest = Math.max(latest, stat.mtimeMs);
  };
  for (const source of SOURCES) visit(join(ROOT, source));
  return latest;
}

function run(args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const { PAGEHAND_E2E_HOSTS: _flag, NODE_ENV: _mode, VITEST: _vitest, ...rest } = process.env;
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...rest, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`wxt build failed:\n${output}`))));
  });
}
