import type { ConnectionId } from '@pagehand/contracts/connection-ids';
import {
  CONNECTION_FIELDS,
  CONNECTION_IDS,
  type ConnectionFields,
  type ConnectionRequests,
  type ConnectionState,
  type ConnectionTest,
} from '@pagehand/contracts/connections';
import { AppError } from '@pagehand/contracts/errors';
import type * as z from 'zod';
import { type EndpointId, type Endpoints, endpointOf } from '../egress/endpoints.ts';
import { maskSecrets } from '../mask-secrets.ts';
import type { Store } from '../store/store.ts';
import { withTimeLimit } from '../time-limit.ts';
import { connectionStore } from './connection-store.ts';
import { type GoogleLogin, type GoogleToken, googleLogin } from './google-login.ts';
import { type JiitServer, jiitCaptcha, jiitLogin } from './jiit-portal.ts';
import { testJiit } from './jiit-questions.ts';
import { readJiitSession } from './jiit-session.ts';
import { testGithub, testGoogle, testSearxng, testTavily } from './test-connection.ts';

type Request<V extends keyof typeof ConnectionRequests> = z.infer<(typeof ConnectionRequests)[V]>;

/** What a person connected: kept encrypted, handed to tools, never told to the panel, a model or a log. */
export type Connections = {
  list(): ConnectionState[];
  /** @throws AppError `bad-request` for a field that the connection does not have, or a URL that is none. */
  set(request: Request<'set'>): void;
  /** @returns false when the service could not be told that the login has ended. */
  remove(id: ConnectionId, signal: AbortSignal): Promise<boolean>;
  /** At most 25 s. */
  test(request: Request<'test'>, signal: AbortSignal): Promise<ConnectionTest>;
  /** Google: ends the sign-in that the extension began. @throws AppError */
  authorize(request: Request<'authorize'>, signal: AbortSignal): Promise<void>;
  /** The institute's portal: a picture to read, and logging in with what was read. Only the session is kept. @throws AppError */
  captcha(signal: AbortSignal): Promise<{ captchaId: string; image: string }>;
  login(request: Request<'login'>, signal: AbortSignal): Promise<void>;
  connected(id: ConnectionId): boolean;
  /** What a tool needs of it. Of Google nothing: its tokens come by `googleToken`. */
  fields(id: ConnectionId): ConnectionFields | undefined;
  googleToken(signal: AbortSignal): Promise<GoogleToken>;
  /** Addresses that the person entered: the guarded client may reach them wherever they are. */
  ownUrls(): string[];
  /** Every secret that is kept, or was valid since this backend began: masked in what services repeat, and in exports. */
  knownSecrets(): string[];
};

const TEST_MS = 25_000;

