import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { LIMITS } from '@pagehand/contracts/limits';
import { describe, expect, it } from 'vitest';
import { type Answer, compose, runBody, send, sendRaw } from './loopback-harness.ts';
import { expectUnreached, openDoor } from './loopback-suite.ts';

/** Lines H26 to H29 and H37 of the attack list: the size and the content of bodies. */
const door = await openDoor();

const REACT = '/api/genai/react';
const problemsOf = (answer: Answer): { path: string; code: string }[] => JSON.parse(answer.body).problems ?? [];

describe('H26 to H29: the size of the body', () => {
  const padded = (bytes: number): string => {
    const body = runBody('t', 'r');
    return body + ' '.repeat(bytes - body.length);
  };
  it('H26 a body of exactly the bound is served, one byte more is refused before it is read', async () => {
    expect((await send(door, { path: REACT, body: padded(LIMITS.bodyBytes) })).status).toBe(200);
    door.reached.length = 0;
    door.admitted.length = 0;
    expectUnreached(door, await send(door, { path: REACT, body: padded(LIMITS.bodyBytes + 1) }), 413);
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
      door,
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
      expectUnreached(
        door,
        await send(door, { path: REACT, body: bomb, headers: { 'Content-Encoding': encoding } }),
        415,
      );
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
    expectUnreached(door, await send(door, { path: REACT, body }), 400);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
  it('a text that is too long is refused', async () => {
    expectUnreached(
      door,
      await send(door, { path: REACT, body: runBody('t', 'r', { state: { text: 'x'.repeat(LIMITS.text + 1) } }) }),
      413,
    );
  });
  it('a body that is not UTF-8 is refused, also where its text would fit', async () => {
    const bytes = Buffer.concat([Buffer.from('{"query":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const [head] = compose(door, { body: 'x'.repeat(bytes.length) });
    expectUnreached(door, await sendRaw(door.port, [head ?? '', bytes]), 400);
    expectUnreached(door, await send(door, { body: '\u{feff}{}' }), 400);
  });
});

describe('H37: fields that are not ours', () => {
  it('two equal keys are refused, wherever they stand: which one counts would depend on the reader', async () => {
    const body = runBody('t', 'r');
    const twice = `${body.slice(0, -1)},"runId":"other"}`;
    expectUnreached(door, await send(door, { path: REACT, body: twice }), 400);
    const inside = `${body.slice(0, -1)},"forwardedProps":{"panelId":"a","panelId":"b"}}`;
    expectUnreached(door, await send(door, { path: REACT, body: inside }), 400);
  });
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
    ['/api/connections/list', '{"secrets":true}', ''],
    ['/api/connections/set', '{"id":"vault","fields":{}}', 'id'],
    ['/api/connections/test', '{"id":"tavily","url":"http://evil.example"}', ''],
    ['/api/connections/remove', '{"id":"google","x":1}', ''],
    ['/api/connections/authorize', '{"code":"c","verifier":"short","redirectUri":"https://a.example/"}', 'verifier'],
    ['/api/pairings/list', '{"x":1}', ''],
    ['/api/pairings/revoke', '{"pairingId":"p","all":true}', ''],
    ['/pair', '{"code":"2222-2222","name":"x","origin":"https://evil.example"}', ''],
  ])('%s refuses %s', async (path, body) => {
    const answer = await send(door, { path, body });
    expectUnreached(door, answer, 400);
    expect(problemsOf(answer).length).toBeGreaterThan(0);
  });
  it('every problem is listed, not only the first', async () => {
    const answer = await send(door, { path: '/api/threads/rename', body: '{"threadId":"a b","title":"","extra":1}' });
    expect(
      problemsOf(answer)
        .map(({ path, code }) => `${path}:${code}`)
        .sort(),
    ).toEqual(['/threadId:invalid_format', '/title:too_small', ':unrecognized_keys']);
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
