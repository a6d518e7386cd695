import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@pagehand/contracts/errors';
import { buildConnector } from 'undici';
import { specialRange } from './address-class.ts';

/** How names become addresses: `dns.lookup` with all answers. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Until TCP and TLS stand, ms. */
const CONNECT_MS = 10_000;

/**
 * How undici opens sockets for tools: names are resolved once, every answer must be public unicast, and the socket goes
 * to exactly these answers (a second look-up, as DNS rebinding needs it, never happens). The peer is compared once more
 * when the socket stands.
 */
export function guardedConnector(
  isConfigured: (origin: string) => boolean,
  lookup: Lookup = systemLookup,
): buildConnector.connector {
  const open = buildConnector({ timeout: CONNECT_MS, lookup: allOf(lookup, () => undefined) });
  const guarded = buildConnector({ timeout: CONNECT_MS, lookup: allOf(lookup, specialRange) });
  return (options, done) => {
    const port = options.port === '' ? '' : `:${options.port}`;
    // undici takes the brackets of an IPv6 address off.
    const host = isIP(options.hostname) === 6 ? `[${options.hostname}]` : options.hostname;
    if (isConfigured(new URL(`${options.protocol}//${host}${port}`).origin)) {
      open(options, done);
      return;
    }
    guarded(options, (...[error, socket]) => {
      if (error !== null) {
        done(error, null);
        return;
      }
      const range = specialRange(socket.remoteAddress ?? '');
      if (range === undefined) {
        done(null, socket);
        return;
      }
      socket.destroy();
      done(notPublic(options.hostname, range), null);
    });
  };
}

/** `net.connect` asks it for host names only; a literal address was checked with its URL, and again at the peer. */
function allOf(lookup: Lookup, wrongWith: (address: string) => string | undefined): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true, verbatim: true }, (error, addresses) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      const bad = addresses.map(({ address }) => wrongWith(address)).find((range) => range !== undefined);
      const first = addresses[0];
      if (bad !== undefined || first === undefined) done(notPublic(hostname, bad ?? 'no address'), []);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

const notPublic = (hostname: string, range: string): AppError =>
  new AppError('address-refused', `${hostname} leads to an address that is not public (${range}).`);
