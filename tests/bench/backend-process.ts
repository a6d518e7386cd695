import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createParser } from 'eventsource-parser';

const CLI = fileURLToPath(new URL('../../backend/bin/cli.ts', import.meta.url));
/** As an extension says it; the backend binds the pairing to it. */
const ORIGIN = `chrome-extension://${'b'.repeat(32)}`;

/** When what came of one turn, in ms since its request was sent. */
export type TurnTimes = { firstText: number; end: number; firstTextAt: number };

export type BackendProcess = {
  pid: number;
  /** One turn in a new thread, or in `threadId`: resolves when its stream has ended. */
  turn(ask: string, threadId?: string): Promise<TurnTimes>;
  /** Resident memory in bytes; undefined where the system does not say. */
  residentMemory(): number | undefined;
  close(): Promise<void>;
};

/** The real backend as `npm start` runs it, in a process of its own, paired as an extension pairs. */
export async function startBackendProcess(env: Record<string, string>): Promise<BackendProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'pagehand-bench-'));
  const args = ['--import', 'tsx', CLI, '--no-browser', '--port', '0', '--data', join(folder, 'data')];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const close = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  let output = '';
  const { port, code } = await new Promise<{ port: string; code: string }>((resolve, reject) => {
    child.once('close', () => reject(new Error(`The backend ended: ${output}`)));
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const [, found] = output.match(/http:\/\/127\.0\.0\.1:(\d+)/) ?? [];
      const [oneTime] = output.match(/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/) ?? [];
      if (found !== undefined && oneTime !== undefined) resolve({ port: found, code: oneTime });
    });
  });
  const base = `http://127.0.0.1:${port}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': ORIGIN, ...headers },
      body: JSON.stringify(body),
    });
  const paired = await post('/pair', { code, name: 'Bench' });
  if (!paired.ok) throw new Error(`Pairing failed: ${paired.status} ${await paired.text()}`);
  const { token }: { token: string } = JSON.parse(await paired.text());

  return {
    pid: child.pid ?? 0,
    close,
    residentMemory() {
      if (process.platform !== 'linux') return undefined;
      const [, kilo] = readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/) ?? [];
      return kilo === undefined ? undefined : Number(kilo) * 1024;
    },
    async turn(ask, threadId = randomUUID()) {
      const body = {
        threadId,
        runId: randomUUID(),
        state: {},
        messages: [{ id: randomUUID(), role: 'user', content: ask }],
        tools: [],
        context: [],
        forwardedProps: {},
      };
      const began = performance.now();
      const response = await post('/api/genai/react', body, {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
      });
      if (!response.ok || response.body === null)
        throw new Error(`The run was refused: ${response.status} ${await response.text()}`);
      let firstTextAt = 0;
      let finished = false;
      const parser = createParser({
        onEvent: ({ data }) => {
          const event: { type: string; message?: string } = JSON.parse(data);
          if (event.type === 'TEXT_MESSAGE_CONTENT' && firstTextAt === 0) firstTextAt = performance.now();
          if (event.type === 'RUN_FINISHED') finished = true;
          if (event.type === 'RUN_ERROR') throw new Error(`The run failed: ${event.message}`);
        },
      });
      const decoder = new TextDecoder();
      for await (const chunk of response.body) parser.feed(decoder.decode(chunk, { stream: true }));
      if (!finished || firstTextAt === 0) throw new Error('The stream ended before the run did.');
      return { firstText: firstTextAt - began, end: performance.now() - began, firstTextAt };
    },
  };
}
