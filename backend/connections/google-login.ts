import { coveredAccess, type GoogleAccess } from '@pagehand/contracts/connection-ids';
import { AppError } from '@pagehand/contracts/errors';
import type { ConnectionStore } from './connection-store.ts';
import {
  exchangeCode,
  GrantEnded,
  type OAuthClient,
  type OAuthTokens,
  refreshTokens,
  revokeToken,
} from './google-oauth.ts';

/** A token that is valid now. `access` is undefined where it came with the request and nobody told. */
export type GoogleToken = { accessToken: string; access: GoogleAccess[] | undefined };

export type GoogleLogin = {
  connected(): boolean;
  access(): GoogleAccess[];
  /** @param fresh ask Google even though a token is still valid: for the test. @throws AppError */
  token(signal: AbortSignal, fresh?: boolean): Promise<GoogleToken>;
  authorize(grant: { code: string; verifier: string; redirectUri: string }, signal: AbortSignal): Promise<void>;
  /** Revokes at Google and forgets. @returns whether Google was told. */
  end(signal: AbortSignal): Promise<boolean>;
};

/** A token this close to its end is not used any more: what is sent with it still has to arrive. */
const EARLY_MS = 60_000;

/**
 * The person's Google login: the refresh token is kept encrypted, access tokens only in memory. Parallel calls share one
 * refresh; a refresh token that Google replaces is kept at once.
 */
export function googleLogin(
  store: ConnectionStore,
  servers: { fetch: typeof globalThis.fetch; tokenServer: string },
): GoogleLogin {
  let current: { accessToken: string; endsAt: number; refreshToken: string } | undefined;
  let refreshing: { refreshToken: string; tokens: Promise<string> } | undefined;

  const client = (): OAuthClient => {
    const { client_id: clientId, client_secret: clientSecret } = store.read('google');
    if (clientId === undefined)
      throw new AppError('connection-missing', 'There is no Google client id yet.', { connection: { id: 'google' } });
    return { ...servers, clientId, clientSecret };
  };
  const keep = (tokens: OAuthTokens, before: string | undefined): string => {
    store.live.add(tokens.access_token, tokens.refresh_token);
    const refreshToken = tokens.refresh_token ?? before;
    if (refreshToken === undefined)
      throw new AppError('connection-refused', 'Google gave no lasting login: sign in again and allow it.', {
        connection: { id: 'google' },
      });
    store.write('google', {
      ...store.read('google'),
      refresh_token: refreshToken,
      ...(tokens.scope === undefined ? {} : { scopes: tokens.scope }),
    });
    current = { accessToken: tokens.access_token, endsAt: Date.now() + tokens.expires_in * 1_000, refreshToken };
    return tokens.access_token;
  };
  /** Leaves the client, which is entered by hand: the person can sign in anew at once. */
  const forget = (): void => {
    const { client_id, client_secret } = store.read('google');
    current = undefined;
    store.write('google', { client_id, client_secret });
  };
  const refresh = async (refreshToken: string, signal: AbortSignal): Promise<string> => {
    const tokens = await refreshTokens(client(), refreshToken, signal).catch((error: unknown) => {
      // Only the login has ended, and only this one: a refused client or a login made meanwhile loses nothing.
      if (error instanceof GrantEnded && store.read('google')['refresh_token'] === refreshToken) forget();
      throw error;
    });
    // Signed out or in anew meanwhile: what came back belongs to nobody.
    if (store.read('google')['refresh_token'] !== refreshToken)
      throw new AppError('conflict', 'The Google login has changed meanwhile.');
    return keep(tokens, refreshToken);
  };
  const access = (): GoogleAccess[] => coveredAccess((store.read('google')['scopes'] ?? '').split(' '));

  return {
    connected: () => store.read('google')['refresh_token'] !== undefined,
    access,
    async token(signal, fresh = false) {
      const refreshToken = store.read('google')['refresh_token'];
      if (refreshToken === undefined)
        throw new AppError('connection-missing', 'No Google account is connected.', { connection: { id: 'google' } });
      if (!fresh && current?.refreshToken === refreshToken && current.endsAt - EARLY_MS > Date.now())
        return { accessToken: current.accessToken, access: access() };
      if (refreshing?.refreshToken !== refreshToken) {
        // Not the signal of the first caller: others may wait for the same answer. It has a time limit of its own.
        const tokens = refresh(refreshToken, AbortSignal.timeout(20_000)).finally(() => {
          refreshing = undefined;
        });
        refreshing = { refreshToken, tokens };
      }
      const accessToken = await stoppable(refreshing.tokens, signal);
      return { accessToken, access: access() };
    },
    async authorize(grant, signal) {
      store.live.add(grant.code, grant.verifier);
      keep(await exchangeCode(client(), grant, signal), store.read('google')['refresh_token']);
    },
    async end(signal) {
      const { refresh_token: refreshToken } = store.read('google');
      forget();
      return refreshToken === undefined ? true : revokeToken(servers, refreshToken, signal);
    },
  };
}

/** Stop does not wait for an answer that others wait for as well. */
function stoppable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AppError('cancelled', 'The request was stopped.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
