import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';

/** The extension's storage; everything else here is real: HTTP, streams, parsing. */
const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('wxt/browser', () => ({
  browser: {
    storage: {
      local: {
        get: async (key: string) => (stored.has(key) ? { [key]: stored.get(key) } : {}),
        set: async (items: Record<string, unknown>) => {
          for (const [key, value] of Object.entries(items)) stored.set(key, value);
        },
        remove: async (key: string) => void stored.delete(key),
      },
    },
  },
}));
const { executeAgent, followThread } = await import('../../entrypoints/utils/executeAgent.ts');
const { getHealth, listTools, runs, sendContext, threads } = await import('../../entrypoints/utils/backend-client.ts');
const { setConnection, clearConnection } = await import('../../entrypoints/utils/connection.ts');

type Call = { method: string; url: string; headers: IncomingMessage['headers']; body: unknown };
let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
  await clearConnection();
});

/** A server that plays the backend's side of the protocol, and notes each call. */
async function serve(handle: (call: Call, response: ServerResponse) => void): Promise<{ port: number; calls: Call[] }> {
  const calls: Call[] = [];
  const made = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    calls.push(call);
    handle(call, response);
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const address = made.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await setConnection({ port: address.port, token: 'a'.repeat(40) });
  return { port: address.port, calls };
}
const send = (response: ServerResponse, seq: number, event: Record<string, unknown>): void => {
  response.write(`id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`);
};
const stream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
};
const text = (delta: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta });
const finished = (runId: string) => ({ type: 'RUN_FINISHED', threadId: 't', runId });
const signal = (): AbortSignal => AbortSignal.timeout(15_000);

async function collect(events: AsyncIterable<{ seq: number; event: { type: string } }>): Promise<[number, string][]> {
  const all: [number, string][] = [];
  for await (const { seq, event } of events) all.push([seq, event.type]);
  return all;
}

describe('a run', () => {
  test('is a POST with the token in the header, and yields events until its end', async () => {
    const { calls } = await serve((_call, response) => {
      stream(response);
      send(response, 1, { type: 'RUN_STARTED', threadId: 't', runId: 'r' });
      send(response, 2, text('hi'));
      response.write(': ping\n\n');
      send(response, 3, { type: 'SOMETHING_NEWER', x: 1 });
      send(response, 4, finished('r'));
      response.end();
    });
    const events = await collect(executeAgent({ threadId: 't', runId: 'r', ask: 'Hello' }, signal()));
    expect(events).toEqual([
      [1, 'RUN_STARTED'],
      [2, 'TEXT_MESSAGE_CONTENT'],
      [4, 'RUN_FINISHED'],
    ]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      url: '/api/genai/react',
      headers: { authorization: `Bearer ${'a'.repeat(40)}`, accept: 'text/event-stream' },
      body: {
        threadId: 't',
        runId: 'r',
        messages: [{ role: 'user', content: 'Hello' }],
        tools: [],
        context: [],
        state: {},
        forwardedProps: {},
      },
    });
  });

  test('goes on after a broken stream, without a lost or repeated event', async () => {
    const { calls } = await serve((call, response) => {
      stream(response);
      if (call.url === '/api/genai/react') {
        send(response, 7, text('a'));
        send(response, 8, text('b'));
        setTimeout(() => response.destroy(), 20);
        return;
      }
      send(response, 8, text('b'));
      send(response, 9, text('c'));
      send(response, 10, finished('r'));
      response.end();
    });
    const events = await collect(executeAgent({ threadId: 't', runId: 'r', ask: 'x', after: 6 }, signal()));
    expect(events.map(([seq]) => seq)).toEqual([7, 8, 9, 10]);
    expect(calls[1]).toMatchObject({ url: '/api/threads/events', body: { threadId: 't', after: 8 } });
  });

  test('whose end is nowhere is reported as unknown, not as done', async () => {
    await serve((call, response) => {
      if (call.url === '/api/threads/get') {
        response.writeHead(200, { 'content-type': 'application/json' });
        const thread = { threadId: 't', title: '', pinned: false, createdAt: 1, updatedAt: 1, waiting: false };
        response.end(JSON.stringify({ thread, messages: [], interrupts: [], lastSeq: 7 }));
        return;
      }
      stream(response);
      if (call.url === '/api/genai/react') send(response, 7, text('a'));
      response.end();
    });
    await expect(collect(executeAgent({ threadId: 't', runId: 'r', ask: 'x' }, signal()))).rejects.toMatchObject({
      code: 'outcome-unknown',
    });
  });

  test('that was aborted stops listening and says cancelled', async () => {
    await serve((_call, response) => {
      stream(response);
      send(response, 1, text('a'));
    });
    const stop = new AbortController();
    const events = executeAgent({ threadId: 't', runId: 'r', ask: 'x' }, stop.signal);
    await events.next();
    stop.abort();
    await expect(events.next()).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('that is refused carries the code of the backend', async () => {
    await serve((_call, response) => {
      response.writeHead(429, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'too-many-requests', message: 'Busy.', retryable: true, requestId: 'q1' }));
    });
    await expect(collect(executeAgent({ threadId: 't', ask: 'x' }, signal()))).rejects.toMatchObject({
      code: 'too-many-requests',
    });
  });

  test('follows a thread that is read again from a sequence number', async () => {
    await serve((_call, response) => {
      stream(response);
      send(response, 4, text('d'));
      response.end();
    });
    expect(await collect(followThread({ threadId: 't', after: 3 }, signal()))).toEqual([[4, 'TEXT_MESSAGE_CONTENT']]);
  });
});

describe('the backend', () => {
  test('that is not there is unreachable', async () => {
    const { port } = await serve(() => undefined);
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    await expect(getHealth(port, signal())).rejects.toMatchObject({ code: 'backend-unreachable' });
  });

  test('of another protocol is a version mismatch', async () => {
    const { port } = await serve((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'ok', version: '9.9.9', protocol: 99 }));
    });
    await expect(getHealth(port, signal())).rejects.toMatchObject({ code: 'version-mismatch' });
  });

  test.each([
    ['an answer of another shape', 200, '{"tools":1}', 'version-mismatch'],
    ['an answer that is no JSON', 200, '<html>', 'version-mismatch'],
    ['401 without a body', 401, '', 'not-paired'],
    ['429 without a body', 429, '', 'too-many-requests'],
    ['500 without a body', 500, 'oops', 'internal'],
  ])('%s is %i -> %s', async (_name, status, body, code) => {
    await serve((_call, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    });
    await expect(listTools(signal())).rejects.toMatchObject({ code });
  });

  test('gets each call at its route, checked before it is sent', async () => {
    const { calls } = await serve((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ok: true }));
    });
    await sendContext(
      {
        type: 'CONTEXT_UPDATE',
        threadId: 't',
        revision: 1,
        documentId: 'd',
        origin: 'o',
        url: 'u',
        title: '',
        activeTools: [],
      },
      signal(),
    );
    await runs.stop({ threadId: 't' }, signal());
    await expect(threads.rename({ threadId: 'not an id', title: 'x' }, signal())).rejects.toMatchObject({
      code: 'bad-request',
    });
    expect(calls.map((call) => call.url)).toEqual(['/api/context', '/api/runs/stop']);
    expect(calls.every((call) => call.method === 'POST' && !call.url.includes('a'.repeat(40)))).toBe(true);
  });

  test('is not asked without a token', async () => {
    const { calls } = await serve((_call, response) => response.end('{}'));
    await clearConnection();
    await expect(listTools(signal())).rejects.toMatchObject({ code: 'not-paired' });
    expect(calls).toEqual([]);
  });
});
