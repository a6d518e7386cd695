import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Metadata services that do not lie in a range of their own. */
const METADATA = new Set(['169.254.169.254', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254']);

/**
 * Why a tool may not connect to this address: the name of its special range (`loopback`, `private`, `linkLocal`,
 * `carrierGradeNat`, `6to4`, ...), or `metadata`; undefined for public unicast. Ranges are IANA's registries of special
 * purpose addresses, as ipaddr.js knows them. What embeds an IPv4 address (mapped, NAT64, 6to4) is never public here:
 * a public server has a plain address too.
 * @param address as a name server or a socket gives it, with or without a zone; anything else is `unreadable`.
 */
export function specialRange(address: string): string | undefined {
  // ipaddr.js also reads short and octal forms, which no name server gives.
  if (isIP(address) === 0) return 'unreadable';
  const parsed = ipaddr.parse(address);
  if (METADATA.has(parsed.toString())) return 'metadata';
  const range = parsed.range();
  if (range !== 'unicast') return range;
  // Of IPv6 only 2000::/3 is handed out; the rest (such as ::7f00:1, IPv4-compatible) is not in every list.
  if (parsed.kind() === 'ipv6' && !parsed.match(ipaddr.parseCIDR('2000::/3'))) return 'reserved';
  return undefined;
}
