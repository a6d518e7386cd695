import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  compose,
  EXTENSION,
  FIREFOX_EXTENSION,
  type Loopback,
  OTHER_EXTENSION,
  runBody,
  send,
  sendRaw,
  startLoopback,
} from './loopback-harness.ts';

/** Lines H26 to H39 of the attack list: bodies, tokens, methods, slow and huge requests, and what errors give away. */
let door: Loopback;
beforeAll(async () => {
  door = await startLoopback();
});
afterAll(() => door.close());
afterEach(() => {
  door.admitted.length = 0;
  door.reached.length = 0;
  door.started.length = 0;
  delete door.behaviour.fail;
});

const REACT = '/api/genai/react';
const problemsOf = (answer: Answer): { path: string; code: string }[] => JSON.parse(answer.body).problems ?? [];

function expectUnreached(answer: Answer, status: number): void {
  expect(answer.status, answer.head + answer.body).toBe(status);
  expect(door.reached).toEqual([]);
  expect(JSON.parse(answer.body)).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
}

describe('H26 to H29: the size of the body', () => {
  const padded = (bytes: number): string => {
    const body = runBody('t', 'r');
    return body + ' '.repeat(bytes - body.length);
  };
  it('H26 a body of exactly the bound is served, one byte more is refused before it is read', async () => {
    expect((await send(door, { path: REACT, body: padded(LIMITS.bodyBytes) })).status).toBe(200);
    door.reached.length = 0;
    door.admitted.length = 0;
    expectUnreached(await send(door, { path: REACT, body: padded(LIMITS.bodyBytes + 1) }), 413);
    expect(door.admitted).toEqual([]);
  });
  it('H27 a chunked body is counted as it comes', async () => {
    const chunk = ' '.repeat(65_536);
    const count = LIMITS.bodyBytes / chunk.length + 1;
    const [head] = compose(door, {
      path: REACT,
      body: '',
      headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' },
    });
    expectUnreached(
      await sendRaw(door.port, [
        head ?? '',
        ...Array.from({ length: count }, () => `10000\r\n${chunk}\r\n`),
        '0\r\n\r\n',
      ]),
      413,
    );
  });
  it('H27 a chunked body that never ends is cut', async () => {
    const [head] = compose(door, {
      path: REACT,
      body: '',
      headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' },
    });
    const socket = connect({ port: door.port, host: '127.0.0.1' });
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (data) => {
      received += String(data);
    });
    const closed = new Promise<void>((done) => socket.on('close', () => done()));
    socket.write(head ?? '');
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const pour = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pour);
    pour();
    await closed;
    expect(received === '' || received.includes(' 413 ')).toBe(true);
    expect(door.reached).toEqual([]);
  });
  it.each([
    ['a length that is no number', { 'Content-Length': 'many' }],
    ['a negative length', { 'Content-Length': '-1' }],
    ['a length and chunks', { 'Transfer-Encoding': 'chunked' }],
    ['another transfer coding', { 'Transfer-Encoding': 'gzip, chunked', 'Content-Length': undefined }],
  ])('H28 %s never reaches a handler', async (_name, headers) => {
    const answer = await send(door, { path: REACT, body: runBody('t', 'r'), headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(door.reached).toEqual([]);
  });
  it.each(['gzip', 'br', 'deflate', 'zstd', 'identity', 'gzip, gzip', ''])(
    'H29 a body with Content-Encoding "%s" is refused unread',
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(1_000_000, ' ')).toString('latin1');
      expectUnreached(await send(door, { path: REACT, body: bomb, headers: { 'Content-Encoding': encoding } }), 415);
      expect(door.admitted).toEqual([]);
    },
  );
});

