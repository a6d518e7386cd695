import type { ConnectionId } from '@pagehand/contracts/connections';
import { AppError } from '@pagehand/contracts/errors';
import type * as z from 'zod';
import { retryAfterMs } from '../egress/retry-after.ts';

/** A service as errors name it: `Tavily`; `connection` is what its key or address belongs to. */
export type Service = { name: string; connection?: ConnectionId };

/**
 * The error for an answer that is none: what the status says, in our words. The service's own text stays out, as it
 * may repeat a key or speak to the model.
 */
export function statusError(service: Service, response: Pick<Response, 'status' | 'headers'>, what = 'it'): AppError {
  const { status, headers } = response;
  const limitedUntil = limitEnd(headers, Date.now());
  // 432 and 433 are Tavily's: the plan's or the pay-as-you-go limit is used up.
  if (status === 429 || status === 432 || status === 433 || (status === 403 && limitedUntil !== undefined))
    return new AppError('service-limited', `${service.name} takes no more requests ${untilWords(limitedUntil)}.`);
  if (status === 401 || (status === 403 && service.connection !== undefined))
    return new AppError('connection-refused', `${service.name} refused the access (${status}).`);
  if (status === 403) return new AppError('service-error', `${service.name} does not allow to read ${what} (403).`);
  if (status === 404 || status === 410)
    return new AppError('service-error', `${service.name} has no such page (${status}).`);
  if (status >= 500) return new AppError('service-unreachable', `${service.name} is out of order (${status}).`);
  return new AppError('service-error', `${service.name} refused the request (${status}).`);
}

/** Longer than this is no wait that a service means, and no date that can be written. */
const MOST_WAIT_MS = 366 * 86_400_000;

const untilWords = (end: Date | undefined): string =>
  end === undefined ? 'for now' : `until ${end.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/**
 * When a limit ends: `Retry-After`, or `X-RateLimit-Reset` (epoch seconds) when
 * nothing remains. Undefined when no limit is said.
 */
function limitEnd(headers: Headers, now: number): Date | undefined {
  const after = retryAfterMs(headers.get('retry-after'), now);
  if (after !== undefined && after < MOST_WAIT_MS) return new Date(now + after);
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return headers.get('x-ratelimit-remaining') === '0' && reset > 0 && reset < 1e11
    ? new Date(reset * 1_000)
    : undefined;
}

/** Bytes of a JSON answer. */
const MOST_JSON = 8_000_000;

/**
 * The answer's JSON in the shape that is needed of it; more fields may be there.
 * @throws AppError by status, or `service-error` when it is not what the service documents.
 */
export async function readJson<S extends z.ZodType>(
  service: Service,
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  if (!response.ok) {
    await response.body?.cancel();
    throw statusError(service, response);
  }
  const text = new TextDecoder().decode((await readBytes(response, MOST_JSON)).bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('service-error', `${service.name} did not answer in JSON.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('service-error', `${service.name} answered in a form that is not known.`);
}

/** A body up to `max` bytes; what comes after is not read. */
export async function readBytes(response: Response, max: number): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  while (reader !== undefined && size < max) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.byteLength;
  }
  const cut = size >= max;
  if (cut) await reader?.cancel().catch(() => undefined); // what was read is enough
  const bytes = new Uint8Array(Math.min(size, max));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, bytes.length - at), at);
    at += part.byteLength;
  }
  return { bytes, cut };
}
