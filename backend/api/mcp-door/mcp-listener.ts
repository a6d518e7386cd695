import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '@pagehand/contracts/errors';
import { rawValues, SECURITY_HEADERS } from '../raw-headers.ts';
import { parseBounded } from '../read-body.ts';
import { type DoorClients, hashOfToken } from './door-clients.ts';
import { DENIED, type DoorConsents, type Visit } from './door-consents.ts';
import { type DoorServerGiven, doorServer } from './door-server.ts';

const ADDRESS = '127.0.0.1';
const SESSIONS = 40;
const BEARER = /^Bearer ([A-Za-z0-9_-]{32,128})$/;
/** Who has no token yet says little more than its name. */
const STRANGER = { bytes: 65_536, string: 16_384 };

/** `key` is the hash of the token that it came with, or empty: only who began a session may go on with it. */
type Session = { key: string; visit: Visit; transport: StreamableHTTPServerTransport };
export type DoorListener = { port: number; close(): Promise<void> };
type Given = DoorServerGiven & { clients: DoorClients; consents: DoorConsents };

/**
 * Pagehand's MCP server: Streamable HTTP at `/mcp` on 127.0.0.1, with tokens of its own. Any request with an Origin or
 * with what only browsers send is refused, before a byte of its body is read: no page and no extension speaks to it. A
 * client that nobody knows may begin a session, and then waits for the person.
 * @throws AppError `port-in-use`.
 */
export async function listenForMcp(given: Given, wanted: number): Promise<DoorListener> {
  const sessions = new Map<string, Session>();
  let port = 0;
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 30_000, requireHostHeader: false },
    (request, response) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
      const verdict = checkDoor(request, port);
      if ('status' in verdict) return refuse(response, verdict.status, 'Refused.');
      void serve(request, response, verdict.key, sessions, given).catch((error: unknown) => {
        if (response.headersSent) response.end();
        else refuseFor(response, error);
      });
    },
  );
  await new Promise<void>((done, failed) => {
    server.once('error', (cause) => failed(new AppError('port-in-use', `Port ${wanted} is in use.`, { cause })));
    server.listen({ port: wanted, host: ADDRESS, exclusive: true }, done);
  });
  port = (server.address() as AddressInfo).port; // parse boundary: a TCP server's address is an object
  return {
    port,
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** The status to refuse with, or the hash of the token that came (empty: none). */
function checkDoor(
  request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
  port: number,
): { status: number } | { key: string } {
  const values = (name: string): string[] => rawValues(request.rawHeaders, name);
  const hosts = values('host');
  // DNS rebinding: the name that the client believes it speaks to must be the address that we listen on.
  if (hosts.length !== 1 || hosts[0] !== `${ADDRESS}:${port}`) return { status: 403 };
  const fromBrowser = ['origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'cookie'];
  // Node's own fetch says `sec-fetch-mode: cors` and nothing else of the kind.
  if (fromBrowser.some((name) => values(name).length > 0 && !(name === 'sec-fetch-mode' && values(name)[0] === 'cors')))
    return { status: 403 };
  if (request.url !== '/mcp') return { status: 404 };
  if (!['POST', 'GET', 'DELETE'].includes(request.method ?? '')) return { status: 405 };
  const said = values('authorization');
  if (said.length === 0) return { key: '' };
  const token = said.length === 1 ? BEARER.exec(said[0] ?? '')?.[1] : undefined;
  return token === undefined ? { status: 401 } : { key: hashOfToken(token) };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  sessions: Map<string, Session>,
  given: Given,
): Promise<void> {
  const id = rawValues(request.rawHeaders, 'mcp-session-id')[0];
  const session = id === undefined ? undefined : sessions.get(id);
  if (id !== undefined && session?.key !== key)
    return refuse(response, 404, 'There is no such session. Initialize a new one.');
  const client = key === '' ? undefined : given.clients.find(key);
  if (session === undefined && client === undefined && request.method !== 'POST')
    return refuse(response, 401, 'Initialize a session first.');
  // Once the person has taken it back, nothing of it goes on.
  if (session !== undefined && !session.visit.asking() && session.visit.client() === undefined)
    return refuse(response, 403, DENIED);
  const trusted = client !== undefined || session?.visit.client() !== undefined;
  const body = request.method === 'POST' ? await parseBounded(request, trusted ? undefined : STRANGER) : undefined;
  if (session !== undefined) return session.transport.handleRequest(request, response, body);
  const asked = InitializeRequestSchema.safeParse(body).data?.params.clientInfo;
  if (client === undefined && asked === undefined)
    return refuse(response, 401, 'Initialize a session first, with the name of the client.');
  const tokenHash = key === '' ? undefined : key;
  const visit =
    client !== undefined
      ? given.consents.known(client)
      : given.consents.knock({ name: '', version: '', ...asked, tokenHash });
  const opened = await openSession({ key, visit }, sessions, given);
  await opened.transport.handleRequest(request, response, body);
  // What was no proper beginning leaves nothing behind.
  if (opened.transport.sessionId === undefined) await opened.transport.close();
}

async function openSession(
  who: Pick<Session, 'key' | 'visit'>,
  sessions: Map<string, Session>,
  given: Given,
): Promise<Session> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (sessionId) => {
      sessions.set(sessionId, session);
      if (sessions.size <= SESSIONS) return;
      // Whoever waits to be let in does not push out one that was.
      const others = [...sessions.values()].filter((other) => other !== session);
      const oldest = others.find(({ visit }) => visit.client() === undefined) ?? others[0];
      void oldest?.transport.close();
    },
  });
  const session: Session = { ...who, transport };
  const server = doorServer(who.visit, given);
  // parse boundary: the SDK's class fits its own interface but for optional members that may be undefined
  await server.connect(transport as Transport);
  const closed = transport.onclose;
  transport.onclose = () => {
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    closed?.();
  };
  return session;
}

function refuseFor(response: ServerResponse, error: unknown): void {
  const known = error instanceof AppError ? error : new AppError('bad-request', 'The request does not fit.');
  const statuses: Partial<Record<string, number>> = { 'too-large': 413, 'too-many-requests': 429, 'forbidden': 403 };
  const status = statuses[known.code];
  // JSON-RPC has a code of its own for what cannot be read.
  refuse(response, status ?? 400, known.message, status === undefined ? -32_700 : -32_000);
}

function refuse(response: ServerResponse, status: number, message: string, code = -32_000): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Connection': 'close' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
