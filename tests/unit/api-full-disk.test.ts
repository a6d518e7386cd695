import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import { ask } from '../attacks/loopback-backend.ts';
import { EXTENSION } from '../attacks/loopback-harness.ts';
import { FakeOpenAiServer } from '../fakes/openai-server.ts';
import { snapshot } from './store-samples.ts';

const CHILD = new URL('./api-full-disk-child.ts', import.meta.url).pathname;

it('on a full disk the backend says so, goes on answering, and what was there before is whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagehand-full-'));
  const model = await FakeOpenAiServer.start(() => ({ text: 'Fine.' }));
  const command = [
    'bash',
    '-c',
    `trap '' XFSZ; ulimit -f 4096; exec "$@"`,
    'bash',
    process.execPath,
    '--import',
    'tsx',
    CHILD,
    folder,
    model.baseUrl,
  ];
  const child = spawn(command[0] ?? '', command.slice(1));
  const exited = once(child, 'close');
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += String(chunk);
  });
  try {
    const [line] = await once(child.stdout, 'data');
    const { port, code } = JSON.parse(String(line));
    const send = (path: string, body: unknown, token = '') =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: {
          Origin: EXTENSION,
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json',
        },
        body: JSON.stringify(body),
      });
    const { token } = await (await send('/pair', { code, name: 'x' })).json();
    const first = await (await send('/api/genai/react', ask('thread', 'run0', 'keep me'), token)).json();
    expect(first.answer).toBe('Fine.');
    const codes = new Set<string>();
    for (let run = 1; run < 60 && !codes.has('503 store-unavailable'); run += 1) {
      const page = { ...snapshot(`snap${run}`), text: `<p>${'word '.repeat(100_000)}</p>` };
      const answer = await send(
        '/api/genai/react',
        ask(`t${run}`, `run${run}`, 'x', { forwardedProps: { page } }),
        token,
      );
      const body = await answer.json();
      codes.add(`${answer.status} ${body.code ?? body.error?.code ?? 'ok'}`);
    }
    expect([...codes], log).toContain('503 store-unavailable');
    // A run that the full disk caught in its middle says the same, and nothing is called an internal error.
    expect([...codes].filter((seen) => !/ok|store-unavailable/.test(seen))).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    expect((await (await send('/api/threads/get', { threadId: 'thread' }, token)).json()).messages).toMatchObject([
      { content: 'keep me' },
      { content: 'Fine.' },
    ]);
    child.kill('SIGTERM');
    await exited;
    const store = openSqliteStore(folder);
    expect(store.database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(store.threads.messages('thread')).toHaveLength(2);
    store.close();
  } finally {
    child.kill('SIGKILL');
    await exited;
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
