import { GOOGLE_SCOPES, type GoogleAccess } from '@pagehand/contracts/connection-ids';
import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { askService, refusalOf, type ServiceAnswer } from './ask-service.ts';
import type { GoogleToken } from './google-login.ts';

type Fetch = typeof globalThis.fetch;

/** Asks Tavily how much of the key is used: costs nothing. @returns what to show. @throws AppError */
export async function testTavily(fetch: Fetch, base: string, key: string, signal: AbortSignal): Promise<string> {
  const url = new URL(`${base}/usage`);
  const answer = await askService(fetch, url, { headers: { authorization: `Bearer ${key}` }, signal });
  throwRefusal('tavily', url, answer);
  const usage = z.object({ key: z.object({ usage: z.number() }).optional() }).safeParse(answer.body);
  if (!usage.success) throw foreign(url, "Tavily's API");
  return usage.data.key === undefined ? '' : `${usage.data.key.usage} credits used`;
}

/** One search as JSON. An instance may have that format switched off, which it answers with 403. */
export async function testSearxng(fetch: Fetch, base: string, signal: AbortSignal): Promise<string> {
  const url = new URL(`${base}/search?q=test&format=json`);
  const answer = await askService(fetch, url, { headers: { accept: 'application/json' }, signal });
  if (answer.status === 403)
    throw new AppError(
      'connection-refused',
      `${url.host} does not answer in JSON: add json to search.formats in its settings.yml.`,
      { connection: { id: 'searxng' } },
    );
  throwRefusal('searxng', url, answer);
  const found = z.object({ results: z.array(z.unknown()) }).safeParse(answer.body);
  if (!found.success) throw foreign(url, 'SearXNG');
  return '';
}

/** Asks GitHub whose token it is. Classic tokens say their scopes in a header, fine-grained ones do not. */
export async function testGithub(
  fetch: Fetch,
  base: string,
  token: string,
  signal: AbortSignal,
): Promise<{ detail: string; account: string }> {
  const url = new URL(`${base}/user`);
  const answer = await askService(fetch, url, {
    headers: { 'authorization': `Bearer ${token}`, 'accept': 'application/vnd.github+json', 'user-agent': 'pagehand' },
    signal,
  });
  throwRefusal('github', url, answer);
  const user = z.object({ login: z.string().max(100) }).safeParse(answer.body);
  if (!user.success) throw foreign(url, "GitHub's API");
  const scopes = answer.headers.get('x-oauth-scopes');
  const missing =
    scopes === null || scopes.split(/,\s*/u).includes('repo')
      ? ''
      : '; without the scope repo: public repositories only';
  return { detail: `${user.data.login}${missing}`, account: user.data.login };
}

const ApiErrorSchema = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string().max(100) })).optional(),
    details: z.array(z.object({ reason: z.string().max(100).optional() })).optional(),
  }),
});

/**
 * Asks Gmail and Calendar themselves, as far as they are allowed: an API that is switched off in the person's Google
 * project shows only there.
 */
export async function testGoogle(
  fetch: Fetch,
  servers: { gmail: string; calendar: string },
  { accessToken, access = [] }: GoogleToken,
  wanted: readonly GoogleAccess[],
  signal: AbortSignal,
): Promise<{ detail: string; account: string | undefined }> {
  const missing = wanted.filter((one) => !access.includes(one));
  if (missing.length > 0 || access.length === 0) throw missingAccess(missing);
  const ask = async (url: URL, api: string): Promise<ServiceAnswer> => {
    const answer = await askService(fetch, url, { headers: { authorization: `Bearer ${accessToken}` }, signal });
    const body = ApiErrorSchema.safeParse(answer.body);
    const reasons = body.success
      ? [...(body.data.error.errors ?? []), ...(body.data.error.details ?? [])].map(({ reason }) => reason)
      : [];
    if (reasons.some((reason) => reason === 'accessNotConfigured' || reason === 'SERVICE_DISABLED'))
      throw new AppError('connection-refused', `The ${api} is switched off in your Google project: enable it there.`, {
        connection: { id: 'google' },
      });
    throwRefusal('google', url, answer);
    return answer;
  };
  let account: string | undefined;
  if (access.some((one) => one === 'mail-read' || one === 'mail-change' || one === 'mail-draft')) {
    const answer = await ask(new URL(`${servers.gmail}/gmail/v1/users/me/profile`), 'Gmail API');
    const profile = z.object({ emailAddress: z.string().max(200) }).safeParse(answer.body);
    if (profile.success) account = profile.data.emailAddress;
  }
  if (access.some((one) => one === 'calendar-read' || one === 'calendar-change'))
    await ask(new URL(`${servers.calendar}/calendar/v3/calendars/primary/events?maxResults=1`), 'Google Calendar API');
  return { detail: account ?? '', account };
}

/** What the account does not allow yet. */
export const missingAccess = (missing: readonly GoogleAccess[]): AppError =>
  new AppError(
    'connection-missing',
    missing.length === 0
      ? 'The Google login allows nothing yet.'
      : `The Google login does not allow this yet: ${missing.map((one) => GOOGLE_SCOPES[one]).join(', ')}.`,
    { connection: { id: 'google', ...(missing.length === 0 ? {} : { access: [...missing] }) } },
  );

function throwRefusal(id: 'tavily' | 'searxng' | 'github' | 'google', url: URL, answer: ServiceAnswer): void {
  const refusal = refusalOf(id, url.host, answer);
  if (refusal !== undefined) throw refusal;
}

const foreign = (url: URL, what: string): AppError =>
  new AppError('service-error', `${url.host} answers, but not as ${what} does.`);
