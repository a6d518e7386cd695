import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentService, StartRun } from '../../backend/api/agent-service.ts';
import type { ApiDependencies, ModelSettings } from '../../backend/api/api-types.ts';
import { type ListenOptions, listen } from '../../backend/api/listen.ts';
import { Door } from '../../backend/api/mcp-door/mcp-door.ts';
import { createPairing, type Pairing } from '../../backend/api/pairing.ts';
import { createConnections } from '../../backend/connections/connections.ts';
import { Attachments } from '../../backend/documents/attachments.ts';
import { createLogger } from '../../backend/log.ts';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import type { Store } from '../../backend/store/store.ts';
import { McpServers } from '../../backend/tools/mcp/mcp-servers.ts';

/** Two origins as browsers make them for extensions. */
export const EXTENSION = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;
export const OTHER_EXTENSION = `chrome-extension://${'ponmlkjihgfedcba'.repeat(2)}`;
export const FIREFOX_EXTENSION = 'moz-extension://0f8fad5b-d9cb-469f-a165-70867728950e';

export type Loopback = {
  port: number;
  folder: string;
  store: Store;
  pairing: Pairing;
  /** A token that is bound to EXTENSION. */
  token: string;
  pairingId: string;
  /** Method and path of every request that the guard let through. */
  admitted: string[];
  /** Every call that reached the agent or the model settings. */
  reached: string[];
  started: StartRun[];
  /** What a run does; by default it says hello and finishes. */
  behaviour: { run(input: StartRun, store: Store): void | Promise<void>; fail?: Error };
  log: string[];
  close(): Promise<void>;
};

/** Writes a whole small AG-UI run into the store. */
function sayHello({ threadId, runId }: StartRun, store: Store): void {
  const messageId = `m-${runId}`;
  store.events.append(threadId, runId, { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
  store.events.append(threadId, runId, { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: 'Hello ' });
  store.events.append(threadId, runId, { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: runId });
  store.events.append(threadId, runId, { type: 'TEXT_MESSAGE_END', messageId });
  store.events.append(threadId, runId, { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'success' } });
}

/**
 * The real server, guard, routes and store. Only the agent behind them is a spy that keeps what reached it: whether a
 * request came through is what these tests are about.
 */
export async function startLoopback(
  options: Partial<ListenOptions> & { now?: () => number; parts?: Partial<ApiDependencies> } = {},
): Promise<Loopback> {
  const { parts, ...listenOptions } = options;
  const folder = mkdtempSync(join(tmpdir(), 'pagehand-door-'));
  const store = parts?.store ?? openSqliteStore(folder);
  const pairing = createPairing(store, options.now);
  const admitted: string[] = [];
  const reached: string[] = [];
  const started: StartRun[] = [];
  const log: string[] = [];
  const behaviour: Loopback['behaviour'] = { run: sayHello };
  const reach = (name: string): void => {
    reached.push(name);
    if (behaviour.fail !== undefined) throw behaviour.fail;
  };
  const service: AgentService = {
    async start(input) {
      reach('start');
      started.push(input);
      const { threadId, runId } = input;
      store.threads.ensure(threadId, 'thread');
      store.turns.start({ turnId: runId, threadId, input: {} });
      const fromSeq = store.events.append(threadId, runId, { type: 'RUN_STARTED', threadId, runId });
      void Promise.resolve(behaviour.run(input, store)).then(
        () => store.database.open && store.turns.setState(runId, 'ended'),
      );
      return { turnId: runId, fromSeq };
    },
    running(threadId) {
      const turn = store.turns.open(threadId);
      if (turn?.state !== 'running') return undefined;
      return { runId: store.events.lastRun(threadId) ?? turn.turnId, turnId: turn.turnId };
    },
    async stop() {
      reach('stop');
    },
    updateContext: () => reach('context'),
    async generateScript() {
      reach('script');
      return { ok: false, error: { code: 'no-page', message: 'No page.', retryable: false } };
    },
    listTools() {
      reach('tools');
      const declaration = {
        name: 'read_page',
        description: 'Reads.',
        parameters: {},
        risk: 'none',
        source: 'agent',
        owner: 'pagehand',
        global: true,
      } as const;
      return { maxActiveTools: 30, tools: [{ declaration, available: true }] };
    },
  };
  const models: ModelSettings = {
    knownSecrets: () => [],
    get() {
      reach('models');
      return { choice: { kind: 'offline' }, hasKey: false, fromEnvironment: false };
    },
    set: () => reach('models'),
    async find() {
      reach('models');
      return { servers: [] };
    },
    async test() {
      reach('models');
      return { ok: true, ms: 1, tools: true, streams: true };
    },
  };
  const connections = createConnections(store.secrets, {
    fetch: () => Promise.reject(new Error('There is no network in these tests.')),
    endpoints: {},
  });
  const mcpServers = await McpServers.open(
    {},
    { store, fetch: () => Promise.reject(new Error('There is no network.')), dataFolder: '', version: '0' },
  );
  const listening = await listen(
    {
      store,
      service,
      models,
      connections,
      door: new Door({ store, service, version: '0', port: 0, dataFolder: folder }),
      mcpServers,
      attachments: new Attachments(store),
      skills: () => ({ skills: [], problems: [] }),
      pairing,
      version: '0.0.0',
      logger: createLogger('debug', { write: (line) => void log.push(line) }),
      ...parts,
    },
    {
      port: 0,
      around: (app) => (request, env) => {
        admitted.push(`${request.method} ${new URL(request.url).pathname}`);
        return app(request, env);
      },
      ...listenOptions,
    },
  );
  const { token, pairingId } = pairing.redeem(pairing.mint(), 'test', EXTENSION);
  return {
    port: listening.port,
    folder,
    store,
    pairing,
    token,
    pairingId,
    admitted,
    reached,
    started,
    behaviour,
    log,
    async close() {
      await listening.close(0);
      if (parts?.store === undefined) store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Answer = { status: number; head: string; headers: Map<string, string>; body: string; interim: string };

/**
 * Sends bytes as they are and reads until the server closes, or until the answer is whole.
 * @param pieces written one after the other
 */
export function sendRaw(port: number, pieces: (string | Buffer)[], address = '127.0.0.1'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: address });
    const chunks: Buffer[] = [];
    const finish = (): void => {
      socket.destroy();
      resolve(parseAnswer(Buffer.concat(chunks).toString('latin1')));
    };
    socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks).toString('latin1'))) finish();
    });
    socket.on('close', finish);
    for (const piece of pieces) socket.write(piece);
  });
}

