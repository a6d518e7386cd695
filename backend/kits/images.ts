import { AppError } from '@pagehand/contracts/errors';
import type Docker from 'dockerode';
import { withTimeLimit } from '../time-limit.ts';
import { assertHardened } from './assert-hardened.ts';
import { inspect, requireBase } from './base-image.ts';
import { checkDependencies } from './check-dependencies.ts';
import { type EngineFacts, engineError, unlessAborted } from './docker.ts';
import { contentHash, imageArchive } from './image-content.ts';
import { KIT_LIMITS } from './kit-limits.ts';
import type { ImageSpec } from './kit-runtime.ts';
import { type PackageIndex, packageIndex } from './package-index.ts';
import { sandboxOptions } from './sandbox-options.ts';

const REPOSITORY = 'pagehand-kit';
const HASH_LABEL = 'pagehand.image';
/** Of what the package manager said, so many lines stand in the error. */
const LAST_LINES = 12;

export type BuildContext = {
  docker: Docker;
  owner: string;
  facts(): Promise<EngineFacts>;
  /** Instead of the index that this machine uses; for tests. */
  index?: PackageIndex | undefined;
};

/** The image of exactly this content, where it was built before. */
export async function findImage(
  { docker }: BuildContext,
  spec: ImageSpec,
  signal: AbortSignal,
): Promise<{ image: string } | undefined> {
  const files = spec.dependencies === undefined ? {} : checkDependencies(spec.dependencies);
  const base = await inspect(docker, spec.base);
  signal.throwIfAborted();
  return base === undefined ? undefined : await byHash(docker, await contentHash(spec.runtime, base.Id, files));
}

/** See `KitRuntime.prepareImage`. */
export async function prepareImage(
  context: BuildContext,
  spec: ImageSpec,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<{ image: string; cached: boolean }> {
  const files = spec.dependencies === undefined ? {} : checkDependencies(spec.dependencies);
  const base = await requireBase(context.docker, spec.base, onProgress, signal);
  const hash = await contentHash(spec.runtime, base.Id, files);
  const found = await byHash(context.docker, hash);
  if (found !== undefined) return { ...found, cached: true };
  onProgress(`Building the image of the kit (${Object.keys(files).length > 0 ? 'with' : 'without'} dependencies)`);
  const image = await build(context, { ...spec, base: base.Id }, { files, hash }, onProgress, signal);
  return { image, cached: false };
}

async function byHash(docker: Docker, hash: string): Promise<{ image: string } | undefined> {
  const found = await inspect(docker, `${REPOSITORY}:${hash.slice(0, 32)}`);
  return found?.Config.Labels?.[HASH_LABEL] === hash ? { image: found.Id } : undefined;
}

async function build(
  { docker, owner, facts, index }: BuildContext,
  spec: ImageSpec,
  { files, hash }: { files: Record<string, string>; hash: string },
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const network = Object.keys(files).length > 0;
  const { unfiltered } = await facts();
  const options = sandboxOptions({
    role: 'build',
    owner,
    runtime: spec.runtime,
    image: spec.base,
    network,
    unfiltered,
  });
  assertHardened('build', options);
  let container: Docker.Container | undefined;
  try {
    signal.throwIfAborted();
    container = await docker.createContainer(options);
    await container.putArchive(await imageArchive(spec.runtime), { path: '/' });
    if (network) {
      const input = { files, ...(index ?? (await packageIndex(spec.runtime, signal))) };
      await withTimeLimit(KIT_LIMITS.buildMs, signal, async (limited) => {
        if (container !== undefined) await install(container, JSON.stringify(input), onProgress, limited);
      });
    }
    signal.throwIfAborted();
    const changes = ['CMD []', 'ENTRYPOINT []', `LABEL ${HASH_LABEL}=${hash}`].join('\n');
    const made: unknown = await container.commit({ repo: REPOSITORY, tag: hash.slice(0, 32), changes });
    // parse boundary: the engine's answer
    return (made as { Id: string }).Id;
  } catch (error) {
    if (signal.aborted) throw new AppError('cancelled', 'The image was not built: it was stopped.', { cause: error });
    throw engineError(error, 'start');
  } finally {
    await container?.remove({ force: true, v: true }).catch(() => undefined);
  }
}

/** Runs the installer of the image; each line that it prints is progress. */
async function install(
  container: Docker.Container,
  input: string,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const lines: string[] = [];
  const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true });
  try {
    const sink = lineSink((line) => {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
      onProgress(line);
    });
    container.modem.demuxStream(stream, sink, sink);
    const exited: Promise<unknown> = container.wait({ condition: 'next-exit', abortSignal: signal });
    // Awaited below; until then its failure is no unhandled one.
    exited.catch(() => undefined);
    await container.start({ abortSignal: signal });
    stream.end(input);
    const answer = await unlessAborted(exited, signal);
    // parse boundary: the engine's answer
    const { StatusCode } = answer as { StatusCode: number };
    if (StatusCode === 0) return;
    const said = lines.join('\n').slice(-1_500);
    throw new AppError('kit-build-failed', `The dependencies could not be installed (${StatusCode}).\n${said}`);
  } catch (error) {
    if (signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')
      throw new AppError('kit-build-failed', 'The dependencies were not installed within 15 minutes.', {
        cause: error,
      });
    throw error;
  } finally {
    stream.removeAllListeners();
    stream.on('error', () => undefined);
    stream.end();
  }
}

function lineSink(onLine: (line: string) => void): { write(piece: Buffer): boolean } {
  let rest = '';
  return {
    write(piece) {
      const parts = `${rest}${piece.toString('utf8')}`.split(/\r?\n|\r/);
      rest = (parts.pop() ?? '').slice(-1_000);
      for (const line of parts) if (line.trim() !== '') onLine(line.slice(0, 500));
      return true;
    },
  };
}
