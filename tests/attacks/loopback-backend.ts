import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParser } from 'eventsource-parser';
import { type Config, ConfigSchema } from '../../backend/config.ts';
import { createLogger } from '../../backend/log.ts';
import { type Backend, startBackend } from '../../backend/server.ts';
import { FakeOpenAiServer, type Script } from '../fakes/openai-server.ts';
import { EXTENSION } from './loopback-harness.ts';

export type Message = { id: number; event: Record<string, unknown> };

/** The whole real backend, paired, with a scripted OpenAI server as its model. */
export class PairedBackend {
  readonly backend: Backend;
  readonly model: FakeOpenAiServer;
  readonly folder: string;
  readonly token: string;
  readonly log: string[];

  private constructor(backend: Backend, model: FakeOpenAiServer, folder: string, token: string, log: string[]) {
    this.backend = backend;
    this.model = model;
    this.folder = folder;
    this.token = token;
    this.log = log;
  }

  static async start(script: Script, more: Partial<Config> = {}): Promise<PairedBackend> {
    const folder = mkdtempSync(join(tmpdir(), 'pagehand-backend-'));
    const model = await FakeOpenAiServer.start(script);
    const log: string[] = [];
    const config = ConfigSchema.parse({
      port: 0,
      data: folder,
      model: { baseUrl: model.baseUrl, model: 'scripted', key: 'sk-canary-1234567890' },
      ...more,
    });
    const backend = await startBackend({
      config,
      logger: createLogger('debug', { write: (line) => void log.push(line) }),
    });
    const answer = await fetch(`http://127.0.0.1:${backend.port}/pair`, {
      method: 'POST',
      headers: { Origin: EXTENSION, 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: backend.mintPairingCode(), name: 'test' }),
    });
    const { token }: { token: string } = JSON.parse(await answer.text());
    return new PairedBackend(backend, model, folder, token, log);
  }

  get url(): string {
    return `http://127.0.0.1:${this.backend.port}`;
  }

  get headers(): Record<string, string> {
    return { Origin: EXTENSION, Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' };
  }

  post(path: string, body: unknown, accept = 'application/json', signal: AbortSignal | null = null): Promise<Response> {
    return fetch(this.url + path, {
      method: 'POST',
      headers: { ...this.headers, Accept: accept },
      body: JSON.stringify(body),
      signal,
    });
  }

  /** All server-sent events of an answer. */
  async stream(path: string, body: unknown): Promise<Message[]> {
    const response = await this.post(path, body, 'text/event-stream');
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return parseEvents(await response.text());
  }

  async close(): Promise<void> {
    await this.backend.close();
    await this.model.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function parseEvents(text: string): Message[] {
  const messages: Message[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => {
      messages.push({ id: Number(id), event: JSON.parse(data) });
    },
  });
  parser.feed(text);
  return messages;
}

export const ask = (
  threadId: string,
  runId: string,
  content: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  threadId,
  runId,
  state: {},
  messages: [{ id: `u-${runId}`, role: 'user', content }],
  tools: [],
  context: [],
  forwardedProps: {},
  ...more,
});
