import { describe, expect, it } from 'vitest';
import { compose, EXTENSION, OTHER_EXTENSION, send, sendRaw, startLoopback } from './loopback-harness.ts';
import { expectRefused, openDoor } from './loopback-suite.ts';

/** Lines H18 to H25 of the attack list: how a request came to be, CORS, the type of the body. */
const door = await openDoor();

describe('H18, H19: how the request came to be', () => {
  it('H18 a form that a page posts at the top level is refused', async () => {
    await expectRefused(
      door,
      await send(door, {
        headers: {
          'Sec-Fetch-Mode': 'navigate',
          'Sec-Fetch-Dest': 'document',
          'Sec-Fetch-User': '?1',
          'Content-Type': 'text/plain',
        },
      }),
      403,
    );
  });
  it.each([
    ['Sec-Fetch-Dest', 'iframe'],
    ['Sec-Fetch-Dest', 'document'],
    ['Sec-Fetch-Dest', 'script'],
    ['Sec-Fetch-Dest', 'image'],
    ['Sec-Fetch-Dest', 'object'],
    ['Sec-Fetch-Dest', 'worker'],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Mode', 'no-cors'],
    ['Sec-Fetch-Mode', 'same-origin'],
    ['Sec-Fetch-Mode', 'websocket'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Sec-Fetch-User', '?1'],
  ])('H19 %s: %s is refused', async (name, value) => {
    await expectRefused(door, await send(door, { headers: { [name]: value } }), 403);
  });
  it('H19 /health in a frame or an address bar is refused', async () => {
    for (const [mode, dest] of [
      ['navigate', 'iframe'],
      ['navigate', 'document'],
      ['no-cors', 'image'],
    ])
      expect(
        (
          await send(door, {
            method: 'GET',
            path: '/health',
            headers: { Origin: undefined, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest },
          })
        ).status,
      ).toBe(403);
    expect(door.admitted).toEqual([]);
  });
});

describe('H20 to H22: CORS', () => {
  const preflight = (origin: string, path = '/api/threads/list', more: Record<string, string | undefined> = {}) =>
    send(door, {
      method: 'OPTIONS',
      path,
      headers: {
        Origin: origin,
        Authorization: undefined,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
        ...more,
      },
    });

  it.each(['https://evil.example', 'null', OTHER_EXTENSION, 'http://127.0.0.1:3000'])(
    'H20 a preflight from %s gets no yes',
    async (origin) => {
      const answer = await preflight(origin);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      await expectRefused(door, answer, 403);
    },
  );
  it('H21 a preflight from the paired extension names it, and it alone', async () => {
    const answer = await preflight(EXTENSION);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(EXTENSION);
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
    expect(answer.headers.has('access-control-allow-private-network')).toBe(false);
    expect(door.admitted).toEqual([]);
  });
  it("H21 Chromium's question about private networks is answered for the paired extension only", async () => {
    const asked = { 'Access-Control-Request-Private-Network': 'true' };
    expect((await preflight(EXTENSION, undefined, asked)).headers.get('access-control-allow-private-network')).toBe(
      'true',
    );
    expect(
      (await preflight('https://evil.example', undefined, asked)).headers.has('access-control-allow-private-network'),
    ).toBe(false);
  });
  it.each([
    ['Access-Control-Request-Method', 'DELETE'],
    ['Access-Control-Request-Method', 'GET'],
    ['Access-Control-Request-Method', undefined],
    ['Access-Control-Request-Headers', 'authorization,x-evil'],
  ])('H21 a preflight with %s: %s is refused', async (name, value) => {
    expect((await preflight(EXTENSION, undefined, { [name]: value })).status).toBe(403);
  });
  it('H22 credentials are never allowed and no answer is for everybody', async () => {
    const answers = [
      await send(door),
      await preflight(EXTENSION),
      await preflight('https://evil.example'),
      await send(door, { headers: { Authorization: undefined } }),
      await send(door, { method: 'GET', path: '/health' }),
    ];
    for (const answer of answers) {
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      expect(answer.headers.get('access-control-allow-origin')).not.toBe('*');
      expect(answer.headers.has('set-cookie')).toBe(false);
    }
  });
  it('a preflight for /pair is answered for an extension only while a code lives', async () => {
    const fresh = await startLoopback();
    try {
      const ask = () =>
        send(fresh, {
          method: 'OPTIONS',
          path: '/pair',
          headers: {
            Origin: OTHER_EXTENSION,
            Authorization: undefined,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'content-type',
          },
        });
      expect((await ask()).status).toBe(403);
      const code = fresh.pairing.mint();
      expect((await ask()).headers.get('access-control-allow-origin')).toBe(OTHER_EXTENSION);
      fresh.pairing.redeem(code, 'x', EXTENSION);
      expect((await ask()).status).toBe(403);
    } finally {
      await fresh.close();
    }
  });
});

describe('H23, H24: the type of the body', () => {
  it.each([
    ['H23 text', 'text/plain'],
    ['H23 text that says it is JSON', 'text/plain; application/json'],
    ['H24 a form', 'application/x-www-form-urlencoded'],
    ['H24 a multipart form', 'multipart/form-data; boundary=x'],
    ['H25 a type that begins like JSON', 'application/json-evil'],
    ['H25 two types', 'application/json, text/plain'],
    ['H25 another charset', 'application/json; charset=utf-16'],
    ['H25 none', undefined],
    ['H25 an empty one', ''],
    ['H25 beacons', 'application/csp-report'],
  ])('%s is refused', async (_name, type) => {
    await expectRefused(door, await send(door, { headers: { 'Content-Type': type } }), 415);
  });
  it('H25 a second Content-Type is refused', async () => {
    await expectRefused(door, await send(door, { extra: ['Content-Type: text/plain'] }), 400);
  });
  it('JSON with its charset named is read', async () => {
    expect((await send(door, { headers: { 'Content-Type': 'application/json; charset=UTF-8' } })).status).toBe(200);
  });
  it('H35 a client that asks before it sends its body gets the go-ahead only from inside', async () => {
    const refused = await sendRaw(
      door.port,
      compose(door, { headers: { Expect: '100-continue', Origin: 'https://evil.example' } }),
    );
    expect(refused.interim).toBe('');
    expect(refused.status).toBe(403);
    expect(door.admitted).toEqual([]);
    const served = await send(door, { headers: { Expect: '100-continue' } });
    expect(served.interim).toContain('100 Continue');
    expect(served.status).toBe(200);
  });
});
