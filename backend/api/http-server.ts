import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { AppError, type ErrorCode } from '@pagehand/contracts/errors';
import type { Logger } from 'pino';
import type { ApiEnv } from './api-types.ts';
import { toErrorBody } from './error-response.ts';
import { checkRequest, type Door, type Verdict } from './guard.ts';
import { SECURITY_HEADERS } from './raw-headers.ts';

/** Against slow and huge requests: bytes of all headers, ms until they are all there, ms until the body is. */
export const SERVER_LIMITS = { headerBytes: 16_384, headersMs: 10_000, requestMs: 30_000, connections: 1_024 } as const;
/** How much of a refused body is thrown away unread before the socket is cut, so that the client sees the answer. */
const DRAIN_BYTES = 8_388_608;

export type AppFetch = (request: Request, env: ApiEnv['Bindings']) => Response | Promise<Response>;

/**
 * The HTTP server: the guard first, then the app. It has no WebSocket, no CONNECT and no HTML. Bind it to 127.0.0.1.
 * @param door asked per request; undefined until everything is ready
 */
export function createHttpServer(
  fetch: AppFetch,
  door: () => Door | undefined,
  logger: Logger,
  limits: { headersMs: number; requestMs: number } = SERVER_LIMITS,
): Server {
  const admitted = new WeakMap<object, ApiEnv['Bindings']>();
  const serve = getRequestListener(
    (request, env) => {
      const bindings = admitted.get(env.incoming);
      return bindings === undefined ? new Response(null, { status: 403 }) : fetch(request, bindings);
    },
    { overrideGlobalObjects: false, hostname: '127.0.0.1' },
  );
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const requestId = randomUUID();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value);
    const open = door();
    const verdict: Verdict =
      open === undefined
        ? { kind: 'refuse', status: 503, code: 'backend-unreachable', message: 'The backend is still starting.' }
        : checkRequest(incoming, requestId, open);
    if (verdict.kind === 'refuse') {
      logger.warn({ requestId, status: verdict.status, code: verdict.code }, 'the guard refused a request');
      if (verdict.origin !== undefined) allowOrigin(outgoing, verdict.origin);
      if (verdict.status === 405) outgoing.setHeader('Allow', incoming.url === '/health' ? 'GET' : 'POST');
      if (verdict.status === 401) outgoing.setHeader('WWW-Authenticate', 'Bearer');
      drain(incoming);
      const body = JSON.stringify(toErrorBody(new AppError(verdict.code, verdict.message), requestId));
      outgoing.writeHead(verdict.status, { 'Content-Type': 'application/json', Connection: 'close' }).end(body);
      return;
    }
    if (verdict.kind === 'preflight') {
      allowOrigin(outgoing, verdict.origin);
      outgoing.setHeader('Access-Control-Allow-Methods', verdict.methods);
      outgoing.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
      outgoing.setHeader('Access-Control-Max-Age', '600');
      // Chromium asks before a request from a less private address space; only origins that we let in get a yes.
      if (incoming.headers['access-control-request-private-network'] === 'true')
        outgoing.setHeader('Access-Control-Allow-Private-Network', 'true');
      drain(incoming);
      outgoing.writeHead(204).end();
      return;
    }
    if (verdict.caller.origin !== undefined) allowOrigin(outgoing, verdict.caller.origin);
    admitted.set(incoming, { incoming, outgoing, caller: verdict.caller });
    // Only now may the client send its body.
    if (incoming.headers.expect !== undefined) outgoing.writeContinue();
    void serve(incoming, outgoing);
  };
  const server = createServer(
    {
      maxHeaderSize: SERVER_LIMITS.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      keepAliveTimeout: 5_000,
      insecureHTTPParser: false,
      // The guard asks for the Host itself, with an answer in our own form.
      requireHostHeader: false,
    },
    handle,
  );
  server.maxConnections = SERVER_LIMITS.connections;
  server.on('checkContinue', handle);
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) =>
    answerRaw(socket, 403, 'forbidden', 'There is no WebSocket here.'),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    answerRaw(socket, 405, 'bad-request', 'Only POST is answered here.'),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') answerRaw(socket, 431, 'too-large', 'The headers are too large.');
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') answerRaw(socket, 408, 'timeout', 'The request took too long.');
    else if (error.code === 'HPE_INVALID_METHOD') answerRaw(socket, 405, 'bad-request', 'Only POST is answered here.');
    else answerRaw(socket, 400, 'bad-request', 'The request is not HTTP.');
  });
  return server;
}

/** One exact origin, never `*`, and never credentials: the token is a header that only the extension can set. */
function allowOrigin(outgoing: ServerResponse, origin: string): void {
  outgoing.setHeader('Access-Control-Allow-Origin', origin);
}

function drain(incoming: IncomingMessage): void {
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DRAIN_BYTES) incoming.destroy();
  });
  incoming.on('error', () => incoming.destroy());
}

/** For what never becomes a request: one answer, then the socket is closed. */
function answerRaw(socket: Duplex, status: number, code: ErrorCode, message: string): void {
  const body = JSON.stringify(toErrorBody(new AppError(code, message), randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
