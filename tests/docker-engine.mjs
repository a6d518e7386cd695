/** The Docker engine that the suite `kits` needs: installed and started where that may be done, else named with the command. */
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Docker from 'dockerode';
import { asRoot, ensureSystemPackages, mayBeRoot, onPath } from './system-packages.mjs';

const START_MS = 60_000;
const NEEDED = [{ package: 'docker.io', commands: ['dockerd'] }];

const answers = async () => {
  try {
    await new Docker({ timeout: 3_000 }).ping();
    return true;
  } catch {
    return false;
  }
};

/**
 * @param logFile where a daemon that is started here writes
 * @returns the function that stops it again where it was started here
 * @throws Error with one line that says what to do
 */
export async function ensureDocker(logFile) {
  const nothing = () => {};
  if (await answers()) return nothing;
  ensureSystemPackages(NEEDED);
  // A package may start it by itself.
  await wait(2_000);
  if (await answers()) return nothing;
  if (!onPath('dockerd') || !mayBeRoot())
    throw new Error(
      'Docker does not answer. Start it with: sudo dockerd (or start Docker Desktop), then run npm test again.',
    );
  const [program, ...args] = asRoot('dockerd');
  const log = openSync(logFile, 'a');
  const daemon = spawn(program, args, { stdio: ['ignore', log, log], detached: true });
  let ended = false;
  daemon.on('error', () => {
    ended = true;
  });
  daemon.on('exit', () => {
    ended = true;
  });
  for (const began = Date.now(); Date.now() - began < START_MS && !ended; await wait(500)) {
    if (!(await answers())) continue;
    daemon.unref();
    return () => daemon.kill('SIGTERM');
  }
  throw new Error(
    `dockerd was started and does not answer; ${logFile} says why. Start Docker, then run npm test again.`,
  );
}
