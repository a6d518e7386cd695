import { GOOGLE_SCOPES, type GoogleAccess } from '@pagehand/contracts/connection-ids';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { waitWords } from '../egress/retry-after.ts';
import type { AvailabilityContext, ToolContext } from './define-tool.ts';

/** What Google's clients are given: the way out, the token, where the API is. No retries: a write must not run twice. */
export type GoogleOptions = {
  rootUrl: string;
  fetchImplementation: typeof globalThis.fetch;
  headers: { authorization: string };
  signal: AbortSignal;
  retry: false;
  errorRedactor: false;
};

/** What is done: by which API, what the account must allow for it, and whether it changes anything. */
export type GoogleUse = { api: 'gmail' | 'calendar'; access: GoogleAccess; effect: 'read' | 'write' };

/** The tools for a Google account are there once one is connected; what it allows is looked at when they are called. */
export const needsGoogle = (context: AvailabilityContext): AppErrorBody | undefined =>
  context.connected('google')
    ? undefined
    : new AppError('connection-missing', 'No Google account is connected.', { connection: { id: 'google' } }).toBody();

/**
 * One use of a Google API.
 * @param access what the account must allow for it; the login is asked first, Google itself where nobody told.
 * @param effect of a write whose end was not seen nobody knows whether it happened.
 * @throws AppError `connection-missing` with the access that is missing, `connection-refused`, `service-limited`,
 *   `not-found`, `service-error`, `service-unreachable`, `outcome-unknown`, `cancelled`.
 */
export async function useGoogle<T>(
  context: Pick<ToolContext, 'googleToken' | 'fetch' | 'endpoint' | 'signal'>,
  use: GoogleUse,
  work: (options: GoogleOptions) => Promise<T>,
): Promise<T> {
  const { accessToken, access } = await context.googleToken();
  if (access !== undefined && !access.includes(use.access)) throw missing(use.access);
  try {
    return await work({
      rootUrl: `${context.endpoint(use.api)}/`,
      fetchImplementation: context.fetch,
      headers: { authorization: `Bearer ${accessToken}` },
      signal: context.signal,
      retry: false,
      errorRedactor: false,
    });
  } catch (error) {
    if (context.signal.aborted) throw error;
    throw googleError(error, use);
  }
}

const missing = (access: GoogleAccess): AppError =>
  new AppError('connection-missing', `Google does not allow this yet: ${GOOGLE_SCOPES[access]}.`, {
    connection: { id: 'google', access: [access] },
  });

/** Of an error of Google's client: the answer's status and reasons. Its text may hold the request: it stays out. */
const FailureSchema = z.object({
  status: z.number().optional(),
  response: z
    .object({
      status: z.number(),
      headers: z.unknown().optional(),
      data: z
        .object({
          error: z.object({
            status: z.string().max(100).optional(),
            errors: z.array(z.object({ reason: z.string().max(100).optional() })).optional(),
            details: z.array(z.object({ reason: z.string().max(100).optional() })).optional(),
          }),
        })
        .optional()
        .catch(undefined),
    })
    .optional(),
});

/** What went wrong, by the status and the reasons that Google documents for its APIs. */
export function googleError(error: unknown, use: GoogleUse): AppError {
  if (error instanceof AppError) return error;
  const failure = FailureSchema.safeParse(error);
  const response = failure.success ? failure.data.response : undefined;
  if (response === undefined) return withoutAnswer(error, use.effect);
  const { status } = response;
  const said = response.data?.error;
  const reasons = [...(said?.errors ?? []), ...(said?.details ?? [])].map(({ reason }) => reason ?? '');
  const connection = { id: 'google' as const };
  if (reasons.some((reason) => /^(insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/u.test(reason)))
    return missing(use.access);
  if (reasons.some((reason) => /^(accessNotConfigured|SERVICE_DISABLED)$/u.test(reason)))
    return new AppError('connection-refused', 'This API is switched off in your Google project: enable it there.', {
      connection,
    });
  if (status === 429 || reasons.some((reason) => /RateLimit|quota|dailyLimit/iu.test(reason)))
    return new AppError('service-limited', `Google allows no more requests${waitOf(response.headers)}.`);
  if (status === 401) return new AppError('connection-refused', 'Google refused the login (401).', { connection });
  if (status === 403) return new AppError('service-error', 'Google does not allow this for your account (403).');
  if (status === 404 || status === 410) return new AppError('not-found', 'Google has nothing under this id.');
  if (status === 409 || status === 412) return new AppError('conflict', 'It was changed meanwhile: look at it again.');
  if (status >= 500)
    return use.effect === 'write'
      ? unknown(error)
      : new AppError('service-unreachable', `Google answered ${status}: it cannot serve now.`);
  return new AppError('service-error', `Google refused the request (${status}).`);
}

/** Nothing came back. What the guarded client says of it stands as the cause. */
function withoutAnswer(error: unknown, effect: 'read' | 'write'): AppError {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const known = cause instanceof AppError ? cause : undefined;
  // Refused before anything was sent.
  if (known?.code === 'address-refused') return known;
  if (effect === 'write') return unknown(error);
  return known ?? new AppError('service-unreachable', 'Google could not be reached.', { cause: error });
}

const unknown = (cause: unknown): AppError =>
  new AppError('outcome-unknown', 'Google did not say whether it happened. It was not repeated.', { cause });

const waitOf = (headers: unknown): string =>
  waitWords(headers instanceof Headers ? headers.get('retry-after') : undefined, Date.now());