describe('what stands in the body', () => {
  it.each([
    ['nested too deep', `${'['.repeat(30)}${']'.repeat(30)}`],
    ['nested 100,000 deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['with too many values', JSON.stringify({ a: Array.from({ length: LIMITS.jsonKeys + 1 }, () => 0) })],
    [
      'with too many keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: LIMITS.jsonKeys + 1 }, (_, index) => [`k${index}`, 0]))),
    ],
    ['with a key that is too long', JSON.stringify({ ['k'.repeat(1_001)]: 1 })],
    ['that reaches a prototype', '{"__proto__":{"polluted":1}}'],
    ['that reaches a constructor', '{"a":{"constructor":{"prototype":{"polluted":1}}}}'],
    ['that breaks off', '{"threadId":"t"'],
    ['that is empty', ''],
    ['that is no object', '[]'],
    ['that is null', 'null'],
    ['with a number past all bounds', '{"after":1e999}'],
    ['with a byte order mark', '\u{feff}{}'],
    ['of two values', '{}{}'],
  ])('a body %s is refused', async (_name, body) => {
    expectUnreached(await send(door, { path: REACT, body }), 400);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
  it('a text that is too long is refused', async () => {
    expectUnreached(
      await send(door, { path: REACT, body: runBody('t', 'r', { state: { text: 'x'.repeat(LIMITS.text + 1) } }) }),
      413,
    );
  });
  it('a body that is not UTF-8 is refused, also where its text would fit', async () => {
    const bytes = Buffer.concat([Buffer.from('{"query":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const [head] = compose(door, { body: 'x'.repeat(bytes.length) });
    expectUnreached(await sendRaw(door.port, [head ?? '', bytes]), 400);
    expectUnreached(await send(door, { body: '\u{feff}{}' }), 400);
  });
});

describe('H30: the token', () => {
  const attempts: [string, (token: string) => Record<string, string | undefined>][] = [
    ['none', () => ({ Authorization: undefined })],
    ['an empty one', () => ({ Authorization: '' })],
    ['the scheme alone', () => ({ Authorization: 'Bearer' })],
    ['the scheme and a space', () => ({ Authorization: 'Bearer ' })],
    ['another scheme', (token) => ({ Authorization: `Basic ${Buffer.from(`a:${token}`).toString('base64')}` })],
    ['no scheme', (token) => ({ Authorization: token })],
    ['in a cookie', (token) => ({ Authorization: undefined, Cookie: `token=${token}; Authorization=Bearer ${token}` })],
    [
      'in another header',
      (token) => ({
        Authorization: undefined,
        'X-Authorization': `Bearer ${token}`,
        'Proxy-Authorization': `Bearer ${token}`,
      }),
    ],
    [
      'one character off',
      (token) => ({ Authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }),
    ],
    ['its beginning', (token) => ({ Authorization: `Bearer ${token.slice(0, -1)}` })],
    ['it and one more', (token) => ({ Authorization: `Bearer ${token}A` })],
    ['in other letters', (token) => ({ Authorization: `Bearer ${token.toLowerCase()}` })],
    ['it twice in one header', (token) => ({ Authorization: `Bearer ${token}, Bearer ${token}` })],
    ['a very long one', (token) => ({ Authorization: `Bearer ${token.repeat(100)}` })],
  ];
  it.each(attempts)('%s is refused', async (_name, headers) => {
    expectUnreached(await send(door, { headers: headers(door.token) }), 401);
    expect(door.admitted).toEqual([]);
  });
  it('its hash, as it lies on the disk, opens nothing', async () => {
    const hash = door.store.pairings.list()[0]?.tokenHash ?? '';
    expect(hash).toHaveLength(64);
    expectUnreached(await send(door, { headers: { Authorization: `Bearer ${hash}` } }), 401);
  });
  it.each(['token', 'access_token', 'authorization'])(
    'in the URL as %s it opens nothing, and beside a good header the URL is refused',
    async (name) => {
      expectUnreached(
        await send(door, { path: `/api/threads/list?${name}=${door.token}`, headers: { Authorization: undefined } }),
        401,
      );
      expectUnreached(await send(door, { path: `/api/threads/list?${name}=${door.token}` }), 400);
      expect(door.admitted).toEqual([]);
      expect(door.log.join('')).not.toContain(door.token);
    },
  );
  it('two tokens are refused', async () => {
    expectUnreached(await send(door, { extra: [`Authorization: Bearer ${door.token}`] }), 400);
  });
  it('the token of one extension is worth nothing in another that is paired too', async () => {
    const other = door.pairing.redeem(door.pairing.mint(), 'firefox', FIREFOX_EXTENSION);
    expect(
      (await send(door, { headers: { Origin: FIREFOX_EXTENSION, Authorization: `Bearer ${other.token}` } })).status,
    ).toBe(200);
    door.admitted.length = 0;
    expectUnreached(await send(door, { headers: { Origin: FIREFOX_EXTENSION } }), 401);
    expectUnreached(await send(door, { headers: { Authorization: `Bearer ${other.token}` } }), 401);
    expect(
      (await send(door, { path: '/api/pairings/revoke', body: JSON.stringify({ pairingId: other.pairingId }) })).status,
    ).toBe(200);
    door.admitted.length = 0;
    expectUnreached(
      await send(door, { headers: { Origin: FIREFOX_EXTENSION, Authorization: `Bearer ${other.token}` } }),
      403,
    );
    expect(door.admitted).toEqual([]);
  });
});

describe('H31: pairing', () => {
  let fresh: Loopback;
  let now = 0;
  beforeAll(async () => {
    fresh = await startLoopback({ now: () => now });
  });
  afterAll(() => fresh.close());
  const pair = (code: string, origin: string | undefined = OTHER_EXTENSION, method = 'POST') =>
    send(fresh, {
      method,
      path: '/pair',
      headers: { Origin: origin, Authorization: undefined },
      body: method === 'POST' ? JSON.stringify({ code, name: 'Chromium' }) : undefined,
    });
  const paired = () => fresh.store.pairings.list().filter(({ origin }) => origin === OTHER_EXTENSION).length;
  const WRONG = '2222-2222';

  it('a right code gives a token that works for the origin which used it, and once only', async () => {
    const code = fresh.pairing.mint();
    const answer = await pair(code.toLowerCase().replace('-', ' '));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(OTHER_EXTENSION);
    const { token } = JSON.parse(answer.body);
    expect((await send(fresh, { headers: { Origin: OTHER_EXTENSION, Authorization: `Bearer ${token}` } })).status).toBe(
      200,
    );
    expect((await send(fresh, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
    const again = await pair(code);
    expect(again.status).toBe(401);
    expect(JSON.parse(again.body).code).toBe('pairing-refused');
  });
  it('of 20 right codes at once exactly one wins', async () => {
    const before = paired();
    const code = fresh.pairing.mint();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pair(code)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
    expect(paired()).toBe(before + 1);
  });
  it('after five wrong tries even the right code is refused, until there is a new one', async () => {
    const code = fresh.pairing.mint();
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await pair(WRONG)).status).toBe(401);
    expect((await pair(code)).status).toBe(429);
    expect((await pair(fresh.pairing.mint())).status).toBe(200);
  });
  it('100 wrong tries at once get five answers and no more', async () => {
    fresh.pairing.mint();
    const statuses = (await Promise.all(Array.from({ length: 100 }, () => pair(WRONG)))).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
  });
  it('a code dies after two minutes', async () => {
    const code = fresh.pairing.mint();
    now += 119_999;
    expect(fresh.pairing.alive()).toBe(true);
    now += 1;
    expect(fresh.pairing.alive()).toBe(false);
    expect((await pair(code)).status).toBe(401);
  });
  it.each(['https://evil.example', 'http://127.0.0.1:3000', 'null', undefined])(
    'a right code from %s is refused and stays good',
    async (origin) => {
      const code = fresh.pairing.mint();
      fresh.admitted.length = 0;
      expect(
        (
          await send(fresh, {
            path: '/pair',
            headers: { Origin: origin, Authorization: undefined },
            body: JSON.stringify({ code, name: 'x' }),
          })
        ).status,
      ).toBe(403);
      expect(fresh.admitted).toEqual([]);
      expect((await pair(code)).status).toBe(200);
    },
  );
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s /pair is not answered', async (method) => {
    fresh.admitted.length = 0;
    expect((await send(fresh, { method, path: '/pair', headers: { Authorization: undefined } })).status).toBe(405);
    expect(
      (await send(fresh, { method, path: '/pair', headers: { Authorization: undefined, Origin: undefined } })).status,
    ).toBe(405);
    expect(fresh.admitted).toEqual([]);
  });
  it('a code that waits longer in a build of our own cannot be guessed, and dies by the same five tries', async () => {
    const code = fresh.pairing.mint(600_000);
    expect(code.replaceAll('-', '')).toHaveLength(32);
    now += 599_999;
    expect((await pair(code)).status).toBe(200);
    const other = fresh.pairing.mint(600_000);
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await pair(WRONG)).status).toBe(401);
    expect((await pair(other)).status).toBe(429);
    const last = fresh.pairing.mint(600_000);
    now += 600_000;
    expect((await pair(last)).status).toBe(401);
  });
  it('a name with hidden or direction signs is cleaned before anybody reads it', async () => {
    await pair(fresh.pairing.mint());
    await send(fresh, {
      path: '/pair',
      headers: { Origin: OTHER_EXTENSION, Authorization: undefined },
      body: JSON.stringify({ code: fresh.pairing.mint(), name: 'a\u202eb\u0000\n\u200bc' }),
    });
    expect(fresh.store.pairings.list().at(-1)?.name).toBe('abc');
  });
});

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
        expectUnreached(answer, 400);
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

describe('H37: fields that are not ours', () => {
  const page = { baseURL: 'http://evil.example' };
  it.each([
    ['/api/genai/react', runBody('t', 'r', { baseURL: 'http://evil.example' }), 'baseURL'],
    ['/api/genai/react', runBody('t', 'r', { model: { apiKey: 'k' } }), 'model'],
    ['/api/genai/react', runBody('t', 'r', { forwardedProps: { base_url: 'http://evil.example' } }), 'forwardedProps'],
    ['/api/genai/react', runBody('t', 'r', { forwardedProps: { page } }), 'forwardedProps/page'],
    [
      '/api/genai/react',
      runBody('t', 'r', { forwardedProps: { command: { tool: 'x', args: {}, risk: 'none' } } }),
      'forwardedProps/command',
    ],
    ['/api/tools/read_page', '{"args":{},"approved":true}', ''],
    ['/api/tools/list', '{"all":true}', ''],
    ['/api/agent/generate-script', '{"goal":"x","snapshot":{},"run":true}', ''],
    ['/api/context', '{"type":"CONTEXT_UPDATE","risk":"none"}', ''],
    ['/api/threads/list', '{"deleted":true}', ''],
    ['/api/threads/get', '{"threadId":"t","x":1}', ''],
    ['/api/threads/rename', '{"threadId":"t","title":"x","x":1}', ''],
    ['/api/threads/pin', '{"threadId":"t","pinned":true,"x":1}', ''],
    ['/api/threads/delete', '{"threadId":"t","x":1}', ''],
    ['/api/threads/restore', '{"threadId":"t","x":1}', ''],
    ['/api/threads/export', '{"threadId":"t","format":"json","path":"/etc/passwd"}', ''],
    ['/api/threads/events', '{"threadId":"t","after":0,"x":1}', ''],
    ['/api/runs/stop', '{"threadId":"t","x":1}', ''],
    ['/api/runs/claim', '{"threadId":"t","interruptId":"i","panelId":"p","x":1}', ''],
    ['/api/runs/release', '{"threadId":"t","interruptId":"i","panelId":"p","x":1}', ''],
    ['/api/runs/heartbeat', '{"threadId":"t","interruptId":"i","panelId":"p","x":1}', ''],
    ['/api/runs/receipt', '{"threadId":"t","interruptId":"i","panelId":"p","receipt":{},"x":1}', ''],
    ['/api/models/get', '{"key":true}', ''],
    ['/api/models/set', '{"choice":{"kind":"offline","baseUrl":"http://evil.example"}}', 'choice'],
    ['/api/models/find', '{"baseUrl":"http://evil.example"}', ''],
    [
      '/api/models/test',
      '{"choice":{"kind":"openai-compatible","baseUrl":"file:///etc/passwd","model":"x"}}',
      'choice/baseUrl',
    ],
    ['/api/pairings/list', '{"x":1}', ''],
    ['/api/pairings/revoke', '{"pairingId":"p","all":true}', ''],
    ['/pair', '{"code":"2222-2222","name":"x","origin":"https://evil.example"}', ''],
  ])('%s refuses %s', async (path, body) => {
    const answer = await send(door, { path, body });
    expectUnreached(answer, 400);
    expect(problemsOf(answer).length).toBeGreaterThan(0);
  });
  it('every problem is listed, not only the first', async () => {
    const answer = await send(door, { path: '/api/threads/rename', body: '{"threadId":"a b","title":"","extra":1}' });
    expect(
      problemsOf(answer)
        .map(({ path, code }) => `${path}:${code}`)
        .sort(),
    ).toEqual([':unrecognized_keys', 'threadId:invalid_format', 'title:too_small']);
  });
  it('a route that is not there is not found, and nothing of the path comes back', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/nothing/secret-word',
      '/index_html',
      '/api/threads/purge',
      '/api/tools/no_such_tool',
    ]) {
      const answer = await send(door, { path, body: '{"args":{}}' });
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain('secret-word');
      expect(answer.headers.get('content-type')).toContain('application/json');
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

it('the extension of these tests is still let in', async () => {
  expect((await send(door, { headers: { Origin: EXTENSION } })).status).toBe(200);
});
