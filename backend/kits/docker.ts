import { AppError } from '@pagehand/contracts/errors';
import Docker from 'dockerode';
import { withTimeLimit } from '../time-limit.ts';

/** An engine that answers at all answers sooner. */
const ANSWER_MS = 3_000;

/** Codes of the system that mean: nobody listens there, or we may not knock. */
const NOT_THERE = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES', 'EPERM', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** The connection broke while it was in use. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * A client of the engine: the one that `DOCKER_HOST` names, else the machine's own (the usual sockets are tried).
 * @param socketPath an engine of its own, for tests
 */
export const connectDocker = (socketPath?: string): Docker =>
  new Docker(socketPath === undefined ? {} : { socketPath });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The HTTP status that the engine answered with; undefined where it did not answer. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;

/**
 * What an error of the engine means, without its own words: they hold paths of this machine.
 * @param during `start`: nothing had begun, so a missing engine is only missing; `call`: the kit's code may have run
 */
export function engineError(error: unknown, during: 'start' | 'call'): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (NOT_THERE.has(code) || BROKEN.has(code)) {
    if (during === 'call')
      return new AppError('kit-engine-lost', 'Docker stopped answering while the tool ran.', { cause: error });
    return new AppError('kit-engine-missing', missing(code), { cause: error });
  }
  if (statusOf(error) === 404)
    return new AppError('kit-image-missing', 'The image of the kit is not in Docker.', { cause: error });
  return new AppError('internal', `Docker refused what was asked of it (${statusOf(error) ?? 'no answer'}).`, {
    cause: error,
  });
}

const missing = (code: string): string =>
  code === 'EACCES' || code === 'EPERM'
    ? 'Docker runs, but this user may not use it: add the user to the docker group and log in again.'
    : 'Docker does not answer: it is not installed, or not started.';

export type EngineFacts = {
  version: string;
  /** OCI runtimes. */
  runtimes: string[];
  /** The engine filters no system calls by itself: each container must ask for the built-in profile (Docker 23 and newer). */
  unfiltered: boolean;
};

/**
 * What the engine says of itself, within 3 s.
 * @throws AppError `kit-engine-missing`, also for one that the sandbox cannot rely on
 */
export async function askEngine(docker: Docker, signal: AbortSignal): Promise<EngineFacts> {
  const info: unknown = await withTimeLimit(ANSWER_MS, signal, async (limited) => {
    try {
      return await unlessAborted(docker.info(), limited);
    } catch (error) {
      signal.throwIfAborted();
      if (limited.aborted)
        throw new AppError('kit-engine-missing', 'Docker does not answer within 3 seconds.', { cause: error });
      throw engineError(error, 'start');
    }
  });
  const fields = typeof info === 'object' && info !== null ? info : {};
  const names = 'SecurityOptions' in fields && Array.isArray(fields.SecurityOptions) ? fields.SecurityOptions : [];
  const security = names.map(String);
  refuseUnsuitable(security);
  return {
    version: 'ServerVersion' in fields ? String(fields.ServerVersion) : 'unknown',
    runtimes: 'Runtimes' in fields ? Object.keys(fields.Runtimes ?? {}) : [],
    unfiltered: security.some((name) => /^name=seccomp.*unconfined/.test(name)),
  };
}

/** What the sandbox relies on, and cannot set by itself for one container. */
function refuseUnsuitable(security: string[]): void {
  if (!security.some((name) => name.startsWith('name=seccomp')))
    throw new AppError('kit-engine-missing', 'This Docker engine has no seccomp; kits are not run without it.');
  if (security.some((name) => /^name=(rootless|userns)/.test(name)))
    throw new AppError(
      'kit-engine-missing',
      'Kits do not run on a Docker engine that is rootless or maps users: they could not write their workspace.',
    );
}

/** For requests that take no signal: what was asked goes on, nobody waits for it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
