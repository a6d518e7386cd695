import { describe, expect, it } from 'vitest';
import { EXTENSION, OTHER_EXTENSION, type Request, send } from './loopback-harness.ts';
import { expectRefused, openDoor } from './loopback-suite.ts';

/** Lines H01 to H16 of the attack list: who may ask at all. Each refusal is proven by a spy behind the guard. */
const door = await openDoor();

it('a right request of the paired extension is served', async () => {
  const answer = await send(door);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(EXTENSION);
  expect(answer.headers.get('vary')).toBe('Origin');
  expect(JSON.parse(answer.body)).toEqual({ threads: [] });
  expect(door.admitted).toEqual(['POST /api/threads/list']);
});

describe('H01 to H09: the Host', () => {
  const hosts: [string, (port: number) => string | undefined][] = [
    ['H01 another name', (port) => `evil.example:${port}`],
    ['H02 a name that begins like ours', (port) => `127.0.0.1.evil.example:${port}`],
    ['H03 localhost', (port) => `localhost:${port}`],
    ['H04 localhost with a dot', (port) => `localhost.:${port}`],
    ['H05 the address as one number', (port) => `2130706433:${port}`],
    ['H05 the address in short', (port) => `127.1:${port}`],
    ['H05 the IPv6 loopback', (port) => `[::1]:${port}`],
    ['H05 another loopback address', (port) => `127.0.0.2:${port}`],
    ['H05 the address with a dot', (port) => `127.0.0.1.:${port}`],
    ['H07 user info', (port) => `127.0.0.1:${port}@evil.example`],
    ['H07 a path in it', (port) => `127.0.0.1:${port}/evil.example`],
    ['H09 the wrong port', (port) => `127.0.0.1:${port + 1}`],
    ['H09 no port', () => '127.0.0.1'],
    ['H09 an empty one', () => ''],
    ['H09 none', () => undefined],
  ];
  it.each(hosts)('%s is refused', async (_name, host) => {
    await expectRefused(door, await send(door, { headers: { Host: host(door.port) } }), 403);
  });
  it.each(hosts)('%s is refused for /health too', async (_name, host) => {
    await expectRefused(
      door,
      await send(door, {
        method: 'GET',
        path: '/health',
        headers: { Host: host(door.port), Origin: undefined, Authorization: undefined },
      }),
      403,
    );
  });
  it.each([
    ['ours first', false],
    ['ours last', true],
  ])('H06 two Host headers, %s, are refused', async (_name, last) => {
    const ours = `127.0.0.1:${door.port}`;
    const request: Request = last
      ? { headers: { Host: 'evil.example' }, extra: [`Host: ${ours}`] }
      : { extra: ['Host: evil.example'] };
    await expectRefused(door, await send(door, request), 403);
  });
  it('H06 the same Host twice is refused', async () => {
    await expectRefused(door, await send(door, { extra: [`Host: 127.0.0.1:${door.port}`] }), 403);
  });
  it.each([
    'X-Forwarded-Host',
    'X-Host',
    'X-Original-Host',
    'Forwarded',
    'X-Forwarded-For',
    'X-Original-URL',
    'X-Rewrite-URL',
  ])('H08 %s changes nothing', async (name) => {
    const answer = await send(door, { headers: { [name]: name.endsWith('URL') ? '/api/runs/stop' : 'evil.example' } });
    expect(answer.status).toBe(200);
    expect(door.admitted).toEqual(['POST /api/threads/list']);
    expect(`${answer.head}${answer.body}`).not.toContain('evil.example');
  });
  it.each(['1.0', '0.9', '2.0'])('HTTP/%s is refused, with and without a Host', async (version) => {
    expect((await send(door, { version })).status).toBeGreaterThanOrEqual(400);
    expect((await send(door, { version, headers: { Host: undefined } })).status).toBeGreaterThanOrEqual(400);
    expect(door.admitted).toEqual([]);
  });
  it.each([
    'http://evil.example/api/threads/list',
    'http://127.0.0.1/api/threads/list',
    '//evil.example/api/threads/list',
    'api/threads/list',
    '/api/../api/threads/list',
    '/api/threads/list%00',
    '/api/threads\\list',
    '*',
  ])('the target %s is refused', async (path) => {
    const answer = await send(door, { path });
    expect(answer.status).toBe(400);
    expect(door.admitted).toEqual([]);
  });
  it('an absolute target is refused, also when it names us', async () => {
    await expectRefused(door, await send(door, { path: `http://127.0.0.1:${door.port}/api/threads/list` }), 400);
  });
});

describe('H10 to H16: the Origin', () => {
  it.each([
    ['H10 a web page', 'https://evil.example'],
    ['H11 null', 'null'],
    ['H12 another extension', OTHER_EXTENSION],
    ['H12 an extension whose id begins like ours', `${EXTENSION}a`],
    ['H12 an extension page instead of its origin', `${EXTENSION}/panel.html`],
    ['H12 our id under another scheme', EXTENSION.replace('chrome', 'moz')],
    ['H12 our id in other letters', EXTENSION.toUpperCase()],
    ['H13 a local page', 'http://localhost:3000'],
    ['H13 a file', 'file://'],
    ['H15 two origins in one header', `${EXTENSION} https://evil.example`],
    ['H15 two origins with a comma', `${EXTENSION}, ${EXTENSION}`],
    ['H16 an empty one', ''],
  ])('%s is refused, and gets no CORS answer', async (_name, origin) => {
    const answer = await send(door, { headers: { Origin: origin } });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    await expectRefused(door, answer, 403);
  });
  it('H14 our own address as a page is refused', async () => {
    await expectRefused(door, await send(door, { headers: { Origin: `http://127.0.0.1:${door.port}` } }), 403);
  });
  it.each(['https://evil.example', EXTENSION])('H15 a second Origin header (%s) is refused', async (origin) => {
    await expectRefused(door, await send(door, { extra: [`Origin: ${origin}`] }), 400);
  });
  it.each(['/api/threads/list', '/api/genai/react', '/pair', '/api/runs/stop'])(
    'H16 a POST to %s with a good token and no Origin is refused',
    async (path) => {
      await expectRefused(door, await send(door, { path, headers: { Origin: undefined } }), 403);
    },
  );
  it('a page that is not paired does not even see /health', async () => {
    const answer = await send(door, { method: 'GET', path: '/health', headers: { Origin: 'https://evil.example' } });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    await expectRefused(door, answer, 403);
  });
  it('/health without an Origin says that we are here, and nothing else', async () => {
    const answer = await send(door, {
      method: 'GET',
      path: '/health',
      headers: {
        Origin: undefined,
        Authorization: undefined,
        'Sec-Fetch-Mode': undefined,
        'Sec-Fetch-Dest': undefined,
        'Sec-Fetch-Site': undefined,
      },
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ status: 'ok', version: '0.0.0', protocol: 1 });
  });
  it('/health answers an extension that is not paired yet, so that its panel can say what to do', async () => {
    const answer = await send(door, {
      method: 'GET',
      path: '/health',
      headers: { Origin: OTHER_EXTENSION, Authorization: undefined },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(OTHER_EXTENSION);
  });
});
