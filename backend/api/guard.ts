import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@pagehand/contracts/errors';
import type { Store } from '../store/store.ts';
import { findPairing, isExtensionOrigin, type Pairing } from './pairing.ts';
import { rawValues } from './raw-headers.ts';
import { bodyBytes } from './read-body.ts';

/** Who asks, after the guard. Both are absent for `GET /health`, the pairing also for `POST /pair`. */
export type Caller = { requestId: string; origin?: string; pairingId?: string };

type Refusal = { kind: 'refuse'; status: number; code: ErrorCode; message: string; origin?: string };
export type Verdict =
  | Refusal
  | { kind: 'preflight'; origin: string; methods: string }
  | { kind: 'pass'; caller: Caller };

export type Door = { port: number; store: Pick<Store, 'pairings'>; pairing: Pick<Pairing, 'alive'> };

/** At most one of each may come: a second one could be read by one part of us and the first by another. */
const SINGLE = ['host', 'origin', 'authorization', 'content-type', 'content-length', 'transfer-encoding', 'accept'];
const PREFLIGHT_HEADERS = new Set(['authorization', 'content-type', 'accept']);
const PATH = /^\/[A-Za-z0-9/_-]{0,200}$/;
const JSON_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;
const BEARER = /^Bearer ([A-Za-z0-9_-]{32,128})$/;

const refuse = (status: number, code: ErrorCode, message: string, origin?: string): Refusal => ({
  kind: 'refuse',
  status,
  code,
  message,
  ...(origin === undefined ? {} : { origin }),
});

/**
 * The one gate: every request passes it before routing and before a byte of its body is read. It looks at the request
 * as it came on the wire, in this order: Host, target, method, Origin, Sec-Fetch, token, type and size of the body.
 * Without an Origin nothing but `GET /health` is answered. No web page has an origin that can be paired.
 */
export function checkRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>,
  requestId: string,
  door: Door,
): Verdict {
  const values = (name: string): string[] => rawValues(request.rawHeaders, name);
  const first = (name: string): string | undefined => values(name)[0];

  // DNS rebinding: the name that the client believes it speaks to must be the address that we listen on.
  const host = `127.0.0.1:${door.port}`;
  if (request.httpVersion !== '1.1' || values('host').length !== 1 || first('host') !== host)
    return refuse(403, 'forbidden', 'The Host is not the one of this backend.');
  if (SINGLE.some((name) => values(name).length > 1)) return refuse(400, 'bad-request', 'A header came twice.');
  // Origin-form only: an absolute-form target names a host of its own, which a router may believe.
  const target = request.url ?? '';
  const path = target.split('?', 1)[0] ?? '';
  if (!PATH.test(path) || path.startsWith('//'))
    return refuse(400, 'bad-request', 'The path is not one of this backend.');

  // The method that came is the method: overrides in headers or in the query are not read by anything.
  const health = path === '/health';
  const method = request.method ?? '';
  const wanted = health ? 'GET' : 'POST';
  if (method !== wanted && method !== 'OPTIONS') return refuse(405, 'bad-request', `Only ${wanted} is answered here.`);

  const origin = first('origin');
  if (origin === undefined && (!health || method === 'OPTIONS'))
    return refuse(403, 'forbidden', 'The request has no Origin.');
  if (origin !== undefined && !admitted(origin, path, method, door))
    return refuse(403, 'forbidden', 'The Origin is not paired.');

  const fetchProblem = checkSecFetch(values);
  if (fetchProblem !== undefined) return refuse(403, 'forbidden', fetchProblem);

  if (method === 'OPTIONS' && origin !== undefined) {
    const asked = (first('access-control-request-headers') ?? '').split(',').map((name) => name.trim().toLowerCase());
    if (
      first('access-control-request-method') !== wanted ||
      asked.some((name) => name !== '' && !PREFLIGHT_HEADERS.has(name))
    )
      return refuse(403, 'forbidden', 'The preflight asks for more than there is.');
    return { kind: 'preflight', origin, methods: wanted };
  }
  if (origin === undefined || health)
    return finish(target, { requestId, ...(origin === undefined ? {} : { origin }) }, values);

  if (path === '/pair') return finish(target, { requestId, origin }, values);
  const token = BEARER.exec(first('authorization') ?? '')?.[1];
  const pairingId = token === undefined ? undefined : findPairing(door.store, token, origin);
  if (pairingId === undefined)
    return refuse(401, 'not-paired', 'The token is missing or not valid for this extension.', origin);
  return finish(target, { requestId, origin, pairingId }, values);
}

/**
 * A paired origin may ask everything. An extension that is not paired may see that we are here (a web page cannot have
 * such an origin, and `/health` tells nothing else), and use `/pair`, in a browser only while a code lives.
 */
function admitted(origin: string, path: string, method: string, door: Door): boolean {
  if (!isExtensionOrigin(origin)) return false;
  if (path === '/health') return true;
  if (door.store.pairings.list().some((pairing) => pairing.origin === origin)) return true;
  return path === '/pair' && (method === 'POST' || door.pairing.alive());
}

/**
 * What browsers say about how a request came to be: only `fetch` of a script fits. Absent outside of browsers. The site
 * is `none` (Chromium) or `same-origin` (Firefox) for an extension that has access to the host, else `cross-site`: measured.
 */
function checkSecFetch(values: (name: string) => string[]): string | undefined {
  const allowed: readonly (readonly [string, readonly string[]])[] = [
    ['sec-fetch-mode', ['cors']],
    ['sec-fetch-dest', ['empty']],
    ['sec-fetch-site', ['none', 'cross-site', 'same-origin']],
    ['sec-fetch-user', []],
  ];
  for (const [name, fitting] of allowed) {
    if (values(name).some((value) => !fitting.includes(value)))
      return 'Only an extension may call this, not a page or a navigation.';
  }
  return undefined;
}

/** The last checks: no query (a token never stands in a URL), and for POST what the body says of itself. */
function finish(target: string, caller: Caller, values: (name: string) => string[]): Verdict {
  const { origin } = caller;
  if (target.includes('?')) return refuse(400, 'bad-request', 'There are no parameters in URLs here.', origin);
  if (values('content-encoding').length > 0)
    return refuse(415, 'bad-request', 'Compressed bodies are not read.', origin);
  const length = values('content-length')[0];
  const most = bodyBytes(target);
  if (length !== undefined && Number(length) > most)
    return refuse(413, 'too-large', `The body is over ${most} bytes.`, origin);
  const post =
    origin !== undefined &&
    (length !== undefined || values('transfer-encoding').length > 0 || values('content-type').length > 0);
  if (post && !JSON_TYPE.test(values('content-type')[0] ?? ''))
    return refuse(415, 'bad-request', 'Only application/json is read.', origin);
  return { kind: 'pass', caller };
}
