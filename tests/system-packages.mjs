/**
 * Programs that the tests drive, from the distribution's packages (Debian and Ubuntu). On other systems they are
 * looked for and named when missing.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NEEDED = [
  { package: 'chromium', commands: ['chromium', 'chromium-browser'] },
  { package: 'firefox-esr', commands: ['firefox-esr', 'firefox'] },
  { package: 'xvfb', commands: ['Xvfb'] },
  { package: 'xdotool', commands: ['xdotool'] },
  { package: 'git', commands: ['git'] },
  // better-sqlite3 is compiled where there is no ready build of it.
  { package: 'python3', commands: ['python3'] },
  { package: 'make', commands: ['make'] },
  { package: 'g++', commands: ['g++', 'c++'] },
];

export const onPath = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Installs what is missing as root or by `sudo -n`; throws with the exact command where it may not. */
export function ensureSystemPackages(needed = NEEDED) {
  const missing = needed.filter(({ commands }) => !commands.some(onPath)).map(({ package: name }) => name);
  if (missing.length === 0) return;
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  const say = `Missing for the tests: ${missing.join(', ')}. Install them with: sudo ${install.join(' ')}`;
  if (!onPath('apt-get'))
    throw new Error(`Missing for the tests: ${missing.join(', ')}. Install them and run npm test again.`);
  if (!mayBeRoot()) throw new Error(say);
  console.log(`Installing ${missing.join(', ')} from the distribution's packages.`);
  const run = (...command) => {
    const [program, ...args] = asRoot('env', 'DEBIAN_FRONTEND=noninteractive', ...command);
    return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
  };
  run('apt-get', 'update');
  if (!run(...install)) throw new Error(say);
}

const isRoot = () => process.getuid?.() === 0;
export const mayBeRoot = () => isRoot() || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
export const asRoot = (...command) => (isRoot() ? command : ['sudo', '-n', ...command]);
