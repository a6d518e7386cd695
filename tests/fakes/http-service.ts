import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ServiceRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: string };
/** What a service answers: JSON, or text with its headers; `undefined` never answers. */
export type ServiceAnswer =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; headers?: Record<string, string>; text: string | Uint8Array }
  | { stream: (response: ServerResponse) => void }
  | undefined;

export type FakeService = {
  origin: string;
  requests: ServiceRequest[];
  /** Answers every request this way until it is set back to undefined; those that it calls usual as ever. */
  instead: ((request: ServiceRequest) => ServiceAnswer | 'usual') | undefined;
  close(): Promise<void>;
};

/** A local server that speaks some service's protocol, and remembers what it was asked. */
export async function startService(answer: (request: ServiceRequest) => ServiceAnswer): Promise<FakeService> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', service.origin);
      const body = Buffer.concat(parts).toString('utf8');
      const asked = { method: request.method ?? 'GET', url, headers: request.headers, body };
      service.requests.push(asked);
      const instead = service.instead === undefined ? 'usual' : service.instead(asked);
      send(response, instead === 'usual' ? answer(asked) : instead);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const service: FakeService = {
    origin: `http://127.0.0.1:${port}`,
    requests: [],
    instead: undefined,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return service;
}

function send(response: ServerResponse, answer: ServiceAnswer): void {
  if (answer === undefined) return;
  if ('stream' in answer) {
    answer.stream(response);
    return;
  }
  const type = 'json' in answer ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
  response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
  response.end('json' in answer ? JSON.stringify(answer.json) : answer.text);
}

/** A body that never ends. */
export function endless(response: ServerResponse, type = 'text/html'): void {
  response.writeHead(200, { 'content-type': type });
  const more = (): void => {
    while (response.writable && response.write(Buffer.alloc(65_536, 'x'))) {}
  };
  response.on('drain', more);
  more();
}
