import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { AppError } from '@pagehand/contracts/errors';
import { afterEach, describe, expect, it } from 'vitest';
import type { Egress } from '../../backend/egress/guarded-fetch.ts';
import { egressTo, outcome, startTarget, type Target } from './egress-harness.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function target(listener?: RequestListener): Promise<Target> {
  const started = await startTarget(listener);
  open.push(started);
  return started;
}
function egress(...targets: Target[]): Egress {
  const made = egressTo(targets.map(({ origin }) => origin));
  open.unshift(made);
  return made;
}
const to =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end();

describe('redirects', () => {
  it('to loopback are refused, on another port or by another spelling', async () => {
    const inside = await target();
    for (const location of [
      inside.origin,
      `http://2130706433:${inside.port}/`,
      `//[::1]:${inside.port}/`,
      'http://169.254.169.254/',
    ]) {
      const outside = await target(to(location));
      expect(await outcome(egress(outside), outside.origin), location).toBe('address-refused');
    }
    expect(inside.sockets()).toBe(0);
  });

  it.each([
    'file:///etc/passwd',
    'data:text/html,x',
    'ftp://example.org/',
    'http://a:b@example.org/',
    'http://[',
    'http://example.org:22/',
  ])('to %s are refused', async (location) => {
    const outside = await target(to(location));
    expect(await outcome(egress(outside), outside.origin)).toBe('address-refused');
  });

  it('are followed five times, the sixth is refused', async () => {
    const chain = await target((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const guarded = egress(chain);
    expect(await outcome(guarded, `${chain.origin}/5`)).toBe('200 there');
    expect(await outcome(guarded, `${chain.origin}/6`)).toBe('address-refused');
  });

  it('take no credential and no body to another origin, and keep both on their own', async () => {
    const other = await target();
    const first = await target((request, response) => {
      if (request.url === '/away') response.writeHead(307, { location: `${other.origin}/got` }).end();
      else if (request.url === '/near') response.writeHead(307, { location: '/end' }).end();
      else response.end('end');
    });
    const guarded = egress(first, other);
    const headers = {
      'authorization': 'Bearer canary',
      'cookie': 'a=canary',
      'x-api-key': 'canary',
      'x-goog-token': 'canary',
      'accept': 'text/plain',
    };
    expect(await outcome(guarded, `${first.origin}/away`, { headers })).toBe('200 inside');
    expect(JSON.stringify(other.seen)).not.toContain('canary');
    expect(other.seen[0]?.headers['accept']).toBe('text/plain');
    expect(await outcome(guarded, `${first.origin}/near`, { headers })).toBe('200 end');
    expect(first.seen.at(-1)?.headers['authorization']).toBe('Bearer canary');
    expect(await outcome(guarded, `${first.origin}/away`, { method: 'POST', body: 'key=canary' })).toBe(
      'address-refused',
    );
    expect(other.seen).toHaveLength(1);
  });

  it('of a POST by 303 become a GET without a body', async () => {
    const server = await target((request, response) => {
      if (request.url === '/a') response.writeHead(303, { location: '/b' }).end();
      else response.end(`${request.method} ${request.headers['content-length'] ?? 'none'}`);
    });
    expect(await outcome(egress(server), `${server.origin}/a`, { method: 'POST', body: 'x' })).toBe('200 GET none');
  });
});

describe('answers that are too much', () => {
  const endless: RequestListener = (_request, response) => {
    const more = (): void => {
      while (response.writable && response.write(Buffer.alloc(65_536))) {}
    };
    response.on('drain', more);
    more();
  };

  it('that never end are cut off at the limit', async () => {
    const server = await target(endless);
    expect(await outcome(egress(server), server.origin, {}, { maxBytes: 1_000_000 })).toBe('too-large');
  });

  it('that grow when unpacked are cut off by what they unpack to', async () => {
    const zeros = Buffer.alloc(50_000_000);
    for (const [encoding, body] of [
      ['gzip', gzipSync(zeros)],
      ['br', brotliCompressSync(zeros)],
    ] as const) {
      const server = await target((_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(body),
      );
      expect(body.length).toBeLessThan(100_000);
      expect(await outcome(egress(server), server.origin, {}, { maxBytes: 1_000_000 })).toBe('too-large');
    }
  });

  it('packed many times over are refused', async () => {
    const server = await target((_request, response) =>
      response.writeHead(200, { 'content-encoding': Array(20).fill('gzip').join(', ') }).end('x'),
    );
    expect(await outcome(egress(server), server.origin)).toBe('service-unreachable');
  });

  it('with endless headers are refused', async () => {
    const server = await target((_request, response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(200_000) }).end('x'),
    );
    expect(await outcome(egress(server), server.origin)).toBe('service-unreachable');
  });

  it('that come too slowly end by the clock: before the headers, and in the body', async () => {
    const silent = await target(() => undefined);
    expect(await outcome(egress(silent), silent.origin, {}, { timeMs: 300 })).toBe('timeout');
    const drip = await target((_request, response) => void response.writeHead(200).write('x'));
    expect(await outcome(egress(drip), drip.origin, {}, { timeMs: 300 })).toBe('timeout');
  });
});

describe('Stop', () => {
  it.each(['before the request', 'before the headers', 'in the body'])('ends a request %s', async (when) => {
    const server = await target((_request, response) => {
      if (when === 'in the body') response.writeHead(200).write('x');
    });
    const stop = new AbortController();
    const guarded = egress(server);
    if (when === 'before the request') stop.abort();
    const running = outcome(guarded, server.origin, { signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    expect(await running).toBe('cancelled');
  });

  it('closes the connection to the server', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await target((request) => {
      closed = once(request.socket, 'close');
    });
    const stop = new AbortController();
    const running = outcome(egress(server), server.origin, { signal: stop.signal });
    while (closed === undefined) await new Promise((done) => setTimeout(done, 10));
    stop.abort();
    await closed;
    expect(await running).toBe('cancelled');
  });
});

describe('errors', () => {
  it('hold nothing of what was sent and nothing of what came back', async () => {
    const server = await target((request) => request.socket.destroy());
    const error: unknown = await egress(server)
      .fetch(`${server.origin}/?key=canary`, { headers: { authorization: 'Bearer canary' } })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    if (error instanceof AppError) expect(JSON.stringify(error.toBody())).not.toMatch(/canary|127\.0\.0\.1/);
  });

  it('cannot be set by a caller: no Host header, no upgrade of its own', async () => {
    const server = await target((request, response) =>
      response.end(`${request.headers.host} ${request.headers['upgrade'] ?? ''}`),
    );
    const answer = await outcome(egress(server), server.origin, { headers: { host: 'evil.example', upgrade: 'h2c' } });
    expect(answer.trim()).toBe(`200 127.0.0.1:${server.port}`);
  });
});
