import { isIP } from 'node:net';
import { AppError } from '@pagehand/contracts/errors';
import { classifyHost, isOwnHost } from '@pagehand/contracts/host-class';
import { LIMITS } from '@pagehand/contracts/limits';
import { specialRange } from './address-class.ts';
import { ENDPOINTS } from './endpoints.ts';

/** Ports of web servers. All others (22, 25, 6379, ...) speak something that an HTTP request may be smuggled into. */
const PORTS = new Set(['', '80', '443', '8000', '8008', '8080', '8443']);

/** Services that we call at a port of their own: the port passes, the address is checked like any other. */
const KNOWN = new Set(Object.values(ENDPOINTS).map((url) => new URL(url).origin));

export type UrlRules = {
  /** `host:port` of this backend: refused, whatever else is allowed. */
  ownHosts: readonly string[];
  /** Whether this origin is a service that the person configured: it may be anywhere, on any port. */
  isConfigured(origin: string): boolean;
};

/**
 * Parses a URL once (WHATWG) and checks all that can be known before a name is looked up.
 * @throws AppError `address-refused` that says what is wrong with it.
 */
export function checkUrl(given: string, rules: UrlRules): URL {
  const url = parse(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused(`Addresses that begin with ${url.protocol.slice(0, 20)} cannot be fetched, only http and https.`);
  if (url.username !== '' || url.password !== '')
    throw refused('The address holds a user name or a password; those are never sent.');
  if (isOwnHost(url, rules.ownHosts)) throw refused('This is the address of Pagehand itself.');
  if (rules.isConfigured(url.origin)) return url;
  if (!PORTS.has(url.port) && !KNOWN.has(url.origin))
    throw refused(`Port ${url.port} is not one that web servers use.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const range = isIP(host) === 0 ? nameRange(url.hostname) : specialRange(host);
  if (range !== undefined) throw refused(`${url.hostname} is not a public address (${range}).`);
  return url;
}

function parse(given: string): URL {
  if (given.length > LIMITS.url * 4) throw refused('The address is too long.');
  try {
    return new URL(given);
  } catch (error) {
    throw new AppError('address-refused', 'This is not a full address such as https://example.org/.', { cause: error });
  }
}

function nameRange(hostname: string): string | undefined {
  const found = classifyHost(hostname);
  return found === 'public' ? undefined : found;
}

const refused = (message: string): AppError => new AppError('address-refused', message);
