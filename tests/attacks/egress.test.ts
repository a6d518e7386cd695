import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specialRange } from '../../backend/egress/address-class.ts';
import { checkUrl } from '../../backend/egress/check-url.ts';
import { ENDPOINTS } from '../../backend/egress/endpoints.ts';
import { createEgress, type Egress } from '../../backend/egress/guarded-fetch.ts';
import { egressTo, outcome, scriptedLookup, startTarget, type Target } from './egress-harness.ts';

let inside: Target;
let egress: Egress;
beforeAll(async () => {
  inside = await startTarget();
  egress = egressTo([]);
});
afterAll(async () => {
  await egress.close();
  await inside.close();
});

/** Spellings of places that are not public; PORT is a server that must never be asked. */
const HOSTS = [
  [
    '127.0.0.1',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'a.localhost',
    '0',
    '0.0.0.0',
    '127.1',
    '2130706433',
    '0x7f000001',
  ],
  ['0177.0.0.1', '0x7f.1', '127.0.0.1.', '127。0。0。1', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127.255.255.254'],
  ['[::1]', '[::]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::7f00:1]', '[::127.0.0.1]', '[0:0:0:0:0:0:0:1]'],
  [
    '[2002:7f00:1::]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[::ffff:0:7f00:1]',
    '[2001:0:7f00:1::]',
    '[2001:db8::1]',
  ],
  ['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '192.0.0.192', 'metadata.google.internal', '[fe80::1]'],
  ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
  ['192.0.2.1', '198.51.100.1', '203.0.113.1', '[fc00::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[5f00::1]'],
  ['127.0.0.1.nip.io', '10-0-0-1.sslip.io', 'localtest.me', 'printer', 'nas.local', 'db.internal', 'router.lan'],
].flat();

describe('addresses that are not public', () => {
  it.each(HOSTS)('%s is refused before anything is connected', async (host) => {
    for (const url of [`http://${host}/`, `https://${host}/`, `http://${host}:8080/`])
      expect(await outcome(egress, url), url).toBe('address-refused');
    expect(await outcome(egress, `http://${host}:${inside.port}/`)).toBe('address-refused');
    expect(inside.sockets()).toBe(0);
  });

  it('are told from public ones, so that the refusals mean something', () => {
    for (const address of [
      '93.184.216.34',
      '8.8.8.8',
      '2606:4700:4700::1111',
      '172.15.0.1',
      '172.32.0.1',
      '100.128.0.1',
    ])
      expect(specialRange(address), address).toBeUndefined();
    for (const address of ['', 'x', '1.2.3', '::ffff:8.8.8.8', '64:ff9b::808:808', 'fe80::1%eth0', '::', '4000::1'])
      expect(specialRange(address), address).toBeDefined();
  });
});

describe('what is not the web', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://example.org/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'blob:https://example.org/1',
    'gopher://example.org/',
    'ws://example.org/',
    'unix:/var/run/docker.sock',
    '//example.org/',
    'example.org',
    '',
    'http://',
    'https://user@example.org/',
    'https://user:pw@example.org/',
    'https://example.org@127.0.0.1/',
    'http://127.0.0.1\\@example.org/',
  ])('%s is refused', async (url) => {
    expect(await outcome(egress, url)).toBe('address-refused');
  });

  it.each([21, 22, 23, 25, 53, 110, 143, 389, 445, 465, 587, 2375, 3306, 5432, 6379, 9200, 11211, 27017])(
    'port %i is refused',
    async (port) => {
      const { lookup, asked } = scriptedLookup(['93.184.216.34']);
      const guarded = egressTo([], { lookup });
      expect(await outcome(guarded, `http://example.org:${port}/`)).toBe('address-refused');
      expect(asked).toEqual([]);
      await guarded.close();
    },
  );
});

describe('names that lead inside', () => {
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
    [['10.1.2.3']],
    [['93.184.216.34', '127.0.0.1']],
    [['127.0.0.1', '93.184.216.34']],
    [['2606:4700:4700::1111', 'fd00::1']],
    [['64:ff9b::7f00:1']],
    [[]],
  ])('a public name that answers %j is refused', async (answer) => {
    const { lookup } = scriptedLookup(answer);
    const guarded = egressTo([], { lookup });
    expect(await outcome(guarded, 'http://public.example.org:8080/')).toBe('address-refused');
    expect(await outcome(guarded, 'https://public.example.org/')).toBe('address-refused');
    await guarded.close();
  });

  it('a name that answers public first and loopback afterwards is asked once: the checked address is the one connected to', async () => {
    const { lookup, asked } = scriptedLookup(['93.184.216.34'], ['127.0.0.1']);
    const guarded = egressTo([], { lookup });
    const before = inside.sockets();
    const url = `http://rebind.example.org:8080/`;
    // Whatever answers at the public address here: it is not what listens inside.
    expect(await outcome(guarded, url, {}, { timeMs: 1_500 })).not.toContain('inside');
    expect(asked).toEqual(['rebind.example.org']);
    expect(await outcome(guarded, url, {}, { timeMs: 1_500 })).not.toContain('inside');
    expect(inside.sockets()).toBe(before);
    await guarded.close();
  });
});

describe('what the person configured', () => {
  it('is reached on loopback, by its exact host and port, and nothing beside it', async () => {
    const other = await startTarget();
    const guarded = egressTo([`${inside.origin}/base/`]);
    expect(await outcome(guarded, `${inside.origin}/x`)).toBe('200 inside');
    for (const url of [other.origin, `http://localhost:${inside.port}/`, `https://127.0.0.1:${inside.port}/`])
      expect(await outcome(guarded, url), url).toBe('address-refused');
    expect(other.sockets()).toBe(0);
    await guarded.close();
    await other.close();
  });

  it('is not where a server of the web may send us', async () => {
    const before = inside.sockets();
    const web = await startTarget((_request, response) => response.writeHead(302, { location: inside.origin }).end());
    // A server on this machine has to play the one of the web: reached as configured, no longer so once it was asked.
    const configured = (): string[] => (web.seen.length === 0 ? [web.origin, inside.origin] : [inside.origin]);
    const guarded = createEgress({ configured, ownHosts: [] });
    expect(await outcome(guarded, web.origin)).toBe('address-refused');
    expect(web.seen).toHaveLength(1);
    expect(inside.sockets()).toBe(before);
    expect(await outcome(guarded, inside.origin)).toBe('200 inside');
    await guarded.close();
    await web.close();
  });

  it('may have an IPv6 address', async () => {
    const server = createServer((_request, response) => response.end('six'));
    await new Promise<void>((done) => server.listen(0, '::1', done));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const guarded = egressTo([`http://[::1]:${port}`]);
    expect(await outcome(guarded, `http://[::1]:${port}/`)).toBe('200 six');
    await guarded.close();
    await new Promise((done) => server.close(done));
  });

  it.each(Object.values(ENDPOINTS))('%s, a service that we know, passes by its address', (url) => {
    expect(checkUrl(`${url}/x`, { ownHosts: [], isConfigured: () => false }).href).toBe(`${url}/x`);
  });

  it('is never our own backend, however it is spelt', async () => {
    const ownHosts = [`127.0.0.1:${inside.port}`];
    const before = inside.sockets();
    const spellings = [
      inside.origin,
      `http://localhost:${inside.port}`,
      `http://2130706433:${inside.port}`,
      `http://[::1]:${inside.port}`,
    ];
    const guarded = egressTo(spellings, { ownHosts });
    for (const url of spellings) expect(await outcome(guarded, url), url).toBe('address-refused');
    expect(inside.sockets()).toBe(before);
    await guarded.close();
  });
});
