import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as z from 'zod';

/** An MCP server over Streamable HTTP on loopback, made with the official SDK: one tool, `shout`. */
export async function startMcpHttpServer(): Promise<{
  url: string;
  /** Headers of each request so far. */
  requests: IncomingHttpHeaders[];
  close(): Promise<void>;
}> {
  const requests: IncomingHttpHeaders[] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const server = new McpServer({ name: 'http-fake', version: '1.0.0' });
    server.registerTool('shout', { description: 'Makes text loud', inputSchema: { text: z.string() } }, ({ text }) => ({
      content: [{ type: 'text', text: text.toUpperCase() }],
    }));
    await server.connect(transport);
    return transport;
  };
  const http = createServer((request, response) => {
    requests.push(request.headers);
    const known = sessions.get(String(request.headers['mcp-session-id']));
    void Promise.resolve(known ?? open()).then((transport) => transport.handleRequest(request, response));
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo; // parse boundary: a TCP server's address is an object
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    close: () =>
      new Promise((done) => {
        http.closeAllConnections();
        http.close(() => done());
      }),
  };
}
