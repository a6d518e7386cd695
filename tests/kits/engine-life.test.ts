import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownerOf } from '../../backend/kits/reap.ts';
import { createKitRuntime } from '../../backend/kits/run-kits.ts';
import { sandboxOptions } from '../../backend/kits/sandbox-options.ts';
import { containersOf, docker, failedWith, never, quiet, returned, runningOf, startKits } from './engine-support.ts';
import { eventually } from './eventually.ts';

const { module, call, kits, dataFolder } = startKits();

const TOOLS = {
  'a.mjs': `
import { readdirSync, writeFileSync } from 'node:fs';
export const add = (a, b) => a + b;
export function sleep() { console.log('asleep'); return new Promise(() => setInterval(() => {}, 1e6)); }
export function trace() {
  const found = [globalThis.before ?? null, process.env.BEFORE ?? null, ...readdirSync('/tmp')];
  globalThis.before = 'seen'; process.env.BEFORE = 'seen'; writeFileSync('/tmp/seen', '');
  return found;
}
export const key = () => process.env.API_KEY;
`,
};

describe('containers that were started before', () => {
  it('answer calls, each one once, and no call sees traces of another', async () => {
    const kit = await module('node', TOOLS);
    kits.warm(kit, 3);
    await eventually(async () => (await containersOf(kit.moduleId)).length, 3);
    const before = await containersOf(kit.moduleId);
    // All three are used up, and others take their places.
    await eventually(async () => {
      expect(returned(await call(kit, 'a.mjs:trace'))).toEqual([null, null]);
      return (await containersOf(kit.moduleId)).filter((id) => before.includes(id));
    }, []);
    await eventually(async () => (await containersOf(kit.moduleId)).length, 3);
    kits.warm(kit, 0);
    await eventually(() => containersOf(kit.moduleId), []);
  });

  it('get the environment of the moment, and are given up when the module changes', async () => {
    const kit = await module('node', TOOLS, { environment: { API_KEY: 'old' } });
    kits.warm(kit, 1);
    await eventually(async () => (await containersOf(kit.moduleId)).length, 1);
    const [first] = await containersOf(kit.moduleId);
    expect(returned(await call({ ...kit, environment: { API_KEY: 'new' } }, 'a.mjs:key'))).toBe('new');
    await eventually(async () => (await containersOf(kit.moduleId)).filter((id) => id !== first).length, 1);
    const other = await module('node', TOOLS);
    const moved = { ...kit, workspaceDir: other.workspaceDir };
    const old = await containersOf(kit.moduleId);
    kits.warm(moved, 1);
    await eventually(async () => (await containersOf(kit.moduleId)).filter((id) => old.includes(id)), []);
    expect(returned(await call(moved, 'a.mjs:add', { a: 1, b: 2 }))).toBe(3);
    await kits.drop(kit.moduleId);
    expect(await containersOf(kit.moduleId)).toEqual([]);
  });

  it('that are no longer there are passed over', async () => {
    const kit = await module('node', TOOLS);
    kits.warm(kit, 1);
    await eventually(async () => (await containersOf(kit.moduleId)).length, 1);
    await wait(500);
    for (const id of await containersOf(kit.moduleId)) await docker.getContainer(id).remove({ force: true });
    expect(returned(await call(kit, 'a.mjs:add', { a: 1, b: 2 }))).toBe(3);
    await kits.drop(kit.moduleId);
  });

  it('keep no secret in their configuration', async () => {
    const kit = await module('node', TOOLS, { environment: { API_KEY: 'canary-secret' } });
    const stop = new AbortController();
    const running = call(kit, 'a.mjs:sleep', {}, { signal: stop.signal });
    await eventually(async () => (await containersOf(kit.moduleId)).length, 1);
    const [id = ''] = await containersOf(kit.moduleId);
    expect(JSON.stringify(await docker.getContainer(id).inspect())).not.toContain('canary-secret');
    stop.abort();
    await running;
  });
});

it('twenty calls at once all answer, and nothing is left of them', async () => {
  const kit = await module('node', TOOLS);
  const calls = Array.from({ length: 20 }, (_, n) => call(kit, 'a.mjs:add', { a: n, b: 100 }, { timeoutMs: 60_000 }));
  expect((await Promise.all(calls)).map(returned)).toEqual(Array.from({ length: 20 }, (_, n) => n + 100));
  await eventually(() => containersOf(kit.moduleId), []);
}, 120_000);

