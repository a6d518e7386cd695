import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createKitRuntime } from '../../backend/kits/run-kits.ts';
import { Workspace } from '../../backend/kits/workspace.ts';
import { containersOf, docker, failedWith, never, startKits } from './engine-support.ts';
import { eventually } from './eventually.ts';

const { module, dataFolder } = startKits();

const ENGINE = /^unix:\/\/(.+)$/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock';

/** The real engine behind a socket of our own, which can be cut as a crash of the engine cuts it. */
async function engineThatCanDie() {
  const path = join(tmpdir(), `pagehand-engine-${process.pid}-${Date.now()}.sock`);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    const real = connect(ENGINE);
    for (const [socket, other] of [
      [incoming, real],
      [real, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(path, done));
  const die = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(die);
  return { path, die };
}

const TOOLS = {
  'a.mjs': `export function sleep() { console.log('asleep'); return new Promise(() => setInterval(() => {}, 1e6)); }`,
};

it('a crash of the engine in the middle of a call is told as that, and nothing is left', async () => {
  const kit = await module('node', TOOLS);
  const { path, die } = await engineThatCanDie();
  const kits = createKitRuntime({ dataFolder: `${dataFolder}/other`, socketPath: path });
  const request = { callId: 'c', file: 'a.mjs', function: 'sleep', args: {}, timeoutMs: 60_000 };
  let said = '';
  const running = kits.call(kit, request, (_stream, text) => (said += text), never);
  await eventually(() => said, 'asleep\n');
  die();
  const outcome = await running;
  expect(failedWith(outcome)).toBe('kit-engine-lost');
  expect(outcome.stdout).toBe('asleep\n');
  // The next call says that there is no engine, not that one was lost.
  expect(failedWith(await kits.call(kit, request, () => undefined, never))).toBe('kit-engine-missing');
  expect(await kits.status(never)).toMatchObject({ ready: false, error: { code: 'kit-engine-missing' } });
  await kits.close();
  await eventually(() => containersOf(kit.moduleId), []);
});

it('a workspace is not read while a call that was lost may still run in it', async () => {
  const workspace = new Workspace(join(dataFolder, 'lost'), []);
  await workspace.create(new Map(), never);
  const write = `import { writeFileSync } from 'node:fs';
export const write = () => setInterval(() => { writeFileSync('/repo/late.txt', 'late'); console.log('wrote'); }, 20) && new Promise(() => {});`;
  const kit = await module('node', { 'w.mjs': write }, { workspaceDir: workspace.folder });
  const { path, die } = await engineThatCanDie();
  const kits = createKitRuntime({ dataFolder: `${dataFolder}/other`, socketPath: path });
  const request = { callId: 'c', file: 'w.mjs', function: 'write', args: {}, timeoutMs: 60_000 };
  let said = '';
  const done = workspace.change(
    { kind: 'call', callId: 'c' },
    never,
    () => kits.call(kit, request, (_stream, text) => (said += text), never),
    ({ lingers }) => lingers,
  );
  await eventually(() => said.startsWith('wrote'), true);
  const [id = ''] = await containersOf(kit.moduleId);
  // It cannot notice that the engine has gone.
  await docker.getContainer(id).pause();
  die();
  const { value, commit } = await done;
  expect([failedWith(value), commit]).toEqual(['kit-engine-lost', undefined]);
  await expect(workspace.save('mine.txt', Buffer.from('mine'), { kind: 'save' }, never)).rejects.toMatchObject({
    code: 'kit-engine-lost',
  });
  await docker.getContainer(id).unpause();
  await workspace.save('mine.txt', Buffer.from('mine'), { kind: 'save' }, never);
  expect((await workspace.log(10, never)).map(({ kind }) => kind)).toEqual(['save', 'outside', 'start']);
  await kits.close();
  await eventually(() => containersOf(kit.moduleId), []);
});

it('an engine that accepts and never answers is given up', async () => {
  const path = join(tmpdir(), `pagehand-deaf-${process.pid}-${Date.now()}.sock`);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((done) => server.listen(path, done));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const kits = createKitRuntime({ dataFolder: `${dataFolder}/other`, socketPath: path });
  expect(await kits.status(never)).toMatchObject({ ready: false, error: { code: 'kit-engine-missing' } });
  const kit = await module('node', TOOLS);
  const stop = new AbortController();
  const request = { callId: 'c', file: 'a.mjs', function: 'sleep', args: {}, timeoutMs: 60_000 };
  const running = kits.call(kit, request, () => undefined, stop.signal);
  stop.abort();
  expect(failedWith(await running)).toBe('cancelled');
  await kits.close();
});
