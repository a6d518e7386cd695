/**
 * What both `npm start` and `npm test` do first on a machine that has nothing but Node: no import from node_modules here.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

/** Lowest Node that the dependencies run on. */
export const MINIMUM_NODE = [20, 19];

/** One sentence when this Node is too old, else undefined. */
export function nodeProblem(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = MINIMUM_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `Pagehand needs Node ${MINIMUM_NODE.join('.')} or newer; this is ${version}. Get it from https://nodejs.org or your package manager.`;
}

/** True when node_modules holds what package-lock.json names (optional parts of other systems left out). */
export function isInstalled(root = ROOT) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const there = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || optional || link || !path.includes('node_modules/') || there[path]?.version === version,
  );
}

/** Runs npm with the same Node, on every system; throws with one sentence when it fails. */
export function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  const useCli = cli !== undefined && /npm-cli\.js$/.test(cli);
  const result = useCli
    ? spawnSync(process.execPath, [cli, ...args], { cwd: ROOT, stdio: 'inherit', ...options })
    : spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        cwd: ROOT,
        stdio: 'inherit',
        shell: process.platform === 'win32',
        ...options,
      });
  if (result.status !== 0 && result.stdout) console.error(`${result.stdout}${result.stderr}`);
  if (result.status !== 0) throw new Error(`"npm ${args.join(' ')}" failed; its messages stand above.`);
}

const INSTALL_HINT =
  'npm needs its registry, and better-sqlite3 needs github.com (its binary) or a C++ compiler, Python 3 and the headers of Node (nodejs.org, or those of the system: npm config set nodedir /usr). Then run the same command again.';

/** Installs the pinned dependencies when they are missing or the lock has changed. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing the pinned dependencies (npm ci): about three minutes the first time.');
  try {
    npm(['ci', '--no-audit', '--no-fund']);
  } catch (error) {
    throw new Error(`${error.message} ${INSTALL_HINT}`);
  }
}

const newest = (path) => {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
};

/** Folders of the two builds that `npm run build` makes. */
export const BUILDS = {
  chromium: join(ROOT, '.output', 'chrome-mv3'),
  firefox: join(ROOT, '.output', 'firefox-mv3'),
};

/** Builds the extension for both browsers when a source is newer than the build. */
export function ensureBuilt() {
  const sources = ['entrypoints', 'shared/contracts', 'public', 'wxt.config.ts', 'package-lock.json'];
  const changed = Math.max(...sources.map((source) => newest(join(ROOT, source))));
  const built = Object.values(BUILDS).map((folder) => join(folder, 'manifest.json'));
  if (built.every((manifest) => existsSync(manifest) && statSync(manifest).mtimeMs >= changed)) return;
  console.log('Building the extension for both browsers.');
  npm(['run', '--silent', 'build'], { stdio: 'pipe' });
}