it('dropping a module ends what runs of it, and of it alone', async () => {
  const kit = await module('node', TOOLS);
  const other = await module('node', TOOLS);
  const stop = new AbortController();
  const running = call(kit, 'a.mjs:sleep');
  const staying = call(other, 'a.mjs:sleep', {}, { signal: stop.signal });
  await eventually(
    async () => [...(await containersOf(kit.moduleId)), ...(await containersOf(other.moduleId))].length,
    2,
  );
  await kits.drop(kit.moduleId);
  expect(failedWith(await running)).toBe('cancelled');
  expect(await containersOf(kit.moduleId)).toEqual([]);
  expect(await containersOf(other.moduleId)).toHaveLength(1);
  stop.abort();
  expect(failedWith(await staying)).toBe('cancelled');
});

it('a container that is removed from outside in the middle of a call is a crash', async () => {
  const kit = await module('node', TOOLS);
  let said = '';
  const running = call(kit, 'a.mjs:sleep', {}, { onOutput: (_stream, text) => (said += text) });
  await eventually(() => said, 'asleep\n');
  for (const id of await containersOf(kit.moduleId)) await docker.getContainer(id).remove({ force: true });
  expect(failedWith(await running)).toBe('kit-crashed');
});

describe('a backend that was killed', () => {
  it('leaves containers that end by themselves; what could not is removed at the next start', async () => {
    const kit = await module('node', TOOLS);
    const killed = mkdtempSync(join(tmpdir(), 'pagehand-killed-'));
    const next = createKitRuntime({ dataFolder: killed });
    onTestFinished(async () => {
      await next.reap();
      await next.close();
      rmSync(killed, { recursive: true, force: true });
    });
    const child = startChild(killed, JSON.stringify(kit));
    await eventually(() => runningOf(kit.moduleId), 3);
    child.kill('SIGKILL');
    // Their stdin has ended, so their runner has.
    await eventually(() => containersOf(kit.moduleId), []);

    const stuck = await docker.createContainer(leftover(kit.image, killed));
    await stuck.start();
    const ours = await module('node', TOOLS);
    kits.warm(ours, 1);
    await eventually(async () => (await containersOf(ours.moduleId)).length, 1);
    expect(await next.reap()).toBe(1);
    expect(await next.reap()).toBe(0);
    expect(await containersOf(ours.moduleId), 'those of another data folder stay').toHaveLength(1);
    await kits.drop(ours.moduleId);
  });

  const startChild = (folder: string, json: string): ChildProcess => {
    const file = join(import.meta.dirname, 'engine-child.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', file, folder, json], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };

  /** One that does not look at its stdin any more: as of a backend whose runner hangs. */
  const leftover = (image: string, folder: string) => {
    const owner = ownerOf(folder);
    const sandbox = {
      role: 'call',
      owner,
      moduleId: 'left',
      runtime: 'node',
      image,
      hosts: [],
      gvisor: false,
      unfiltered: false,
    } as const;
    const options = sandboxOptions({ ...sandbox, toolsDir: folder, workspaceDir: folder });
    return { ...options, Cmd: ['node', '-e', 'setInterval(() => {}, 1e6)'] };
  };
});

it('an engine that is not there is told with what to do', async () => {
  const nowhere = createKitRuntime({ dataFolder, socketPath: '/nowhere/docker.sock' });
  const kit = await module('node', TOOLS);
  expect(await nowhere.status(never)).toMatchObject({
    ready: false,
    error: { code: 'kit-engine-missing', hint: expect.stringContaining('Docker') },
  });
  const request = { callId: 'c', file: 'a.mjs', function: 'add', args: {}, timeoutMs: 1_000 };
  expect(failedWith(await nowhere.call(kit, request, quiet, never))).toBe('kit-engine-missing');
  await expect(nowhere.prepareImage({ runtime: 'node', base: kit.image }, quiet, never)).rejects.toMatchObject({
    code: 'kit-engine-missing',
  });
  await expect(nowhere.reap()).rejects.toMatchObject({ code: 'kit-engine-missing' });
  await nowhere.close();
});
