import type { Socket } from 'node:net';
import { AppError } from '@pagehand/contracts/errors';
import { checkUrl, type UrlRules } from './check-url.ts';
import { guardedConnector, type Lookup } from './guarded-connect.ts';

/** A name and a port of the web. */
export type ConnectionTarget = { host: string; port: number };

/**
 * A plain TCP connection for what encrypts by itself, by the rules of every request: ports of web servers, public
 * addresses alone, looked up once and pinned; or what the person configured. Never this backend.
 * @throws AppError `address-refused`, `service-unreachable`, `cancelled`
 */
export function openConnection(
  { host, port }: ConnectionTarget,
  rules: UrlRules,
  lookup: Lookup | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  // Of the scheme nothing is known here: an endpoint of either is meant.
  const origins = ['https', 'http'].map((scheme) => new URL(`${scheme}://${host}:${port}`).origin);
  const isConfigured = (): boolean => origins.some((origin) => rules.isConfigured(origin));
  return new Promise((resolve, reject) => {
    checkUrl(`https://${host}:${port}/`, { ...rules, isConfigured });
    const stop = (): void => reject(new AppError('cancelled', 'The connection was stopped.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const connect = guardedConnector(isConfigured, lookup);
    connect({ hostname: host, host, port: String(port), protocol: 'http:' }, (...[error, socket]) => {
      signal.removeEventListener('abort', stop);
      if (error !== null) reject(unreachable(error, host));
      else if (signal.aborted) socket.destroy();
      else resolve(socket);
    });
  });
}

/** Only our own words: the text of a foreign error may hold addresses. */
const unreachable = (error: Error, host: string): AppError =>
  error instanceof AppError
    ? error
    : new AppError('service-unreachable', `${host} could not be reached.`, { cause: error });
