import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  HealthSchema,
  ModelResponses,
  PairingResponses,
  PairResponseSchema,
  PROTOCOL_VERSION,
  type ThreadMessage,
  ThreadResponses,
  type ThreadSummary,
  ToolsResponseSchema,
} from '@pagehand/contracts/api';
import { CONNECTION_FIELDS, CONNECTION_IDS, ConnectionResponses } from '@pagehand/contracts/connections';
import { AppError, type ErrorCode } from '@pagehand/contracts/errors';
import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import * as z from 'zod';

type Event = Record<string, unknown>;
/** What `POST /api/genai/react` carried, as far as a script needs it. */
export type RunInput = z.infer<typeof RunInputSchema>;
/** Plays a run: pushes AG-UI events; the stream ends when it returns. */
export type RunScript = (input: RunInput, emit: (event: Event) => void, signal: AbortSignal) => Promise<void>;

const RunInputSchema = z.looseObject({
  threadId: z.string(),
  runId: z.string(),
  messages: z.array(z.looseObject({ content: z.string() })),
  resume: z
    .array(
      z.looseObject({
        interruptId: z.string(),
        status: z.string(),
        payload: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  forwardedProps: z.record(z.string(), z.unknown()),
});

export const TOKEN = 'a'.repeat(40);
const CODE = '123456';

type StoredThread = { summary: ThreadSummary; messages: ThreadMessage[]; interrupts: OpenInterrupt[] };

/**
 * A backend that says what a test wants, in the words of the contracts: every answer is parsed by its schema before it
 * leaves, so that it cannot say what the real one could not.
 */
export class ScriptedBackend {
  port = 0;
  readonly threads = new Map<string, StoredThread>();
  readonly requests: { path: string; body: unknown }[] = [];
  /** Answers a route with this error instead. */
  readonly failures = new Map<string, ErrorCode>();
  model: z.infer<(typeof ModelResponses)['get']> = {
    choice: { kind: 'offline' },
    hasKey: false,
    fromEnvironment: false,
  };
  servers: z.infer<(typeof ModelResponses)['find']>['servers'] = [];
  tools: z.infer<typeof ToolsResponseSchema>['tools'] = [];
  /** What the routes beside the thread say (`/api/kits/list`, ...); whoever sets one parses it by the contract. */
  readonly answers = new Map<string, unknown>();
  paired = true;
  protocol = PROTOCOL_VERSION;
  run: RunScript = async () => undefined;
  private readonly server: Server;
  private readonly stops = new Map<string, AbortController>();
  private seq = 0;

  constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    const address = this.server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    return this;
  }

  async close(): Promise<void> {
    for (const stop of this.stops.values()) stop.abort();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  addThread(thread: Partial<StoredThread> & { summary: ThreadSummary }): void {
    this.threads.set(thread.summary.threadId, { messages: [], interrupts: [], ...thread });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? 'null');
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let raw = '';
    for await (const chunk of request) raw += String(chunk);
    const path = request.url ?? '';
    const body: unknown = raw === '' ? undefined : JSON.parse(raw);
    this.requests.push({ path, body });
    const failure = this.failures.get(path);
    try {
      if (failure) throw new AppError(failure, `The test made ${path} fail.`);
      if (path === '/health')
        return json(response, HealthSchema.parse({ status: 'ok', version: '0.1.0', protocol: this.protocol }));
      if (path === '/pair') return json(response, this.pair(body));
      if (!this.paired || request.headers.authorization !== `Bearer ${TOKEN}`)
        throw new AppError('not-paired', 'Unknown token.');
      if (path === '/api/genai/react') return await this.stream(RunInputSchema.parse(body), response);
      json(response, this.route(path, body));
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError('internal', String(error));
      const status = known.code === 'not-paired' ? 401 : known.code === 'not-found' ? 404 : 400;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(known.toBody()));
    }
  }

  private pair(body: unknown): unknown {
    const { code } = z.looseObject({ code: z.string() }).parse(body);
    if (code !== CODE) throw new AppError('pairing-refused', 'The code is not right.');
    this.paired = true;
    return PairResponseSchema.parse({ token: TOKEN, version: '0.1.0', protocol: this.protocol });
  }

  private route(path: string, body: unknown): unknown {
    const { threadId = '' } = z.looseObject({ threadId: z.string().optional() }).parse(body ?? {});
    const thread = this.threads.get(threadId);
    if (this.answers.has(path)) return this.answers.get(path);
    switch (path) {
      case '/api/tools/list':
        return ToolsResponseSchema.parse({ maxActiveTools: 30, tools: this.tools });
      case '/api/connections/list':
        return ConnectionResponses.list.parse({
          connections: CONNECTION_IDS.map((id) => ({
            id,
            connected: id === 'google',
            fields: CONNECTION_FIELDS[id].map(({ name, kind }) =>
              kind === 'secret' ? { name, set: id === 'google' } : { name, set: true, value: 'https://own.example' },
            ),
            ...(id === 'google'
              ? { access: ['mail-read'], account: 'me@mail.example', authorizeUrl: 'https://accounts.example/auth' }
              : {}),
          })),
        });
      case '/api/mcp-servers/list':
        return { servers: [] };
      case '/api/mcp-door/get':
        return { enabled: false, command: 'npm start -- mcp', clients: [] };
      case '/api/skills/list':
        return { skills: [], problems: [] };
      case '/api/connections/test':
        return ConnectionResponses.test.parse({
          ok: false,
          error: new AppError('connection-refused', 'api.tavily.com answered 401: the key was refused.').toBody(),
        });
      case '/api/models/get':
        return ModelResponses.get.parse(this.model);
      case '/api/models/set': {
        const { choice, key } = z.looseObject({ choice: z.unknown(), key: z.string().nullish() }).parse(body);
        this.model = ModelResponses.get.parse({ choice, hasKey: key !== undefined, fromEnvironment: false });
        return { ok: true };
      }
      case '/api/models/find':
        return ModelResponses.find.parse({ servers: this.servers });
      case '/api/models/test':
        return ModelResponses.test.parse({ ok: true, ms: 128, tools: true, streams: true });
      case '/api/pairings/list':
        return PairingResponses.list.parse({
          pairings: [
            {
              pairingId: 'p1',
              name: 'Chromium',
              origin: 'chrome-extension://abc',
              createdAt: Date.now(),
              current: true,
            },
            {
              pairingId: 'p2',
              name: 'Firefox',
              origin: 'moz-extension://def',
              createdAt: 1_790_000_000_000,
              current: false,
            },
          ],
        });
      case '/api/threads/list': {
        const { query } = z.looseObject({ query: z.string().optional() }).parse(body);
        const found = [...this.threads.values()].filter(
          ({ summary, messages }) =>
            query === undefined ||
            JSON.stringify([summary.title, messages]).toLowerCase().includes(query.toLowerCase()),
        );
        return ThreadResponses.list.parse({ threads: found.map(({ summary }) => summary) });
      }
      case '/api/threads/get':
        if (!thread) throw new AppError('not-found', 'No such thread.');
        return ThreadResponses.get.parse({
          thread: thread.summary,
          messages: thread.messages,
          interrupts: thread.interrupts,
          lastSeq: this.seq,
        });
      case '/api/threads/delete':
        if (thread) this.deleted.set(threadId, thread);
        this.threads.delete(threadId);
        return { ok: true };
      case '/api/threads/restore': {
        const gone = this.deleted.get(threadId);
        if (gone) this.threads.set(threadId, gone);
        return { ok: true };
      }
      case '/api/threads/rename':
        if (thread)
          thread.summary = { ...thread.summary, title: z.looseObject({ title: z.string() }).parse(body).title };
        return { ok: true };
      case '/api/threads/pin':
        if (thread)
          thread.summary = { ...thread.summary, pinned: z.looseObject({ pinned: z.boolean() }).parse(body).pinned };
        return { ok: true };
      case '/api/threads/export':
        return ThreadResponses.export.parse({ filename: 'thread.md', content: '# Thread' });
      case '/api/runs/stop':
        this.stops.get(threadId)?.abort();
        return { ok: true };
      case '/api/runs/claim':
        return { ok: true, receipts: [] };
      case '/api/runs/release':
      case '/api/runs/heartbeat':
      case '/api/runs/receipt':
      case '/api/pairings/revoke':
        return { ok: true };
      default:
        throw new AppError('not-found', `No route ${path}.`);
    }
  }

  private readonly deleted = new Map<string, StoredThread>();

  private async stream(input: RunInput, response: ServerResponse): Promise<void> {
    const stop = new AbortController();
    this.stops.set(input.threadId, stop);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const emit = (event: Event) => {
      this.seq += 1;
      response.write(`id: ${this.seq}\ndata: ${JSON.stringify(event)}\n\n`);
    };
    emit({ type: 'RUN_STARTED', threadId: input.threadId, runId: input.runId });
    try {
      await this.run(input, emit, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    if (stop.signal.aborted) emit({ type: 'RUN_ERROR', message: 'Stopped.', code: 'cancelled' });
    response.end();
  }
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Emits a text message in pieces, then the end of the run. */
export async function say(
  input: RunInput,
  emit: (event: Event) => void,
  pieces: readonly string[],
  options: { signal?: AbortSignal; everyMs?: number; finish?: boolean } = {},
): Promise<void> {
  const messageId = `m-${input.runId}`;
  emit({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
  for (const delta of pieces) {
    if (options.signal?.aborted) return;
    emit({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta });
    if (options.everyMs !== undefined) await new Promise((resolve) => setTimeout(resolve, options.everyMs));
  }
  emit({ type: 'TEXT_MESSAGE_END', messageId });
  if (options.finish !== false) emit({ type: 'RUN_FINISHED', threadId: input.threadId, runId: input.runId });
}