function parseAnswer(text: string): Answer {
  const interim = /^HTTP\/1\.1 100[^\r]*\r\n\r\n/.exec(text)?.[0] ?? '';
  const rest = text.slice(interim.length);
  const end = rest.indexOf('\r\n\r\n');
  const head = end < 0 ? rest : rest.slice(0, end);
  const headers = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const raw = end < 0 ? '' : rest.slice(end + 4);
  const body = headers.get('transfer-encoding') === 'chunked' ? unchunk(raw) : raw;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, headers, body, interim };
}

function isWhole(text: string): boolean {
  const { head, headers } = parseAnswer(text);
  const raw = text.slice(text.indexOf(head) + head.length + 4);
  if (!text.includes('\r\n\r\n') || !/^HTTP\/1\.1 [2-5]/.test(head)) return false;
  if (/^HTTP\/1\.1 204/.test(head)) return true;
  if (headers.get('transfer-encoding') === 'chunked') return raw.endsWith('0\r\n\r\n');
  return headers.has('content-length') && raw.length >= Number(headers.get('content-length'));
}

function unchunk(text: string): string {
  let rest = text;
  let out = '';
  for (;;) {
    const line = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, line), 16);
    if (line < 0 || Number.isNaN(size) || size === 0) return out;
    out += rest.slice(line + 2, line + 2 + size);
    rest = rest.slice(line + 2 + size + 2);
  }
}

export type Request = {
  method?: string;
  path?: string;
  version?: string;
  /** Replaces, adds or (undefined) takes off one of the good request's headers. */
  headers?: Record<string, string | undefined>;
  /** Lines added as they are, for doubled headers. */
  extra?: string[];
  body?: string | Buffer | undefined;
};

/** A request that is right in everything, but for what the test changes. */
export function compose(loopback: Pick<Loopback, 'port' | 'token'>, request: Request = {}): string[] {
  const { method = 'POST', path = '/api/threads/list', version = '1.1', extra = [] } = request;
  const body = 'body' in request ? request.body : method === 'POST' ? '{}' : undefined;
  const headers: Record<string, string | undefined> = {
    Host: `127.0.0.1:${loopback.port}`,
    Origin: EXTENSION,
    Authorization: `Bearer ${loopback.token}`,
    Accept: 'application/json',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Dest': 'empty',
    'Sec-Fetch-Site': 'cross-site',
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...request.headers,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [
    `${method} ${path} HTTP/${version}\r\n${[...lines, ...extra].join('\r\n')}\r\n\r\n`,
    ...(body === undefined ? [] : [body.toString()]),
  ];
}

export const send = (loopback: Pick<Loopback, 'port' | 'token'>, request: Request = {}): Promise<Answer> =>
  sendRaw(loopback.port, compose(loopback, request));

/** The body of a run. */
export const runBody = (threadId: string, runId: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    threadId,
    runId,
    state: {},
    messages: [{ id: `u-${runId}`, role: 'user', content: 'hi' }],
    tools: [],
    context: [],
    forwardedProps: {},
    ...more,
  });