/** @param outside `fetch` is the guarded client of tools. */
export function createConnections(
  secrets: Store['secrets'],
  outside: { fetch: typeof globalThis.fetch; endpoints: Endpoints },
): Connections {
  const store = connectionStore(secrets);
  const { fetch } = outside;
  const endpoint = (id: EndpointId): string => endpointOf(outside.endpoints, id);
  const google = googleLogin(store, { fetch, tokenServer: endpoint('google-oauth') });
  const jiit: JiitServer = { fetch, base: endpoint('jiit') };
  const connected = (id: ConnectionId): boolean => {
    if (id === 'google') return google.connected();
    if (id === 'pyjiit') return Number(store.read(id)['expires_at'] ?? 0) > Date.now();
    return Object.keys(store.read(id)).length > 0;
  };

  async function ask({ id, access = [] }: Request<'test'>, signal: AbortSignal): Promise<string> {
    const fields = store.read(id);
    switch (id) {
      case 'tavily':
        return testTavily(fetch, endpoint('tavily'), need(id, fields['key']), signal);
      case 'searxng':
        return testSearxng(fetch, need(id, fields['url']), signal);
      case 'github': {
        const { detail, account } = await testGithub(fetch, endpoint('github'), need(id, fields['token']), signal);
        store.write(id, { ...store.read(id), account });
        return detail;
      }
      case 'google': {
        need(id, fields['client_id']);
        const servers = { gmail: endpoint('gmail'), calendar: endpoint('calendar') };
        const { detail, account } = await testGoogle(fetch, servers, await google.token(signal, true), access, signal);
        store.write(id, { ...store.read(id), account: account ?? fields['account'] });
        return detail;
      }
      case 'pyjiit':
        await testJiit(jiit, readJiitSession(JSON.parse(need(id, fields['session']))), signal);
        return fields['account'] ?? '';
    }
  }

  return {
    list: () =>
      CONNECTION_IDS.map((id) => ({
        ...stateOf(id, store.read(id), store.secrets()),
        connected: connected(id),
        ...(id === 'google' ? googleState(google, endpoint('google-auth')) : {}),
      })),
    set({ id, fields }) {
      const before = store.read(id);
      const next: Record<string, string | undefined> = { ...before };
      for (const [name, value] of Object.entries(fields)) {
        const field = CONNECTION_FIELDS[id].find((known) => known.name === name);
        if (field === undefined) throw new AppError('bad-request', `${id} has no field ${name.slice(0, 40)}.`);
        next[name] = value === null ? undefined : field.kind === 'url' ? checkedUrl(value) : checkedText(name, value);
      }
      // A login belongs to the client it was made with, an account's name to the token that it was asked with.
      const other = CONNECTION_FIELDS[id].some(({ name }) => name !== 'client_secret' && next[name] !== before[name]);
      store.write(id, other ? { ...next, refresh_token: undefined, scopes: undefined, account: undefined } : next);
    },
    async remove(id, signal) {
      const told = id === 'google' ? await withTimeLimit(10_000, signal, (limited) => google.end(limited)) : true;
      store.write(id, {});
      return told;
    },
    async test(request, signal) {
      try {
        const detail = await withTimeLimit(TEST_MS, signal, (limited) => ask(request, limited));
        return { ok: true, ...(detail === '' ? {} : { detail: maskSecrets(detail, store.secrets()).slice(0, 500) }) };
      } catch (error) {
        if (!(error instanceof AppError) || signal.aborted) throw error;
        return { ok: false, error: error.toBody() };
      }
    },
    authorize: (grant, signal) => withTimeLimit(TEST_MS, signal, (limited) => google.authorize(grant, limited)),
    captcha: (signal) => withTimeLimit(TEST_MS, signal, (limited) => jiitCaptcha(jiit, limited)),
    async login(entered, signal) {
      const { payload, session } = await withTimeLimit(TEST_MS, signal, (limited) => jiitLogin(jiit, entered, limited));
      store.write('pyjiit', {
        session: JSON.stringify(payload),
        account: [session.name, session.enrollment].filter(Boolean).join(', '),
        expires_at: String(session.expiresAt),
      });
    },
    connected,
    fields(id) {
      if (!connected(id)) return undefined;
      // The refresh token and the client's secret stay here: a tool gets a token that ends by itself.
      return id === 'google' ? {} : store.read(id);
    },
    googleToken: (signal) => google.token(signal),
    ownUrls: () => {
      const { url } = store.read('searxng');
      return url === undefined ? [] : [url];
    },
    knownSecrets: () => store.secrets(),
  };
}

function stateOf(
  id: ConnectionId,
  stored: ConnectionFields,
  secrets: readonly string[],
): Omit<ConnectionState, 'connected'> {
  const { account } = stored;
  return {
    id,
    fields: CONNECTION_FIELDS[id].map(({ name, kind }) => {
      const value = stored[name];
      return { name, set: value !== undefined, ...(kind === 'secret' || value === undefined ? {} : { value }) };
    }),
    ...(account === undefined ? {} : { account: maskSecrets(account, secrets).slice(0, 200) }),
    ...(stored['expires_at'] === undefined ? {} : { expiresAt: Number(stored['expires_at']) }),
  };
}

const googleState = (google: GoogleLogin, authServer: string): Partial<ConnectionState> => ({
  access: google.access(),
  authorizeUrl: `${authServer}/o/oauth2/v2/auth`,
});

function need(id: ConnectionId, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new AppError('connection-missing', 'Nothing is entered here yet.', { connection: { id } });
}

/** A base URL without a slash at its end. */
function checkedUrl(text: string): string {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('bad-request', 'The address must begin with https:// or http://, without a name and password.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/u, '');
}

/** Keys are pasted: blanks around them are no part of them, and a line break would end a header. */
function checkedText(name: string, text: string): string {
  const trimmed = text.trim();
  if (!/^[\x21-\x7e]+$/u.test(trimmed))
    throw new AppError('bad-request', `${name} holds blanks or characters that no such value has.`);
  return trimmed;
}
