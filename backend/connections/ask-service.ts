import type { ConnectionId } from '@pagehand/contracts/connections';
import { AppError } from '@pagehand/contracts/errors';
import { waitWords } from '../egress/retry-after.ts';

/** Characters of a service's answer that are read here. */
const MAX_BODY = 500_000;

/** An answer of a service: its status, headers and JSON body; `undefined` where the body is no JSON. */
export type ServiceAnswer = { status: number; headers: Headers; body: unknown };

/**
 * One request to a service by the guarded client.
 * @throws AppError `service-unreachable` without the text of the error, which may hold the URL; `cancelled`; whatever
 *   AppError the client itself gives (a refused address, a time-out).
 */
export async function askService(
  fetch: typeof globalThis.fetch,
  url: URL,
  init: RequestInit & { signal: AbortSignal },
): Promise<ServiceAnswer> {
  try {
    const response = await fetch(url, { redirect: 'manual', ...init });
    return { status: response.status, headers: response.headers, body: parsed(await readCapped(response)) };
  } catch (cause) {
    if (cause instanceof AppError) {
      if (cause.code !== 'service-unreachable' && cause.code !== 'timeout') throw cause;
      throw new AppError(cause.code, `${url.host}: ${cause.message}`, { cause });
    }
    if (init.signal.aborted) throw new AppError('cancelled', 'The request was stopped.', { cause });
    throw new AppError('service-unreachable', `${url.host} could not be reached${codeOf(cause)}.`, { cause });
  }
}

async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > MAX_BODY) throw new AppError('too-large', 'The service answered with more than was asked for.');
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The system's code of a network error, as ` (ECONNREFUSED)`. */
function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : '';
}

/** What a status other than 2xx means; the service's own words are left out, for they may repeat the key. */
export function refusalOf(id: ConnectionId, host: string, { status, headers }: ServiceAnswer): AppError | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401)
    return new AppError('connection-refused', `${host} answered 401: the key was refused.`, { connection: { id } });
  if (status === 429)
    return new AppError(
      'service-limited',
      `${host} allows no more requests${waitWords(headers.get('retry-after'), Date.now())}.`,
    );
  if (status >= 500) return new AppError('service-unreachable', `${host} answered ${status}: it cannot serve now.`);
  return new AppError('service-error', `${host} answered ${status}.`);
}
