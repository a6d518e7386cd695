import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askForPairingCode, controlPath } from '../../backend/api/control-socket.ts';
import { type Config, ConfigSchema } from '../../backend/config.ts';
import { createLogger } from '../../backend/log.ts';
import { type Backend, startBackend } from '../../backend/server.ts';
import { keepTidy } from '../../backend/store/keep-tidy.ts';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import { ask, PairedBackend } from '../attacks/loopback-backend.ts';
import { EXTENSION } from '../attacks/loopback-harness.ts';

let folder = '';
const open: { close(): Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-server-'));
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

const quiet = createLogger('silent');
async function start(more: Partial<Config> = {}): Promise<Backend> {
  const backend = await startBackend({ config: ConfigSchema.parse({ port: 0, data: folder, ...more }), logger: quiet });
  open.push(backend);
  return backend;
}

describe('starting', () => {
  it('listens, answers /health, and after close the port, the folder and the socket are free', async () => {
    const backend = await startBackend({ config: ConfigSchema.parse({ port: 0, data: folder }), logger: quiet });
    const health = await fetch(`http://127.0.0.1:${backend.port}/health`);
    expect(await health.json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      protocol: 1,
    });
    await backend.close();
    await expect(fetch(`http://127.0.0.1:${backend.port}/health`)).rejects.toThrow();
    await expect(askForPairingCode(folder, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      code: 'backend-unreachable',
    });
    expect((await start({ port: backend.port })).port).toBe(backend.port);
  });
  it('says in one line that the port is in use, and leaves nothing open', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(start({ port })).rejects.toMatchObject({ code: 'port-in-use', message: `Port ${port} is in use.` });
    await new Promise((done) => other.close(done));
    expect((await start({ port })).port).toBe(port);
  });
  it('refuses a folder that another backend uses, and that one goes on', async () => {
    const first = await start();
    await expect(start()).rejects.toMatchObject({ code: 'store-unavailable' });
    expect((await fetch(`http://127.0.0.1:${first.port}/health`)).status).toBe(200);
    expect((await askForPairingCode(folder, AbortSignal.timeout(5_000))).port).toBe(first.port);
  });
  it('takes the permissions of others off the config file, which may hold a key', async () => {
    writeFileSync(join(folder, 'config.json'), '{}', { mode: 0o644 });
    chmodSync(join(folder, 'config.json'), 0o644);
    await start();
    expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600);
  });
});

describe('the command line', () => {
  it('gets a code from the running backend that pairs once', async () => {
    const backend = await start();
    const { port, code } = await askForPairingCode(folder, AbortSignal.timeout(5_000));
    const pair = () =>
      fetch(`http://127.0.0.1:${port}/pair`, {
        method: 'POST',
        headers: { Origin: EXTENSION, 'Content-Type': 'application/json' },
        body: JSON.stringify({ code, name: 'x' }),
      });
    expect(port).toBe(backend.port);
    expect((await pair()).status).toBe(200);
    expect((await pair()).status).toBe(401);
    expect(statSync(controlPath(folder)).mode & 0o777).toBe(0o600);
  });
  it.each(['', '{"port":12', 'null'])('says that no answer came when it is %j', async (half) => {
    const server = createServer((socket) => socket.end(half));
    await new Promise<void>((done) => server.listen(controlPath(folder), done));
    await expect(askForPairingCode(folder, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      code: 'backend-unreachable',
      message: expect.stringContaining('gave no answer'),
    });
    await new Promise((done) => server.close(done));
  });
  it('is answered also in a folder with a very long name, and after a backend was killed there', async () => {
    const deep = join(folder, 'x'.repeat(120));
    mkdirSync(deep);
    writeFileSync(controlPath(deep), 'left behind');
    const backend = await start({ data: deep });
    expect((await askForPairingCode(deep, AbortSignal.timeout(5_000))).port).toBe(backend.port);
    await backend.close();
    open.length = 0;
    expect(existsSync(controlPath(deep))).toBe(false);
  });
});

describe('closing', () => {
  it('ends a run that hangs with RUN_ERROR, which its stream still gets, and a new start takes messages again', async () => {
    const paired = await PairedBackend.start([{ hang: true }]);
    const stream = paired.stream('/api/genai/react', ask('thread', 'run', 'Hi'));
    const hanging = await paired.model.received(1);
    await paired.backend.close();
    expect((await stream).at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'cancelled' });
    expect(await hanging.closed).toEqual({ complete: false });
    const store = openSqliteStore(paired.folder);
    expect(store.turns.unfinished()).toEqual([]);
    store.close();
    await paired.model.close();
    rmSync(paired.folder, { recursive: true, force: true });
  });
  it('keeps a turn that waits for the person, and its question is there after the next start', async () => {
    const paired = await PairedBackend.start([
      { toolCalls: [{ name: 'ask_user', args: { question: 'Which?', options: [] } }] },
      { text: 'Done.' },
    ]);
    await paired.stream('/api/genai/react', ask('thread', 'run', 'Hi'));
    await paired.backend.close();
    const again = await startBackend({
      config: ConfigSchema.parse({
        port: 0,
        data: paired.folder,
        model: { baseUrl: paired.model.baseUrl, model: 'scripted' },
      }),
      logger: quiet,
    });
    open.push(again);
    const post = (path: string, body: unknown) =>
      fetch(`http://127.0.0.1:${again.port}${path}`, {
        method: 'POST',
        headers: { ...paired.headers, Accept: 'application/json' },
        body: JSON.stringify(body),
      });
    const { interrupts } = await (await post('/api/threads/get', { threadId: 'thread' })).json();
    expect(interrupts).toMatchObject([{ request: { kind: 'question', question: 'Which?' } }]);
    const resume = [
      { interruptId: interrupts[0].interruptId, status: 'resolved', payload: { kind: 'question', answer: 'x' } },
    ];
    expect(
      await (await post('/api/genai/react', ask('thread', 'run2', '', { messages: [], resume }))).json(),
    ).toMatchObject({ answer: 'Done.' });
    await paired.model.close();
    rmSync(paired.folder, { recursive: true, force: true });
  });
});

describe('tidying', () => {
  it('removes at start-up what was deleted, and old events of ended turns, and nothing else', () => {
    const store = openSqliteStore(folder);
    for (const threadId of ['deleted', 'kept']) {
      store.threads.ensure(threadId, threadId);
      store.threads.addMessage(threadId, { id: 'm', turnId: 't', role: 'user', content: 'x', createdAt: 1 });
      store.events.append(threadId, 'r', { type: 'CUSTOM' });
    }
    store.threads.delete('deleted');
    keepTidy(store, quiet)();
    expect(store.threads.messages('deleted')).toEqual([]);
    expect(store.events.after('kept', 0, 10)).toHaveLength(1);
    keepTidy(store, quiet, () => Date.now() + 8 * 86_400_000)();
    expect(store.events.after('kept', 0, 10)).toEqual([]);
    expect(store.threads.messages('kept')).toHaveLength(1);
    store.close();
  });
});
