import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AppError } from '@pagehand/contracts/errors';
import { describe, expect, it } from 'vitest';
import { compose, runBody, send, sendRaw, startLoopback } from './loopback-harness.ts';
import { expectUnreached, openDoor } from './loopback-suite.ts';

/** Lines H33 to H35, H38 and H39 of the attack list: methods, slowness, what errors give away, where it listens. */
const door = await openDoor();

const REACT = '/api/genai/react';

describe('H33, H34: methods and upgrades', () => {
  it.each([
    'GET',
    'HEAD',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'QUERY',
    'PROPFIND',
    'PURGE',
    'LINK',
    'CONNECT',
    'FOO',
    'post',
    'GETT',
  ])('%s is not answered', async (method) => {
    const answer = await send(door, { method });
    expect(answer.status).toBe(405);
    expect(door.admitted).toEqual([]);
  });
  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])(
    '%s turns nothing into another method',
    async (name) => {
      expect((await send(door, { method: 'GET', headers: { [name]: 'POST' } })).status).toBe(405);
      expect((await send(door, { method: 'GET', path: `/api/threads/list?_method=POST&${name}=POST` })).status).toBe(
        405,
      );
      expect(door.admitted).toEqual([]);
      expect((await send(door, { headers: { [name]: 'DELETE' } })).status).toBe(200);
      expect(door.admitted).toEqual(['POST /api/threads/list']);
    },
  );
  it('a POST to /health is not answered', async () => {
    expect((await send(door, { path: '/health' })).status).toBe(405);
  });
  it.each([
    ['from an evil origin', { Origin: 'https://evil.example' }],
    ['without a token', { Authorization: undefined }],
    ['with everything right', {}],
  ])('H34 a WebSocket upgrade %s is refused before 101', async (_name, headers) => {
    for (const path of ['/', '/api/genai/react', '/health', '/ws']) {
      const answer = await send(door, {
        method: 'GET',
        path,
        headers: {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      });
      expect(answer.status).toBe(403);
    }
    const other = await send(door, {
      headers: {
        Connection: 'Upgrade, HTTP2-Settings',
        Upgrade: 'h2c',
        'HTTP2-Settings': 'AAMAAABkAAQAAP__',
        ...headers,
      },
    });
    expect(other.status).toBe(403);
    expect(door.admitted).toEqual([]);
  });
});

