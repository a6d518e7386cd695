import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GOOGLE_SCOPES } from '@pagehand/contracts/connection-ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PairedBackend } from '../attacks/loopback-backend.ts';
import { FakeGoogleOAuth } from '../fakes/google-oauth-server.ts';
import { FakeHttpServer } from '../fakes/http-server.ts';

const REDIRECT = 'https://abcdefghijklmnop.chromiumapp.org/';

let oauth: FakeGoogleOAuth;
let services: FakeHttpServer;
let backend: PairedBackend;

beforeEach(async () => {
  oauth = await FakeGoogleOAuth.start();
  oauth.redirectUris.add(REDIRECT);
  services = await new FakeHttpServer(() => ({ status: 404 })).start();
  backend = await PairedBackend.start([], {
    endpoints: {
      'google-auth': oauth.url,
      'google-oauth': oauth.url,
      'gmail': services.url,
      'calendar': services.url,
      'tavily': services.url,
      'github': services.url,
    },
  });
});
afterEach(async () => {
  await backend.close();
  await services.close();
  await oauth.close();
});

async function call(verb: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await backend.post(`/api/connections/${verb}`, body);
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const stateOf = async (id: string): Promise<unknown> => {
  const { body } = await call('list', {});
  return Array.isArray(body['connections']) ? body['connections'].find((state) => state.id === id) : undefined;
};

/** What the extension does: PKCE, the sign-in page, the code. */
async function signIn(scopes: string[]): Promise<{ code: string; verifier: string; redirectUri: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL(`${oauth.url}/o/oauth2/v2/auth`);
  url.search = new URLSearchParams({
    client_id: oauth.clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: scopes.join(' '),
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const answer = await fetch(url, { redirect: 'manual' });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return { code, verifier, redirectUri: REDIRECT };
}

/** Any file of the data folder; sockets are none. */
const filesHold = (text: string): boolean =>
  readdirSync(backend.folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(backend.folder, entry.name)).includes(text));

const enterClient = () =>
  call('set', { id: 'google', fields: { client_id: oauth.clientId, client_secret: oauth.clientSecret } });

describe('connections', () => {
  it('take keys and never give them out again', async () => {
    expect((await call('set', { id: 'tavily', fields: { key: '  tvly-canary-0123456789 ' } })).status).toBe(200);
    expect((await call('set', { id: 'searxng', fields: { url: 'https://search.example/' } })).status).toBe(200);
    expect(await stateOf('tavily')).toEqual({ id: 'tavily', connected: true, fields: [{ name: 'key', set: true }] });
    expect(await stateOf('searxng')).toEqual({
      id: 'searxng',
      connected: true,
      fields: [{ name: 'url', set: true, value: 'https://search.example' }],
    });
    expect(JSON.stringify(await call('list', {}))).not.toContain('canary');
    expect(filesHold('tvly-canary')).toBe(false);
    expect(backend.log.join('\n')).not.toContain('canary-0123456789');
    expect((await call('remove', { id: 'tavily' })).status).toBe(200);
    expect(await stateOf('tavily')).toMatchObject({ connected: false });
  });

  it('refuse a field that is none, a URL with a password, and a key with a line break', async () => {
    for (const request of [
      { id: 'tavily', fields: { refresh_token: 'x' } },
      { id: 'google', fields: { refresh_token: 'x' } },
      { id: 'searxng', fields: { url: 'https://me:secret@search.example' } },
      { id: 'searxng', fields: { url: 'file:///etc/passwd' } },
      { id: 'github', fields: { token: 'ghp_a\r\nX-Evil: 1' } },
    ])
      expect((await call('set', request)).status, JSON.stringify(request)).toBe(400);
  });

  it.each([
    ['tavily', { key: 'tvly-x' }, { status: 401 }, 'connection-refused'],
    ['tavily', { key: 'tvly-x' }, { status: 429, headers: { 'retry-after': '12' } }, 'service-limited'],
    ['tavily', { key: 'tvly-x' }, { status: 503 }, 'service-unreachable'],
    ['tavily', { key: 'tvly-x' }, { body: 'hello' }, 'service-error'],
    ['github', { token: 'ghp_x' }, { status: 401, body: { message: 'Bad credentials' } }, 'connection-refused'],
  ])('the test of %s says what is wrong: %j %j is %s', async (id, fields, answer, code) => {
    services.handle(() => answer);
    await call('set', { id, fields });
    expect((await call('test', { id })).body).toMatchObject({ ok: false, error: { code } });
  });

  it('say that nothing is entered, that nobody listens, and that JSON is switched off', async () => {
    expect((await call('test', { id: 'github' })).body).toMatchObject({ error: { code: 'connection-missing' } });
    await call('set', { id: 'searxng', fields: { url: services.url } });
    services.handle(() => ({ status: 403 }));
    const off = (await call('test', { id: 'searxng' })).body;
    expect(off).toMatchObject({ ok: false, error: { message: expect.stringContaining('search.formats') } });
    services.handle(() => ({ body: { results: [] } }));
    expect((await call('test', { id: 'searxng' })).body).toEqual({ ok: true });
    const port = new URL(services.url).port;
    await services.close();
    const gone = (await call('test', { id: 'searxng' })).body;
    expect(gone).toMatchObject({ error: { code: 'service-unreachable', message: expect.stringContaining(port) } });
  });

  it('say whose GitHub token it is and which scope it lacks', async () => {
    services.handle(() => ({ headers: { 'x-oauth-scopes': 'gist' }, body: { login: 'octo' } }));
    await call('set', { id: 'github', fields: { token: 'ghp_x' } });
    const { body } = await call('test', { id: 'github' });
    expect(body).toEqual({ ok: true, detail: 'octo; without the scope repo: public repositories only' });
    expect(services.requests.at(-1)?.headers.authorization).toBe('Bearer ghp_x');
    expect(await stateOf('github')).toMatchObject({ account: 'octo' });
  });
});

describe('the Google login', () => {
  it('needs a client id first, then trades the code with its verifier, and tells what is allowed', async () => {
    expect(await stateOf('google')).toMatchObject({ connected: false, authorizeUrl: `${oauth.url}/o/oauth2/v2/auth` });
    const early = await call('authorize', { code: 'x', verifier: 'v'.repeat(43), redirectUri: REDIRECT });
    expect(early.body).toMatchObject({ code: 'connection-missing' });
    await enterClient();
    expect((await call('authorize', await signIn([GOOGLE_SCOPES['mail-read']]))).status).toBe(200);
    expect(await stateOf('google')).toMatchObject({ connected: true, access: ['mail-read'] });
    services.handle(() => ({ body: { emailAddress: 'me@mail.example' } }));
    expect((await call('test', { id: 'google' })).body).toEqual({ ok: true, detail: 'me@mail.example' });
    const missing = (await call('test', { id: 'google', access: ['mail-send'] })).body;
    expect(missing).toMatchObject({ error: { connection: { id: 'google', access: ['mail-send'] } } });
  });

  it('is refused with another verifier, another redirect address, and when the code is used twice', async () => {
    await enterClient();
    const grant = await signIn([GOOGLE_SCOPES['mail-read']]);
    expect((await call('authorize', { ...grant, verifier: 'v'.repeat(43) })).body).toMatchObject({
      code: 'connection-refused',
    });
    const moved = await signIn([GOOGLE_SCOPES['mail-read']]);
    expect((await call('authorize', { ...moved, redirectUri: 'https://evil.example/' })).status).toBe(502);
    const good = await signIn([GOOGLE_SCOPES['mail-read']]);
    expect((await call('authorize', good)).status).toBe(200);
    expect((await call('authorize', good)).status).toBe(502);
    expect(await stateOf('google')).toMatchObject({ connected: true });
  });

  it('keeps a refresh token that Google replaced, and says when the login was taken back', async () => {
    oauth.rotates = true;
    await enterClient();
    await call('authorize', await signIn([GOOGLE_SCOPES['calendar-read']]));
    services.handle(() => ({ body: { items: [] } }));
    for (const _ of [1, 2, 3]) expect((await call('test', { id: 'google' })).body).toEqual({ ok: true });
    services.handle(({ url }) => ({
      status: 403,
      body: { error: { code: 403, errors: [{ reason: 'accessNotConfigured' }], message: url.pathname } },
    }));
    expect((await call('test', { id: 'google' })).body).toMatchObject({
      error: { message: expect.stringContaining('Google Calendar API is switched off') },
    });
    expect((await call('remove', { id: 'google' })).body).toEqual({ ok: true, revoked: true });
    expect(oauth.revoked).toHaveLength(1);
    expect(await stateOf('google')).toMatchObject({ connected: false, fields: [{ set: false }, { set: false }] });
  });

  it('that ended at Google is forgotten but for the client, and a new one can be made at once', async () => {
    await enterClient();
    services.handle(() => ({ body: { emailAddress: 'me@mail.example' } }));
    for (const access of ['mail-read', 'calendar-read'] as const) {
      await call('authorize', await signIn([GOOGLE_SCOPES['mail-read'], GOOGLE_SCOPES[access]]));
      expect((await call('test', { id: 'google' })).body).toMatchObject({ ok: true });
      expect(await stateOf('google')).toMatchObject({ connected: true, account: 'me@mail.example' });
      oauth.endLogins();
      const ended = (await call('test', { id: 'google' })).body;
      expect(ended).toMatchObject({ ok: false, error: { code: 'connection-refused' } });
      const left = await stateOf('google');
      expect(left).toMatchObject({ connected: false, access: [], fields: [{ set: true }, { set: true }] });
      expect(left).not.toHaveProperty('account');
    }
  });

  it('stays when only the client is refused, and when another login was made meanwhile', async () => {
    await enterClient();
    services.handle(() => ({ body: { emailAddress: 'me@mail.example' } }));
    await call('authorize', await signIn([GOOGLE_SCOPES['mail-read']]));
    await call('set', { id: 'google', fields: { client_secret: 'GOCSPX-mistyped' } });
    expect((await call('test', { id: 'google' })).body).toMatchObject({ error: { code: 'connection-refused' } });
    expect(await stateOf('google')).toMatchObject({ connected: true, access: ['mail-read'] });
    await enterClient();
    expect((await call('test', { id: 'google' })).body).toMatchObject({ ok: true });
    oauth.beforeRefresh = async () => {
      oauth.beforeRefresh = async () => undefined;
      oauth.endLogins();
      await call('authorize', await signIn([GOOGLE_SCOPES['mail-send']]));
    };
    expect((await call('test', { id: 'google' })).body).toMatchObject({ error: { code: 'connection-refused' } });
    expect(await stateOf('google')).toMatchObject({ connected: true, access: ['mail-send'] });
  });

  it('ends when the client id changes, and none of its secrets is in a file, an answer or the log', async () => {
    await enterClient();
    await call('authorize', await signIn([GOOGLE_SCOPES['mail-read']]));
    const given = oauth.server.requests.map(({ body }) => body).join('\n');
    expect(given).toContain('canary-client-secret');
    const seen = JSON.stringify(await call('list', {})) + backend.log.join('\n');
    for (const secret of ['1//', 'ya29.', 'canary-client-secret']) expect(seen).not.toContain(secret);
    expect(filesHold('GOCSPX-canary')).toBe(false);
    await call('set', { id: 'google', fields: { client_id: 'other.apps.googleusercontent.com' } });
    expect(await stateOf('google')).toMatchObject({ connected: false, access: [] });
  });
});
