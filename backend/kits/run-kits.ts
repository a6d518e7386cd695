import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@pagehand/contracts/errors';
import { resolveBase } from './base-image.ts';
import { askEngine, connectDocker, type EngineFacts } from './docker.ts';
import { type BuildContext, findImage, prepareImage } from './images.ts';
import type { Connect } from './kit-network.ts';
import type { KitRuntime, ModuleSpec } from './kit-runtime.ts';
import type { PackageIndex } from './package-index.ts';
import { Places } from './places.ts';
import { ownerOf, reap } from './reap.ts';
import { type CallContext, runCall, startModule } from './run-call.ts';
import { WarmPool } from './warm-pool.ts';

const LEAVE_MS = 5_000;

export type KitRuntimeOptions = {
  /** The data folder: containers are told apart by it. */
  dataFolder: string;
  /** An engine other than the machine's own. */
  socketPath?: string;
  /** Where dependencies come from, other than from the machine's own index. */
  index?: PackageIndex;
  /** The guarded way out, for kits that name hosts; without it their calls are refused. */
  connect?: Connect;
  /** Calls that run at once; the others wait. Default: twice the processors. */
  maxParallelCalls?: number;
};

/** The runtime of kits on a Docker engine. Makes no connection until it is asked for something. */
export function createKitRuntime(options: KitRuntimeOptions): KitRuntime {
  const docker = connectDocker(options.socketPath);
  const owner = ownerOf(options.dataFolder);
  const building = new Places(1);
  const calling = new Places(options.maxParallelCalls ?? 2 * availableParallelism());
  const closing = new AbortController();
  /** Running calls, by module. */
  const running = new Map<string, Set<{ stop: AbortController; done: Promise<unknown> }>>();

  let known: Promise<EngineFacts> | undefined;
  const facts = (): Promise<EngineFacts> => {
    known ??= askEngine(docker, closing.signal);
    // Asked again where there was no answer.
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
  const build: BuildContext = { docker, owner, facts, index: options.index };
  const pool = new WarmPool((module, signal) => startModule({ docker, owner, facts }, module, signal));
  const context: CallContext = {
    docker,
    owner,
    pool,
    facts,
    leaving: new Map(),
    closing: closing.signal,
    connect: options.connect,
  };
  /** Not longer than an engine that works needs: one that hangs keeps nobody. */
  const allGone = (): Promise<unknown> =>
    Promise.race([
      Promise.all([...context.leaving.values()].flatMap((gone) => [...gone])),
      wait(LEAVE_MS, undefined, { ref: false }),
    ]);

  const stopCalls = async (moduleIds: string[]): Promise<void> => {
    const calls = moduleIds.flatMap((moduleId) => [...(running.get(moduleId) ?? [])]);
    for (const { stop } of calls) stop.abort();
    await Promise.all(calls.map(({ done }) => done));
  };

  return {
    async status(signal) {
      try {
        const { version, runtimes } = await askEngine(docker, signal);
        return { ready: true, version, runtimes };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AppError) return { ready: false, error: error.toBody() };
        throw error;
      }
    },
    resolveBase: (image, runtime, onProgress, signal) => resolveBase(docker, image, runtime, onProgress, signal),
    findImage: (spec, signal) => findImage(build, spec, signal),
    prepareImage: (spec, onProgress, signal) =>
      building.within(signal, () => prepareImage(build, spec, onProgress, signal)),
    async call(module, call, onOutput, signal) {
      const stop = new AbortController();
      const abort = (): void => stop.abort();
      if (signal.aborted || closing.signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      const done = calling
        .within(stop.signal, () => runCall(context, module, call, onOutput, stop.signal))
        // It was stopped before there was a place for it.
        .catch(() => stopped());
      const entry = { stop, done };
      const calls = running.get(module.moduleId) ?? new Set();
      running.set(module.moduleId, calls.add(entry));
      try {
        return await done;
      } finally {
        signal.removeEventListener('abort', abort);
        calls.delete(entry);
        if (calls.size === 0) running.delete(module.moduleId);
      }
    },
    warm: (module: ModuleSpec, size) => pool.keep(module, size),
    async drop(moduleId) {
      await Promise.all([stopCalls([moduleId]), pool.drop(moduleId)]);
      await allGone();
    },
    reap: () => reap(docker, owner),
    async close() {
      closing.abort();
      await Promise.all([stopCalls([...running.keys()]), pool.close()]);
      await allGone();
    },
  };
}

const stopped = () => ({
  ok: false as const,
  error: new AppError('cancelled', 'The tool was stopped.').toBody(),
  stdout: '',
  stderr: '',
  ms: 0,
});
