import { GOOGLE_SCOPES, type GoogleAccess } from '@pagehand/contracts/connection-ids';
import { AppError } from '@pagehand/contracts/errors';
import { browser } from 'wxt/browser';

/** What Google's sign-in gave: for the backend, which trades it for a login. */
export type GoogleGrant = { code: string; verifier: string; redirectUri: string };

/** Where Google sends the person back to: to be entered at Google beside the client id. It belongs to this extension alone. */
export const googleRedirectUri = (): string => browser.identity.getRedirectURL();

/**
 * Google's sign-in in a window of the browser, with the person's own client id: authorization code with PKCE (RFC 7636,
 * S256) and a state that must come back. Asks for nothing but `access`; what was allowed before stays allowed.
 * @throws AppError `cancelled` when the person closed the window or said no, `forbidden` when the answer is not one to
 *   this request, `connection-refused` with Google's code for what is wrong.
 */
export async function signInWithGoogle(
  request: { authorizeUrl: string; clientId: string; access: readonly GoogleAccess[] },
  signal: AbortSignal,
): Promise<GoogleGrant> {
  const verifier = randomText();
  const state = randomText();
  const redirectUri = googleRedirectUri();
  const url = signInPage(request.authorizeUrl);
  url.search = new URLSearchParams({
    client_id: request.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: request.access.map((access) => GOOGLE_SCOPES[access]).join(' '),
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    access_type: 'offline',
    include_granted_scopes: 'true',
    // Without it Google gives a lasting login only the first time.
    prompt: 'consent',
  }).toString();
  signal.throwIfAborted();
  return { code: codeIn(await launch(url.href), redirectUri, state), verifier, redirectUri };
}

/** The backend names the page; it must be one that nobody on the way can change. */
function signInPage(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
  if (url === undefined || !safe) throw new AppError('config-invalid', 'The address of the sign-in page is not https.');
  return url;
}

async function launch(url: string): Promise<string> {
  try {
    const back = await browser.identity.launchWebAuthFlow({ url, interactive: true });
    if (back !== undefined) return back;
  } catch (cause) {
    // Both browsers say so in words: closed, denied, or a page that did not load.
    throw new AppError('cancelled', 'The sign-in was closed, or its page did not load.', { cause });
  }
  throw new AppError('cancelled', 'The sign-in gave no answer.');
}

function codeIn(back: string, redirectUri: string, state: string): string {
  const answer = new URL(back);
  const query = answer.searchParams;
  if (!answer.href.startsWith(redirectUri) || query.get('state') !== state)
    throw new AppError('connection-refused', 'What came back is not an answer to this sign-in.');
  const error = query.get('error');
  if (error === 'access_denied') throw new AppError('cancelled', 'The access was not allowed.');
  const code = query.get('code');
  if (code === null)
    throw new AppError('connection-refused', `Google refused the sign-in (${(error ?? '').replace(/[^\w-]/gu, '')}).`);
  return code;
}

/** 256 random bits in 43 characters. */
const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

const challengeOf = async (verifier: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
