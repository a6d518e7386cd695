import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '@pagehand/contracts/errors';
import { DOOR_TOOLS } from '@pagehand/contracts/mcp-door';
import type { AgentService } from '../agent-service.ts';
import { rawValues, SECURITY_HEADERS } from '../raw-headers.ts';
import { parseBounded } from '../read-body.ts';
import type { DoorCalls } from './door-calls.ts';
import type { DoorClients } from './door-clients.ts';

const ADDRESS = '127.0.0.1';
const SESSIONS = 40;
const BEARER = /^Bearer ([A-Za-z0-9_-]{32,128})$/;

type Session = { clientId: string; transport: StreamableHTTPServerTransport };
export type DoorListener = { port: number; close(): Promise<void> };
type Given = { clients: DoorClients; calls: DoorCalls; service: Pick<AgentService, 'listTools'>; version: string };

/**
 * Pagehand's MCP server: Streamable HTTP at `/mcp` on 127.0.0.1, with tokens of its own. Any request with an Origin or
 * with what only browsers send is refused, before a byte of its body is read: no page and no extension speaks to it.
 * @throws AppError `port-in-use`.
 */
export async function listenForMcp(given: Given, wanted: number): Promise<DoorListener> {
  const sessions = new Map<string, Session>();
  let port = 0;
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 30_000, requireHostHeader: false },
    (request, response) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
      const verdict = checkDoor(request, port, given.clients);
      if (typeof verdict === 'number') return refuse(response, verdict);
      void serve(request, response, verdict, sessions, given).catch((error: unknown) => {
        if (response.headersSent) response.end();
        else refuse(response, error instanceof AppError && error.code === 'too-large' ? 413 : 400);
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

/** The status to refuse with, or who asks. */
function checkDoor(
  request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
  port: number,
  clients: DoorClients,
): number | { clientId: string; name: string } {
  const values = (name: string): string[] => rawValues(request.rawHeaders, name);
  const hosts = values('host');
  if (hosts.length !== 1 || hosts[0] !== `${ADDRESS}:${port}`) return 403;
  const fromBrowser = ['origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'cookie'];
  // Node's own fetch says `sec-fetch-mode: cors` and nothing else of the kind.
  if (fromBrowser.some((name) => values(name).length > 0 && !(name === 'sec-fetch-mode' && values(name)[0] === 'cors')))
    return 403;
  if (request.url !== '/mcp') return 404;
  if (!['POST', 'GET', 'DELETE'].includes(request.method ?? '')) return 405;
  const token = values('authorization').length === 1 ? BEARER.exec(values('authorization')[0] ?? '')?.[1] : undefined;
  return (token === undefined ? undefined : clients.find(token)) ?? 401;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  client: { clientId: string; name: string },
  sessions: Map<string, Session>,
  given: Given,
): Promise<void> {
  const id = rawValues(request.rawHeaders, 'mcp-session-id')[0];
  const known = id === undefined ? undefined : sessions.get(id);
  if (id !== undefined && known?.clientId !== client.clientId) return refuse(response, 404);
  const body = request.method === 'POST' ? await parseBounded(request) : undefined;
  const session = known ?? (await openSession(client, sessions, given));
  await session.transport.handleRequest(request, response, body);
}

async function openSession(
  client: { clientId: string; name: string },
  sessions: Map<string, Session>,
  given: Given,
): Promise<Session> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (sessionId) => {
      sessions.set(sessionId, session);
      const oldest = sessions.keys().next().value;
      if (sessions.size > SESSIONS && oldest !== undefined) void sessions.get(oldest)?.transport.close();
    },
  });
  const session: Session = { clientId: client.clientId, transport };
  transport.onclose = () => {
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
  };
  // parse boundary: the SDK's class fits its own interface but for optional members that may be undefined
  await mcpServer(client, given).connect(transport as Transport);
  return session;
}

function mcpServer(client: { clientId: string; name: string }, { calls, clients, service, version }: Given): Server {
  const server = new Server({ name: 'pagehand', version }, { capabilities: { tools: {} } });
  const offered = () => service.listTools().tools.filter(({ declaration }) => isDoorTool(declaration.name));
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offered().map(({ declaration: { name, description, parameters } }) => ({
      name,
      description,
      inputSchema: { ...parameters, type: 'object' as const },
      annotations: { readOnlyHint: name === 'read_page', destructiveHint: name !== 'read_page', openWorldHint: true },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }, { signal }) => {
    // A client that was removed keeps no session.
    const stays = clients.read().clients.some(({ clientId }) => clientId === client.clientId);
    if (!stays || !isDoorTool(name))
      return failed(new AppError('unknown-tool', 'There is no such tool for this client.'));
    try {
      const result = await calls.offer({ client: client.name, tool: name, args }, signal);
      return { content: [{ type: 'text', text: result.text }], isError: result.failed };
    } catch (error) {
      return failed(error instanceof AppError ? error : new AppError('internal', 'The call failed.', { cause: error }));
    }
  });
  return server;
}

const isDoorTool = (name: string): name is (typeof DOOR_TOOLS)[number] => DOOR_TOOLS.some((known) => known === name);

const failed = (error: AppError) => ({
  content: [{ type: 'text' as const, text: JSON.stringify({ error: error.toBody() }) }],
  isError: true,
});

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Connection': 'close' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: 'Refused.' }, id: null }));
}
