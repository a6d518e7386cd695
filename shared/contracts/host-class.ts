/**
 * What kind of place a host name is, without asking any name server. Input is `URL.hostname` (WHATWG has already turned
 * 0x7f.1, 2130706433 and full-width dots into plain addresses).
 */
export type HostClass = 'public' | 'loopback' | 'metadata' | 'private';

const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata',
  'instance-data',
  'metadata.goog',
  'metadata.azure.internal',
]);
const PRIVATE_SUFFIXES = [
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'localdomain',
  'home.arpa',
  'private',
];
/** Public names that always answer with a loopback or an embedded address. */
const REBINDING_SUFFIXES = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'traefik.me',
  'localho.st',
];

export function classifyHost(hostname: string): HostClass {
  const host = normalHost(hostname);
  if (host === '') return 'private';
  if (host.startsWith('[')) return classifyV6(host.slice(1, -1));
  const v4 = parseV4(host);
  if (v4) return classifyV4(v4);
  if (host === 'localhost' || host.endsWith('.localhost') || host === 'ip6-localhost' || host === 'ip6-loopback')
    return 'loopback';
  if (METADATA_NAMES.has(host)) return 'metadata';
  if (REBINDING_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))) return embeddedClass(host);
  if (!host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`))) return 'private';
  return 'public';
}

/** Whether a URL's host and port are one of ours (`host:port`, or a host for every port), however they are spelt. */
export function isOwnHost(
  url: { hostname: string; port: string; protocol: string },
  ownHosts: readonly string[],
): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const target = normalHost(url.hostname);
  const targetClass = classifyHost(target);
  return ownHosts.some((own) => {
    const { host, port: ownPort } = splitHost(own);
    if (ownPort !== '' && ownPort !== port) return false;
    if (host === target) return true;
    return targetClass === 'loopback' && classifyHost(host) === 'loopback';
  });
}

function splitHost(own: string): { host: string; port: string } {
  try {
    const url = new URL(own.includes('://') ? own : `http://${own}`);
    const explicit = /:(\d+)\/?$/.exec(own)?.[1] ?? '';
    return { host: normalHost(url.hostname), port: url.port || explicit };
  } catch {
    return { host: own.toLowerCase(), port: '' };
  }
}

function normalHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.+$/, '');
}

function parseV4(host: string): number[] | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host);
  return match?.slice(1).map(Number);
}

function classifyV4(bytes: readonly number[]): HostClass {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (a === 127 || a === 0) return 'loopback';
  // 100.100.100.200 and 192.0.0.192 are the metadata services of two clouds.
  if (
    (a === 169 && b === 254) ||
    (a === 100 && b === 100 && c === 100 && d === 200) ||
    (a === 192 && b === 0 && c === 0 && d === 192)
  )
    return 'metadata';
  if (a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)) return 'private';
  if ((a === 100 && b >= 64 && b <= 127) || (a === 198 && (b === 18 || b === 19)) || (a === 192 && b === 0 && c === 0))
    return 'private';
  return a >= 224 ? 'private' : 'public';
}

function classifyV6(address: string): HostClass {
  const groups = expandV6(address);
  const [g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0, g6 = 0, g7 = 0] = groups;
  const tail = [g6 >> 8, g6 & 255, g7 >> 8, g7 & 255];
  const leadingZero = g0 === 0 && g1 === 0 && g2 === 0 && g3 === 0;
  if (leadingZero && g4 === 0 && g5 === 0 && g6 === 0 && g7 <= 1) return 'loopback';
  // IPv4-compatible, IPv4-mapped, IPv4-translated: the address behind it decides.
  if (leadingZero && ((g4 === 0 && (g5 === 0 || g5 === 0xffff)) || (g4 === 0xffff && g5 === 0)))
    return classifyV4(tail);
  if (g0 === 0x64 && g1 === 0xff9b) return classifyV4(tail);
  if (g0 === 0x2002) return classifyV4([g1 >> 8, g1 & 255, g2 >> 8, g2 & 255]);
  if (g0 === 0xfd00 && g1 === 0xec2 && g7 === 0x254) return 'metadata';
  if ((g0 & 0xffc0) === 0xfe80) return 'metadata';
  if ((g0 & 0xfe00) === 0xfc00 || (g0 & 0xffc0) === 0xfec0 || (g0 & 0xff00) === 0xff00) return 'private';
  return 'public';
}

function expandV6(address: string): number[] {
  const [head = '', rest] = address.split('::');
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16) || 0);
  const left = parse(head);
  if (rest === undefined) return left;
  const right = parse(rest);
  return [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0), ...right];
}

/** `127.0.0.1.nip.io`, `10-0-0-1.sslip.io`: what the embedded address is; without one such a name means loopback. */
function embeddedClass(host: string): HostClass {
  const match = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})\./.exec(host);
  if (!match) return 'loopback';
  const found = classifyV4(match.slice(1).map(Number));
  return found === 'public' ? 'private' : found;
}
