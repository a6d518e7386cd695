import { spawnSync } from 'node:child_process';
import Docker from 'dockerode';
import { MINIMUM_NODE, nodeProblem } from '../bin/install.mjs';
import { browserVersion, findBrowsers } from './find-browsers.ts';

/** One line of `npm start -- doctor`. */
export type Finding = {
  what: string;
  /** `missing` stops Pagehand, `optional` only what `found` says. */
  state: 'ok' | 'missing' | 'optional';
  found: string;
  /** How to get it; absent when nothing is to be done. */
  fix?: string;
};

const DOCKER_TIMEOUT_MS = 3_000;

/** Package managers' words for a program, per system. */
const installHint = (linux: string, mac: string, windows: string): string =>
  process.platform === 'darwin' ? mac : process.platform === 'win32' ? windows : linux;

export function checkNode(version = process.versions.node): Finding {
  const problem = nodeProblem(version);
  if (problem === undefined) return { what: 'Node', state: 'ok', found: version };
  return {
    what: 'Node',
    state: 'missing',
    found: `${version} is too old`,
    fix: `Install Node ${MINIMUM_NODE.join('.')} or newer.`,
  };
}

export function checkBrowsers(found = findBrowsers(), versionOf = browserVersion): Finding {
  if (found.length === 0) {
    const fix = installHint(
      'sudo apt-get install chromium',
      'brew install --cask chromium',
      'winget install Brave.Brave',
    );
    return { what: 'Browser', state: 'missing', found: 'none found', fix: `Install one, for instance: ${fix}` };
  }
  const named = found.map((browser) => ({ path: browser.path, name: versionOf(browser) ?? browser.name }));
  // Debian's `firefox` starts `firefox-esr`: one program under two names is listed once.
  const list = named
    .filter(({ name }, at) => named.findIndex((other) => other.name === name) === at)
    .map(({ name, path }) => `${name} (${path})`)
    .join(', ');
  if (found.some((browser) => browser.takesExtension)) return { what: 'Browser', state: 'ok', found: list };
  return {
    what: 'Browser',
    state: 'ok',
    found: list,
    fix: 'These take the extension only by hand: npm start prints the folder to load.',
  };
}

/** Kits run in Docker; without it everything else works. */
export async function checkDocker(docker = new Docker({ timeout: DOCKER_TIMEOUT_MS })): Promise<Finding> {
  try {
    await docker.ping();
    const { Version } = await docker.version();
    return { what: 'Docker', state: 'ok', found: Version };
  } catch (error) {
    const denied = error instanceof Error && 'code' in error && error.code === 'EACCES';
    const fix = denied
      ? 'Add yourself to the docker group, then log in again: sudo usermod -aG docker "$USER"'
      : `Install and start it: ${installHint('sudo apt-get install docker.io', 'brew install --cask docker', 'winget install Docker.DockerDesktop')}`;
    return {
      what: 'Docker',
      state: 'optional',
      found: denied ? 'not allowed for this user' : 'no engine answers; only kits need it',
      fix,
    };
  }
}

export function checkGit(): Finding {
  const result = spawnSync('git', ['--version'], { encoding: 'utf8' });
  if (result.status === 0)
    return { what: 'Git', state: 'ok', found: result.stdout.trim().replace(/^git version /, '') };
  const fix = installHint('sudo apt-get install git', 'xcode-select --install', 'winget install Git.Git');
  return {
    what: 'Git',
    state: 'optional',
    found: 'not found; only workspaces of kits need it',
    fix: `Install it: ${fix}`,
  };
}
