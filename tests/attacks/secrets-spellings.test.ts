import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createConnections } from '../../backend/connections/connections.ts';
import { createEgress } from '../../backend/egress/guarded-fetch.ts';
import { maskSecrets, maskValue, secretMask } from '../../backend/mask-secrets.ts';
import { FakeGoogleOAuth } from '../fakes/google-oauth-server.ts';

const KEY = 'ghp_Ab/+9=x&*y~"z\\canary0';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a secret is masked', () => {
  it.each([
    ['as it is', KEY],
    ['in JSON text', JSON.stringify({ key: KEY })],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ key: KEY }))],
    ['in an address', `https://a.example/?key=${encodeURIComponent(KEY)}`],
    ['in an address with small letters', `%2f${encodeURIComponent(KEY).replace(/%../g, (one) => one.toLowerCase())}`],
    ['in HTML', `<b>${KEY.replaceAll('&', '&amp;').replaceAll('=', '&#61;').replaceAll('+', '&#43;')}</b>`],
    ['in Markdown', KEY.replace(/[\\_*]/g, '\\$&')],
    ['in hex', Buffer.from(KEY).toString('hex')],
    ['in Base64', base64(KEY)],
    ['in Base64 behind a name, as Basic credentials', base64(`user:${KEY}`)],
    ['in Base64 behind two letters, and before some', base64(`xy${KEY}and more`)],
    ['in base64url', Buffer.from(`a${KEY}b`).toString('base64url')],
  ])('%s', (_how, text) => {
    const masked = maskSecrets(text, [KEY]);
    expect(masked).toContain('[masked]');
    // What is left of it in Base64 are the letters that hold bits of its neighbours.
    expect(masked).not.toMatch(/canary0|Y2FuYXJ5|63616e617279/i);
    expect(masked.replace('[masked]', '').length).toBeLessThanOrEqual(text.length - KEY.length);
  });

  it('also a short one, where it stands as a word of its own', () => {
    for (const pin of ['1234', 'hunter2', 'p.n$', 'ключ'])
      expect(maskSecrets(`pin ${pin}; "${pin}" x${pin}x`, [pin])).toBe(`pin [masked]; "[masked]" x${pin}x`);
    expect(maskSecrets(`Basic ${base64('hunter2')}`, ['hunter2'])).not.toContain('aHVudGVyMg');
    expect(maskValue({ pin: 1234, year: 12345, ['1234']: ['1234'] }, secretMask(['1234']))).toEqual({
      'pin': '[masked]',
      'year': 12345,
      '[masked]': ['[masked]'],
    });
  });

  it('and nothing else: other text stays, three letters are no secret, JSON stays JSON', () => {
    expect(maskSecrets('a page about ghp_ keys', [KEY, 'a p', ''])).toBe('a page about ghp_ keys');
    expect(JSON.parse(maskSecrets(JSON.stringify({ a: [KEY], b: 1 }), [KEY]))).toEqual({ a: ['[masked]'], b: 1 });
  });
});

describe('every credential of a Google login', () => {
  const oauth = new FakeGoogleOAuth();
  beforeAll(() => oauth.server.start());
  afterAll(() => oauth.close());

  test('is known from the code on: codes, verifiers, tokens that were renewed or replaced, the client’s secret', async () => {
    oauth.rotates = true;
    const kept = new Map<string, string>();
    const egress = createEgress({ ownHosts: [], configured: () => [oauth.url] });
    const connections = createConnections(
      {
        get: (name) => kept.get(name),
        set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
      },
      { fetch: egress.fetch, endpoints: { 'google-oauth': oauth.url } },
    );
    const redirectUri = 'https://redirect.example/back';
    oauth.redirectUris.add(redirectUri);
    connections.set({ id: 'google', fields: { client_id: oauth.clientId, client_secret: oauth.clientSecret } });
    const verifier = 'v'.repeat(50);
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(verifier));
    const asked = new URLSearchParams({
      client_id: oauth.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: Buffer.from(digest).toString('base64url'),
      code_challenge_method: 'S256',
      scope: 'https://www.googleapis.com/auth/gmail.readonly',
    });
    const back = await fetch(`${oauth.url}/o/oauth2/v2/auth?${asked}`, { redirect: 'manual' });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const soon = AbortSignal.timeout(20_000);
    await connections.authorize({ code, verifier, redirectUri }, soon);
    const first = await connections.googleToken(soon);
    const refreshToken = JSON.parse(kept.get('connection-google') ?? '{}').refresh_token;
    await connections.test({ id: 'google' }, soon);
    const second = await connections.googleToken(soon);
    expect(second.accessToken).not.toBe(first.accessToken);
    await connections.remove('google', soon);
    expect(connections.knownSecrets()).toEqual(
      expect.arrayContaining([code, verifier, first.accessToken, second.accessToken, refreshToken, oauth.clientSecret]),
    );
    expect(connections.knownSecrets()).not.toContain(oauth.clientId);
    await egress.close();
  });

  test('a key that was replaced is known on, and the memory for them has an end', async () => {
    const kept = new Map<string, string>();
    const connections = createConnections(
      {
        get: (name) => kept.get(name),
        set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
      },
      { fetch, endpoints: {} },
    );
    for (let time = 0; time < 300; time += 1)
      connections.set({ id: 'tavily', fields: { key: `tvly-key-number-${time}` } });
    expect(connections.knownSecrets()).toEqual(expect.arrayContaining(['tvly-key-number-298', 'tvly-key-number-299']));
    expect(connections.knownSecrets()).toHaveLength(200);
  });
});
