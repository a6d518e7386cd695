import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EXTENSION,
  FIREFOX_EXTENSION,
  type Loopback,
  OTHER_EXTENSION,
  send,
  startLoopback,
} from './loopback-harness.ts';
import { expectUnreached, openDoor } from './loopback-suite.ts';

/** Lines H30 and H31 of the attack list: tokens and pairing. */
const door = await openDoor();

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
    expectUnreached(door, await send(door, { headers: headers(door.token) }), 401);
    expect(door.admitted).toEqual([]);
  });
  it('its hash, as it lies on the disk, opens nothing', async () => {
    const hash = door.store.pairings.list()[0]?.tokenHash ?? '';
    expect(hash).toHaveLength(64);
    expectUnreached(door, await send(door, { headers: { Authorization: `Bearer ${hash}` } }), 401);
  });
  it.each(['token', 'access_token', 'authorization'])(
    'in the URL as %s it opens nothing, and beside a good header the URL is refused',
    async (name) => {
      expectUnreached(
        door,
        await send(door, { path: `/api/threads/list?${name}=${door.token}`, headers: { Authorization: undefined } }),
        401,
      );
      expectUnreached(door, await send(door, { path: `/api/threads/list?${name}=${door.token}` }), 400);
      expect(door.admitted).toEqual([]);
      expect(door.log.join('')).not.toContain(door.token);
    },
  );
  it('two tokens are refused', async () => {
    expectUnreached(door, await send(door, { extra: [`Authorization: Bearer ${door.token}`] }), 400);
  });
  it('the token of one extension is worth nothing in another that is paired too', async () => {
    const other = door.pairing.redeem(door.pairing.mint(), 'firefox', FIREFOX_EXTENSION);
    expect(
      (await send(door, { headers: { Origin: FIREFOX_EXTENSION, Authorization: `Bearer ${other.token}` } })).status,
    ).toBe(200);
    door.admitted.length = 0;
    expectUnreached(door, await send(door, { headers: { Origin: FIREFOX_EXTENSION } }), 401);
    expectUnreached(door, await send(door, { headers: { Authorization: `Bearer ${other.token}` } }), 401);
    expect(
      (await send(door, { path: '/api/pairings/revoke', body: JSON.stringify({ pairingId: other.pairingId }) })).status,
    ).toBe(200);
    door.admitted.length = 0;
    expectUnreached(
      door,
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

it('the extension of these tests is still let in', async () => {
  expect((await send(door, { headers: { Origin: EXTENSION } })).status).toBe(200);
});
