import { AppError } from '@pagehand/contracts/errors';
import type { Response as UndiciResponse } from 'undici';

/** A request whose body can be sent again after a redirect. */
export type OutgoingRequest = {
  url: string;
  method: string;
  headers: Headers;
  body: Uint8Array | undefined;
  redirect: 'follow' | 'manual' | 'error';
};

/** Headers that carry a credential, beside all that are named like one. */
const CREDENTIALS = /^(?:authorization|proxy-authorization|cookie2?)$|key|token|secret|session|credential|auth/i;
const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location'];
/** What the fetch standard leaves to the transport; a caller that could set them could speak past our checks. */
const FORBIDDEN = ['host', 'connection', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'proxy-connection', 'expect'];

/** What `fetch(input, init)` asks for, with its body in memory. */
export async function toOutgoing(
  input: Parameters<typeof globalThis.fetch>[0],
  init?: RequestInit,
): Promise<OutgoingRequest & { signal: AbortSignal | undefined }> {
  const from = input instanceof Request ? input : undefined;
  const method = (init?.method ?? from?.method ?? 'GET').toUpperCase();
  const headers = new Headers(init?.headers ?? from?.headers);
  // The platform's own reading of any body: strings, forms, buffers, streams.
  const given = init?.body ?? (from?.body === null ? undefined : from?.body);
  const carrier = given === undefined || given === null ? undefined : new Response(given);
  const type = carrier?.headers.get('content-type');
  if (type && !headers.has('content-type')) headers.set('content-type', type);
  for (const name of FORBIDDEN) headers.delete(name);
  return {
    url: from?.url ?? String(input),
    method,
    headers,
    body: carrier && new Uint8Array(await carrier.arrayBuffer()),
    redirect: init?.redirect ?? from?.redirect ?? 'follow',
    signal: init?.signal ?? from?.signal ?? undefined,
  };
}

/**
 * The request that a redirect leads to; undefined when this response is none. Method and body change as the fetch
 * standard says; to another origin no credential goes along.
 * @throws AppError `address-refused` for a target that is no address.
 */
export function nextHop(request: OutgoingRequest, response: UndiciResponse, from: URL): OutgoingRequest | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined;
  if (!URL.canParse(location, from.href)) throw new AppError('address-refused', `${from.host} sends on to no address.`);
  const to = new URL(location, from);
  const headers = new Headers(request.headers);
  if (to.origin !== from.origin)
    for (const name of [...headers.keys()]) if (CREDENTIALS.test(name)) headers.delete(name);
  const becomesGet =
    response.status === 303 ? request.method !== 'HEAD' : response.status < 303 && request.method === 'POST';
  if (!becomesGet) return bodyMayCross(request, to, from, { ...request, url: to.href, headers });
  for (const name of BODY_HEADERS) headers.delete(name);
  return { ...request, url: to.href, headers, method: 'GET', body: undefined };
}

/** A body may hold the key (Tavily once took it so): it goes to no origin that the caller did not name. */
function bodyMayCross(request: OutgoingRequest, to: URL, from: URL, next: OutgoingRequest): OutgoingRequest {
  if (request.body !== undefined && to.origin !== from.origin)
    throw new AppError('address-refused', `${from.host} sends what was to be sent on to ${to.host}.`);
  return next;
}
