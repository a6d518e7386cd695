import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, expect } from 'vitest';
import type { KitCall, KitOutcome, KitRuntime, KitRuntimeName, ModuleSpec } from '../../backend/kits/kit-runtime.ts';
import { createKitRuntime, type KitRuntimeOptions } from '../../backend/kits/run-kits.ts';

export const docker = new Docker();
export const never = new AbortController().signal;
export const quiet = (): void => undefined;

export type TestKits = {
  kits: KitRuntime;
  dataFolder: string;
  /** The ready image without dependencies. */
  image(runtime: KitRuntimeName): Promise<string>;
  /** A module whose `tools/` has these files; its workspace is empty. */
  module(runtime: KitRuntimeName, tools: Record<string, string>, more?: Partial<ModuleSpec>): Promise<ModuleSpec>;
  /** Calls `file:function`. */
  call(module: ModuleSpec, path: string, args?: Record<string, unknown>, more?: CallOptions): Promise<KitOutcome>;
};
export type CallOptions = {
  timeoutMs?: number;
  signal?: AbortSignal;
  parameters?: string[];
  onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
};

/** A kit runtime with a data folder of its own; after the tests of the file nothing of it is left in the engine. */
export function startKits(options: Partial<KitRuntimeOptions> = {}): TestKits {
  const dataFolder = realpathSync(mkdtempSync(join(tmpdir(), 'pagehand-kits-')));
  const kits = createKitRuntime({ dataFolder, ...options });
  let calls = 0;
  let folders = 0;

  afterAll(async () => {
    await kits.close();
    const left = await kits.reap();
    rmSync(dataFolder, { recursive: true, force: true });
    expect(left, 'containers that were left behind').toBe(0);
  });

  const image = async (runtime: KitRuntimeName): Promise<string> => {
    const { image: base } = await kits.resolveBase(undefined, runtime, quiet, never);
    return (await kits.prepareImage({ runtime, base }, quiet, never)).image;
  };
  return {
    kits,
    dataFolder,
    image,
    async module(runtime, tools, more = {}) {
      folders += 1;
      const toolsDir = join(dataFolder, `tools-${folders}`);
      const workspaceDir = join(dataFolder, `workspace-${folders}`);
      mkdirSync(toolsDir);
      mkdirSync(workspaceDir);
      for (const [name, text] of Object.entries(tools)) {
        mkdirSync(dirname(join(toolsDir, name)), { recursive: true });
        writeFileSync(join(toolsDir, name), text);
      }
      const moduleId = `module-${folders}-${randomUUID().slice(0, 8)}`;
      const own = {
        moduleId,
        digest: moduleId,
        runtime,
        image: more.image ?? (await image(runtime)),
        toolsDir,
        workspaceDir,
      };
      return { ...own, environment: {}, ports: [], network: 'none', ...more };
    },
    call(
      module,
      path,
      args = {},
      { timeoutMs = 20_000, signal = new AbortController().signal, parameters, onOutput = quiet } = {},
    ) {
      const [file = '', name = ''] = path.split(':');
      calls += 1;
      const call: KitCall = { callId: `call-${calls}`, file, function: name, args, timeoutMs };
      return kits.call(module, parameters === undefined ? call : { ...call, parameters }, onOutput, signal);
    },
  };
}

/** The value of a call that went well; anything else fails the test with what was said. */
export function returned(outcome: KitOutcome): unknown {
  expect(outcome.ok ? '' : JSON.stringify(outcome)).toBe('');
  return outcome.ok ? outcome.value : undefined;
}

/** The code of a call that did not go well. */
export function failedWith(outcome: KitOutcome): string | undefined {
  return outcome.ok ? undefined : outcome.error.code;
}

/** Containers of a module that the engine still has. */
export async function containersOf(moduleId: string): Promise<string[]> {
  return (await listOf(moduleId)).map(({ Id }) => Id);
}

/** How many of them run; the others were only created yet, or are being removed. */
export async function runningOf(moduleId: string): Promise<number> {
  return (await listOf(moduleId)).filter(({ State }) => State === 'running').length;
}

function listOf(moduleId: string): Promise<Docker.ContainerInfo[]> {
  return docker.listContainers({ all: true, filters: { label: [`pagehand.module=${moduleId}`] } });
}
