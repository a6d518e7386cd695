import { createHash, randomBytes } from 'node:crypto';
import { type FakeAnswer, FakeHttpServer, type FakeRequest } from './http-server.ts';

type Code = { clientId: string; redirectUri: string; challenge: string; scopes: string[] };
type Login = { clientId: string; scopes: string[] };

/**
 * Google's authorization and token servers: sign-in page (RFC 6749, 4.1.1; allows at once, or shows a button), code for
 * tokens with PKCE S256 (RFC 7636), refresh with a new refresh token each time where asked for, revoke (RFC 7009).
 */
export class FakeGoogleOAuth {
  readonly clientId = '1234567890-abc.apps.googleusercontent.com';
  readonly clientSecret = 'GOCSPX-canary-client-secret';
  readonly redirectUris = new Set<string>();
  readonly server = new FakeHttpServer((request) => this.#answer(request));
  /** Each refresh gives a new refresh token and ends the old one. */
  rotates = false;
  /** What the person's browser shows at the sign-in: `allow` goes back at once, `deny` too, `page` shows a button. */
  person: 'allow' | 'deny' | 'page' = 'allow';
  expiresIn = 3_600;
  /** Happens before a refresh is answered. */
  beforeRefresh: () => Promise<unknown> = async () => undefined;
  readonly revoked: string[] = [];
  readonly #codes = new Map<string, Code>();
  readonly #logins = new Map<string, Login>();
  readonly #access = new Map<string, Login>();

  static async start(): Promise<FakeGoogleOAuth> {
    const fake = new FakeGoogleOAuth();
    await fake.server.start();
    return fake;
  }

  get url(): string {
    return this.server.url;
  }

  /** Scopes of an access token that was given out and not revoked. */
  scopesOf(accessToken: string): string[] | undefined {
    return this.#access.get(accessToken)?.scopes;
  }

  /** Ends every access token, as time does. */
  expireAccess(): void {
    this.#access.clear();
  }

  /** Ends every login, as the person does at Google, or a client in testing does after a week. */
  endLogins(): void {
    this.#logins.clear();
    this.#access.clear();
  }

  close(): Promise<void> {
    return this.server.close();
  }

  async #answer({ url, body, method }: FakeRequest): Promise<FakeAnswer> {
    const form = new URLSearchParams(body);
    if (form.get('grant_type') === 'refresh_token') await this.beforeRefresh();
    if (url.pathname === '/o/oauth2/v2/auth' && method === 'GET') return this.#signIn(url.searchParams);
    if (url.pathname === '/token' && method === 'POST') return this.#token(form);
    if (url.pathname === '/revoke' && method === 'POST') return this.#revoke(form.get('token') ?? '');
    return { status: 404, body: { error: 'not_found' } };
  }

  #signIn(query: URLSearchParams): FakeAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.clientId) return { status: 401, body: 'Error 401: invalid_client' };
    if (!this.redirectUris.has(redirectUri)) return { status: 400, body: 'Error 400: redirect_uri_mismatch' };
    if (query.get('response_type') !== 'code' || query.get('code_challenge_method') !== 'S256')
      return { status: 400, body: 'Error 400: invalid_request' };
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (this.person === 'deny') back.searchParams.set('error', 'access_denied');
    else {
      const code = `4/${randomBytes(12).toString('base64url')}`;
      this.#codes.set(code, {
        clientId: this.clientId,
        redirectUri,
        challenge: query.get('code_challenge') ?? '',
        scopes: this.#granted(query),
      });
      back.searchParams.set('code', code);
    }
    if (this.person === 'page')
      return {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: `<!doctype html><title>Sign in</title><a id="allow" href="${back.href.replaceAll('&', '&amp;')}">Allow</a>`,
      };
    return { status: 302, headers: { location: back.href } };
  }

  /** Incremental authorization: with `include_granted_scopes` what was allowed before is in it, too. */
  #granted(query: URLSearchParams): string[] {
    const asked = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    const before = query.get('include_granted_scopes') === 'true' ? [...this.#logins.values()] : [];
    return [...new Set([...before.flatMap(({ scopes }) => scopes), ...asked])];
  }

  #token(form: URLSearchParams): FakeAnswer {
    if (form.get('client_id') !== this.clientId || form.get('client_secret') !== this.clientSecret)
      return { status: 401, body: { error: 'invalid_client', error_description: 'The OAuth client was not found.' } };
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? '';
      const known = this.#codes.get(code);
      this.#codes.delete(code);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (known === undefined || known.challenge !== challenge || known.redirectUri !== form.get('redirect_uri'))
        return { status: 400, body: { error: 'invalid_grant', error_description: 'Malformed auth code.' } };
      return this.#give(known);
    }
    const old = form.get('refresh_token') ?? '';
    const login = this.#logins.get(old);
    if (form.get('grant_type') !== 'refresh_token' || login === undefined)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } };
    if (!this.rotates) return this.#give(login, false);
    this.#logins.delete(old);
    return this.#give(login);
  }

  #give(login: Login, lasting = true): FakeAnswer {
    const accessToken = `ya29.${randomBytes(16).toString('base64url')}`;
    this.#access.set(accessToken, login);
    const refreshToken = `1//${randomBytes(16).toString('base64url')}`;
    if (lasting) this.#logins.set(refreshToken, login);
    return {
      body: {
        access_token: accessToken,
        expires_in: this.expiresIn,
        token_type: 'Bearer',
        scope: login.scopes.join(' '),
        ...(lasting ? { refresh_token: refreshToken } : {}),
      },
    };
  }

  #revoke(token: string): FakeAnswer {
    const login = this.#logins.get(token) ?? this.#access.get(token);
    if (login === undefined) return { status: 400, body: { error: 'invalid_token' } };
    this.revoked.push(token);
    this.#logins.delete(token);
    for (const [access, owner] of this.#access) if (owner.clientId === login.clientId) this.#access.delete(access);
    return { body: {} };
  }
}
