import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { AppError } from '@pagehand/contracts/errors';
import { loadConfig } from '../config.ts';

/**
 * `npm start -- mcp`: MCP over stdio for clients that know no HTTP. It carries messages to the running backend and back;
 * the token of the client comes in PAGEHAND_MCP_TOKEN. Ends when its input ends.
 */
export async function runMcp(options: { data?: string }): Promise<number> {
  const token = process.env['PAGEHAND_MCP_TOKEN'] ?? '';
  if (token === '')
    throw new AppError('not-paired', 'Set PAGEHAND_MCP_TOKEN to the token that the panel shows when you add a client.');
  const { mcpPort } = loadConfig({ data: options.data });
  const http = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${mcpPort}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  const stdio = new StdioServerTransport();
  const ended = new Promise<void>((done) => {
    process.stdin.once('end', done);
    stdio.onclose = done;
  });
  http.onmessage = (message) => void stdio.send(message);
  stdio.onmessage = (message) => {
    http.send(message).catch(() => {
      if ('id' in message && 'method' in message)
        void stdio.send({
          jsonrpc: '2.0',
          id: message.id,
          error: {
            code: -32_000,
            message: 'Pagehand did not take it: is it running, is its MCP server on, is the token valid?',
          },
        });
    });
  };
  await http.start();
  await stdio.start();
  await ended;
  await http.terminateSession().catch(() => undefined); // it may never have begun
  await http.close();
  return 0;
}
