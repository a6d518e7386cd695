import { AppError } from '@pagehand/contracts/errors';
import type Docker from 'dockerode';
import { engineError, statusOf } from './docker.ts';
import type { KitRuntimeName } from './kit-runtime.ts';
import { makeLocalBase } from './local-base.ts';
import { localBaseName, OFFICIAL_BASES } from './own-bases.ts';

const PINNED = /(^|@)sha256:[0-9a-f]{64}$/;

/**
 * What to pin for an image. A digest or an id stays. A tag becomes the digest it has here, or its id where it was made
 * here; one that is not here is pulled first. Without an image: the base that was made on this machine if there is one,
 * else the official slim image, else (no registry reached) a base made from this machine.
 * @throws AppError `kit-image-missing`, `kit-engine-missing`
 */
export async function resolveBase(
  docker: Docker,
  image: string | undefined,
  runtime: KitRuntimeName,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<{ image: string }> {
  if (image !== undefined) return { image: PINNED.test(image) ? image : await pin(docker, image, onProgress, signal) };
  const made = await inspect(docker, localBaseName(runtime));
  if (made !== undefined) return { image: made.Id };
  try {
    return { image: await pin(docker, OFFICIAL_BASES[runtime], onProgress, signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && error.code !== 'kit-image-missing') throw error;
    onProgress(`${OFFICIAL_BASES[runtime]} cannot be pulled.`);
    return { image: await makeLocalBase(docker, runtime, onProgress, signal) };
  }
}

async function pin(
  docker: Docker,
  image: string,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const found = (await inspect(docker, image)) ?? (await pull(docker, image, onProgress, signal));
  return found.RepoDigests[0] ?? found.Id;
}

/**
 * A pinned base that is in the engine; one by digest is pulled where it is not.
 * @throws AppError `kit-image-missing` also where it could be written past the sandbox's limits
 */
export async function requireBase(
  docker: Docker,
  image: string,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<Docker.ImageInspectInfo> {
  if (!PINNED.test(image))
    throw new AppError('kit-image-missing', `The base image ${image} is not pinned: name its digest or its id.`);
  const found = (await inspect(docker, image)) ?? (await pullByDigest(docker, image, onProgress, signal));
  if (found.Os !== 'linux') throw new AppError('kit-image-missing', 'The base image is not one for Linux.');
  const volumes = Object.keys(found.Config.Volumes ?? {});
  if (volumes.length > 0)
    throw new AppError('kit-image-missing', `The base image declares volumes (${volumes.join(', ')}): choose another.`);
  return found;
}

async function pullByDigest(
  docker: Docker,
  image: string,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<Docker.ImageInspectInfo> {
  if (image.includes('@')) return await pull(docker, image, onProgress, signal);
  throw new AppError('kit-image-missing', `The base image ${image.slice(0, 19)} is not in Docker.`);
}

/** The image, or undefined where the engine has none of that name. */
export async function inspect(docker: Docker, image: string): Promise<Docker.ImageInspectInfo | undefined> {
  try {
    return await docker.getImage(image).inspect();
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw engineError(error, 'start');
  }
}

async function pull(
  docker: Docker,
  image: string,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<Docker.ImageInspectInfo> {
  onProgress(`Pulling ${image}`);
  try {
    const stream = await docker.pull(image, { abortSignal: signal });
    await new Promise<void>((done, failed) => {
      docker.modem.followProgress(
        stream,
        (error) => (error ? failed(error) : done()),
        (event: unknown) => {
          const step = typeof event === 'object' && event !== null && 'status' in event ? String(event.status) : '';
          if (/complete|Digest|Status/.test(step)) onProgress(step.slice(0, 200));
        },
      );
    });
  } catch (error) {
    signal.throwIfAborted();
    const engine = engineError(error, 'start');
    if (engine.code === 'kit-engine-missing') throw engine;
    throw new AppError('kit-image-missing', `The image ${image} is not in Docker and cannot be pulled.`, {
      cause: error,
    });
  }
  const found = await inspect(docker, image);
  if (found === undefined) throw new AppError('kit-image-missing', `The image ${image} is not there after the pull.`);
  return found;
}