describe('H35: headers and slowness', () => {
  it.each(['a\r\nX-Evil: 1', 'a\nX', 'a b', '../x', '', 'x'.repeat(65), 'ä', 'a\u0000'])(
    'the id %j is refused and comes back in no header',
    async (id) => {
      for (const [path, body] of [
        [REACT, runBody(id, 'r')],
        [REACT, runBody('t', id)],
        ['/api/threads/get', JSON.stringify({ threadId: id })],
        ['/api/runs/stop', JSON.stringify({ threadId: id })],
      ] as const) {
        const answer = await send(door, { path, body });
        expectUnreached(door, answer, 400);
        expect(answer.head.toLowerCase()).not.toContain('x-evil');
      }
    },
  );
  it('64 KB of headers are refused', async () => {
    const answer = await send(door, { headers: { 'X-Long': 'x'.repeat(65_536) } });
    expect(answer.status).toBe(431);
    expect(door.admitted).toEqual([]);
  });
  it('thousands of headers are refused', async () => {
    const answer = await send(door, { extra: Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`) });
    expect(answer.status).toBe(431);
    expect(door.admitted).toEqual([]);
  });
  it.each([
    ['a header with a zero byte', 'X-A: a\u0000b'],
    ['a header with a bare line feed', 'X-A: a\nHost: evil.example'],
    ['a folded header', 'X-A: a\r\n Host: evil.example'],
    ['a space before the colon', 'Host : evil.example'],
  ])('%s never reaches a handler', async (_name, line) => {
    const answer = await send(door, { extra: [line] });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(door.admitted).toEqual([]);
  });
  it.each([
    ['headers that come byte by byte', (text: string) => text.slice(0, 60)],
    ['a connection that says nothing', () => ''],
    ['a body that never comes', (text: string) => text],
  ])('%s: closed by time-out', async (_name, part) => {
    const slow = await startLoopback({ limits: { headersMs: 300, requestMs: 600 } });
    try {
      const [head] = compose(slow, { path: REACT, body: runBody('t', 'r') });
      const socket = connect({ port: slow.port, host: '127.0.0.1' });
      socket.on('error', () => {});
      socket.resume();
      const bytes = [...part(head ?? '')];
      const drip = setInterval(() => {
        const next = bytes.shift();
        if (next !== undefined && !socket.destroyed) socket.write(next);
      }, 40);
      if (bytes.length > 100) for (const byte of bytes.splice(0)) socket.write(byte);
      await new Promise<void>((done) => socket.on('close', () => done()));
      clearInterval(drip);
      expect(slow.reached).toEqual([]);
    } finally {
      await slow.close();
    }
  });
});

describe('H38: what errors give away', () => {
  it('an unforeseen error is a code and a request id, and the log names the same id', async () => {
    door.behaviour.fail = Object.assign(
      new Error(`ENOENT /home/zoe/.pagehand {"error":"Incorrect API key provided: sk-canary-1234567890"}`),
      { body: 'provider said sk-canary-1234567890' },
    );
    door.log.length = 0;
    for (const path of [
      '/api/runs/stop',
      '/api/genai/react',
      '/api/context',
      '/api/models/get',
      '/api/tools/read_page',
      '/api/tools/list',
    ]) {
      const bodies: Record<string, string> = {
        '/api/genai/react': runBody('t', 'r'),
        '/api/runs/stop': '{"threadId":"t"}',
        '/api/context': JSON.stringify({
          type: 'CONTEXT_UPDATE',
          threadId: 't',
          revision: 0,
          documentId: 'd',
          origin: 'https://a.example',
          url: 'https://a.example/',
          title: '',
          activeTools: [],
        }),
        '/api/tools/read_page': '{"args":{}}',
      };
      const answer = await send(door, { path, body: bodies[path] ?? '{}' });
      expect(answer.status).toBe(500);
      const body = JSON.parse(answer.body);
      expect(Object.keys(body).sort()).toEqual(['code', 'hint', 'message', 'requestId', 'retryable']);
      expect(answer.head + answer.body).not.toMatch(/canary|ENOENT|\/home|zoe|at .*\.ts|provider/);
      expect(door.log.join('')).toContain(body.requestId);
    }
    expect(door.log.join('')).not.toContain('canary');
  });
  it('a provider that refuses the key is told by its code, and the cause stays inside', async () => {
    door.behaviour.fail = new AppError('model-key-refused', 'The provider refused the key.', {
      cause: new Error('401 {"error":"sk-canary-1234567890"}'),
    });
    const answer = await send(door, { path: REACT, body: runBody('t', 'r') });
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'model-key-refused',
      message: 'The provider refused the key.',
      retryable: false,
    });
    expect(answer.body + door.log.join('')).not.toContain('canary');
  });
  it('a refusal of the guard tells no path, no name and no stack', async () => {
    for (const answer of [
      await send(door, { headers: { Host: 'evil.example' } }),
      await send(door, { method: 'TRACE' }),
      await sendRaw(door.port, ['nonsense\r\n\r\n']),
    ])
      expect(answer.head + answer.body).not.toMatch(/\.ts|\/home|node|hono|express|at /i);
  });
});

describe('H39: where it listens', () => {
  const outside = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).filter(({ internal }) => !internal),
  );
  it.each([
    '::1',
    '127.0.0.2',
    ...outside.map(({ address, scopeid, family }) =>
      family === 'IPv6' && scopeid ? `${address}%${scopeid}` : address,
    ),
  ])('a connection to %s is refused', async (address) => {
    await expect(sendRaw(door.port, ['GET /health HTTP/1.1\r\n\r\n'], address)).rejects.toThrow();
  });
  it('two servers do not share a port', async () => {
    await expect(startLoopback({ port: door.port })).rejects.toMatchObject({ code: 'port-in-use' });
  });
});
