import type { Socket } from 'node:net';
import { AppError } from '@pagehand/contracts/errors';
import { Agent, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import { cappedResponse } from './capped-response.ts';
import { checkUrl, type UrlRules } from './check-url.ts';
import { guardedConnector, type Lookup } from './guarded-connect.ts';
import { type ConnectionTarget, openConnection } from './open-connection.ts';
import { nextHop, type OutgoingRequest, toOutgoing } from './redirects.ts';

export type EgressLimits = {
  /** From the request until the end of the body, ms. */
  timeMs: number;
  /** Of a body, after decompression. */
  maxBytes: number;
};
const DEFAULT_LIMITS: EgressLimits = { timeMs: 30_000, maxBytes: 64_000_000 };
/** Redirects that are followed; one more is refused. */
const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 65_536;

export type EgressOptions = {
  /** Base URLs that the person configured, asked at each request: their exact origins may be anywhere. */
  configured: () => Iterable<string>;
  /** `host:port` of this backend; never reached. */
  ownHosts: readonly string[];
  lookup?: Lookup;
};

export type Egress = {
  /** Same shape as the global fetch. Follows redirects unless `redirect` says otherwise. */
  fetch: typeof globalThis.fetch;
  /** The same with other limits, for streams and big files. */
  withLimits(limits: Partial<EgressLimits>): typeof globalThis.fetch;
  /** For what speaks for itself, such as a kit's own TLS: see open-connection.ts. */
  connect(target: ConnectionTarget, signal: AbortSignal): Promise<Socket>;
  close(): Promise<void>;
};

/**
 * The one way out to the network for tools. http and https to public unicast addresses on ports of the web, or to what
 * the person configured; never to this backend. Each redirect is checked like a first request, and credentials stay
 * with the origin they were meant for.
 * @throws AppError `address-refused`, `service-unreachable`, `timeout`, `too-large`, `cancelled` (the signal aborted);
 *   a response of any status is a response.
 */
export function createEgress(options: EgressOptions): Egress {
  const rules: UrlRules = {
    ownHosts: options.ownHosts,
    isConfigured: (origin) =>
      [...options.configured()].some((url) => URL.canParse(url) && new URL(url).origin === origin),
  };
  const agentFor = (isConfigured: UrlRules['isConfigured']): Agent =>
    new Agent({
      connect: guardedConnector(isConfigured, options.lookup),
      maxHeaderSize: MAX_HEADER_BYTES,
      connections: 16,
    });
  const named: Way = { rules, dispatcher: agentFor(rules.isConfigured) };
  const nowhereSpecial = (): boolean => false;
  const ledElsewhere: Way = {
    rules: { ...rules, isConfigured: nowhereSpecial },
    dispatcher: agentFor(nowhereSpecial),
  };
  const withLimits =
    (limits: Partial<EgressLimits>): typeof globalThis.fetch =>
    async (input, init) => {
      const { signal, ...request } = await toOutgoing(input, init);
      return send(request, signal, { ...DEFAULT_LIMITS, ...limits }, named, ledElsewhere);
    };
  return {
    fetch: withLimits({}),
    withLimits,
    connect: (target, signal) => openConnection(target, rules, options.lookup, signal),
    close: () => Promise.all([named, ledElsewhere].map((way) => way.dispatcher.destroy())).then(() => undefined),
  };
}

/** What a hop may reach, and how it is connected. */
type Way = { rules: UrlRules; dispatcher: Agent };

/**
 * What a server of the web sends on to goes by `ledElsewhere`: what the person configured may be on this machine, and no
 * page of the web chooses to go there.
 */
async function send(
  first: OutgoingRequest,
  signal: AbortSignal | undefined,
  limits: EgressLimits,
  named: Way,
  ledElsewhere: Way,
): Promise<Response> {
  const stop = new AbortController();
  const abort = (): void => stop.abort(new AppError('cancelled', 'The request was stopped.'));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  // A timer of our own: on Node 20 `AbortSignal.any` may lose a timeout signal to the garbage collector.
  const timer = setTimeout(
    () => stop.abort(new AppError('timeout', `There was no full answer within ${limits.timeMs / 1_000} s.`)),
    limits.timeMs,
  );
  timer.unref();
  const ended = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  const toError = (error: unknown): AppError => egressError(error, stop.signal);
  let request = first;
  let way = named;
  try {
    for (let hops = 0; ; hops += 1) {
      const url = checkUrl(request.url, way.rules);
      const { method, headers, body } = request;
      const init: UndiciInit = {
        method,
        headers: [...headers],
        redirect: 'manual',
        signal: stop.signal,
        dispatcher: way.dispatcher,
      };
      const response = await undiciFetch(url, body === undefined ? init : { ...init, body });
      const next = first.redirect === 'manual' ? undefined : nextHop(request, response, url);
      if (next === undefined) return cappedResponse(response, limits.maxBytes, toError, ended);
      await response.body?.cancel();
      if (first.redirect === 'error') throw new AppError('address-refused', `${url.host} sends on to another address.`);
      if (hops >= MAX_REDIRECTS) throw new AppError('address-refused', `${url.host} sends on more than five times.`);
      if (!named.rules.isConfigured(url.origin)) way = ledElsewhere;
      request = next;
    }
  } catch (error) {
    ended();
    throw toError(error);
  }
}

/** Only our own words: the text of a foreign error may hold addresses, paths or what was sent. */
function egressError(error: unknown, signal: AbortSignal): AppError {
  if (signal.aborted && signal.reason instanceof AppError) return signal.reason;
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof AppError) return cause;
  return new AppError('service-unreachable', 'The server could not be reached, or broke off its answer.', {
    cause: error,
  });
}
