import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@pagehand/contracts/errors';
import type { Lookup } from '../../backend/egress/guarded-connect.ts';
import { createEgress, type Egress, type EgressLimits } from '../../backend/egress/guarded-fetch.ts';

/** A server on 127.0.0.1 that counts who comes: `seen` are requests, `sockets` connections without one, too. */
export type Target = {
  origin: string;
  port: number;
  seen: { url: string; headers: NodeJS.Dict<string | string[]> }[];
  sockets(): number;
  close(): Promise<void>;
};

export async function startTarget(
  listener: RequestListener = (_request, response) => response.end('inside'),
): Promise<Target> {
  const seen: Target['seen'] = [];
  let sockets = 0;
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    listener(request, response);
  });
  server.on('connection', () => {
    sockets += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    seen,
    sockets: () => sockets,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A name server that gives these answers one after the other, the last one for ever; and how often it was asked. */
export function scriptedLookup(...answers: string[][]): { lookup: Lookup; asked: string[] } {
  const asked: string[] = [];
  const lookup: Lookup = (hostname, _options, done) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    const addresses: LookupAddress[] = answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => done(null, addresses));
  };
  return { lookup, asked };
}

export const egressTo = (configured: string[], more: { lookup?: Lookup; ownHosts?: string[] } = {}): Egress =>
  createEgress({
    configured: () => configured,
    ownHosts: more.ownHosts ?? [],
    ...(more.lookup && { lookup: more.lookup }),
  });

/** What came of a request: its text, or the code of the error. */
export async function outcome(
  egress: Egress,
  url: string,
  init: RequestInit = {},
  limits: Partial<EgressLimits> = {},
): Promise<string> {
  try {
    const response = await egress.withLimits(limits)(url, init);
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    return error instanceof AppError ? error.code : `not an AppError: ${String(error)}`;
  }
}
