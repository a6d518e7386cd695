import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { askService, refusalOf } from './ask-service.ts';

/** The person's own OAuth client, and how Google's servers are reached. */
export type OAuthClient = {
  fetch: typeof globalThis.fetch;
  /** Base URL of Google's token server. */
  tokenServer: string;
  clientId: string;
  clientSecret: string | undefined;
};

/** The token server's `invalid_grant` (RFC 6749, 5.2): what was given ended, was taken back or was used. */
export class GrantEnded extends AppError {}

const TokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().max(1e7).default(3_600),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
});
/** What Google's token server gives (RFC 6749, 5.1). `expires_in` in seconds; `scope` is separated by spaces. */
export type OAuthTokens = z.infer<typeof TokenSchema>;

const ErrorSchema = z.object({ error: z.string().max(100) });

/** Trades an authorization code for tokens (RFC 6749, 4.1.3; RFC 7636, 4.5). @throws AppError */
export const exchangeCode = (
  client: OAuthClient,
  grant: { code: string; verifier: string; redirectUri: string },
  signal: AbortSignal,
): Promise<OAuthTokens> =>
  askForTokens(
    client,
    {
      grant_type: 'authorization_code',
      code: grant.code,
      code_verifier: grant.verifier,
      redirect_uri: grant.redirectUri,
    },
    signal,
  );

/** A fresh access token (RFC 6749, 6). @throws GrantEnded when the login has ended; AppError otherwise. */
export const refreshTokens = (client: OAuthClient, refreshToken: string, signal: AbortSignal): Promise<OAuthTokens> =>
  askForTokens(client, { grant_type: 'refresh_token', refresh_token: refreshToken }, signal);

/** Ends a login at Google (RFC 7009). A token that is gone already counts as ended. @returns whether it was told. */
export async function revokeToken(
  { fetch, tokenServer }: Pick<OAuthClient, 'fetch' | 'tokenServer'>,
  token: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await post(fetch, new URL(`${tokenServer}/revoke`), { token }, signal);
    return answer.status === 200 || reasonOf(answer.body) === 'invalid_token';
  } catch {
    return false;
  }
}

async function askForTokens(
  { fetch, tokenServer, clientId, clientSecret }: OAuthClient,
  grant: Record<string, string>,
  signal: AbortSignal,
): Promise<OAuthTokens> {
  const url = new URL(`${tokenServer}/token`);
  const secret = clientSecret === undefined ? {} : { client_secret: clientSecret };
  const answer = await post(fetch, url, { ...grant, client_id: clientId, ...secret }, signal);
  const reason = answer.status === 200 ? undefined : reasonOf(answer.body);
  if (reason !== undefined) throw refused(reason);
  const failed = refusalOf('google', url.host, answer);
  if (failed !== undefined) throw failed;
  const tokens = TokenSchema.safeParse(answer.body);
  if (!tokens.success) throw new AppError('service-error', `${url.host} did not answer as Google's token server does.`);
  return tokens.data;
}

const post = (fetch: typeof globalThis.fetch, url: URL, form: Record<string, string>, signal: AbortSignal) =>
  askService(fetch, url, {
    method: 'POST',
    // A string: what is sent may be sent again by the client, and must be known in length.
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    signal,
  });

const reasonOf = (body: unknown): string | undefined => {
  const parsed = ErrorSchema.safeParse(body);
  return parsed.success ? parsed.data.error : undefined;
};

/** The codes of RFC 6749, 5.2, in words. */
function refused(reason: string): AppError {
  const connection = { id: 'google' as const };
  switch (reason) {
    case 'invalid_grant':
      return new GrantEnded('connection-refused', 'The Google login has ended or was taken back: sign in again.', {
        connection,
      });
    case 'invalid_client':
    case 'unauthorized_client':
      return new AppError('connection-refused', 'Google refused the client id or its secret.', { connection });
    case 'redirect_uri_mismatch':
      return new AppError(
        'connection-refused',
        "The redirect address is not entered at Google: add it to the client id's authorized redirect URIs.",
        { connection },
      );
    default:
      return new AppError('service-error', `Google refused the login (${reason.replaceAll(/[^\w-]/gu, '')}).`);
  }
}
