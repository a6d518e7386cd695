import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { McpServerConfig } from '@pagehand/contracts/mcp';
import { StdioTransport } from './stdio-transport.ts';

/** One tool as the server lists it: nothing in it is trusted. */
type RawTool = {
  name: string;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  annotations?: Record<string, unknown> | undefined;
};
export type RawResult = { content: unknown[]; structuredContent?: unknown; isError: boolean };

/** A connection to one MCP server. */
export type McpConnection = {
  /** All tools, at most LIMITS.mcpTools. @throws AppError `tool-unavailable`, `timeout`, `cancelled`. */
  list(signal: AbortSignal): Promise<RawTool[]>;
  /** @throws AppError `tool-failed`, `timeout`, `cancelled`; the server is told when a call is given up. */
  call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<RawResult>;
  close(): Promise<void>;
};

/**
 * Connects to a server and makes MCP's handshake. The client announces no capability: no sampling, no roots, no
 * elicitation, so that a server cannot ask anything of us. Its instructions are not read.
 * @param fetch the guarded egress client.
 * @throws AppError `tool-unavailable` when it does not start or does not speak MCP, `timeout`, `cancelled`.
 */
export async function connectMcp(
  server: string,
  config: McpServerConfig,
  given: { fetch: typeof globalThis.fetch; dataFolder: string; version: string },
  events: { changed(): void; closed(): void },
  signal: AbortSignal,
): Promise<McpConnection> {
  const client = new Client({ name: 'pagehand', version: given.version }, { capabilities: {} });
  client.onclose = events.closed;
  client.onerror = () => undefined; // what is not MCP is skipped; a broken connection closes
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => events.changed());
  const options = { signal, timeout: LIMITS.mcpStartMs };
  const transport = transportOf(config, given);
  try {
    await client.connect(transport, options);
  } catch (error) {
    await client.close().catch(() => undefined); // it may never have opened
    const message = `The MCP server ${server} could not be started.${whyNot(config, transport)}`;
    throw failure(error, signal, message, 'tool-unavailable');
  }
  return {
    async list(stop) {
      const tools: RawTool[] = [];
      let cursor: string | undefined;
      try {
        // Pages of a list that never ends are not followed for ever.
        for (let page = 0; page < 10 && tools.length < LIMITS.mcpTools; page += 1) {
          const answer = await client.listTools(cursor === undefined ? {} : { cursor }, {
            signal: stop,
            timeout: LIMITS.mcpStartMs,
          });
          tools.push(...answer.tools);
          cursor = answer.nextCursor;
          if (cursor === undefined) break;
        }
      } catch (error) {
        throw failure(error, stop, `The MCP server ${server} did not list its tools.`, 'tool-unavailable');
      }
      return tools.slice(0, LIMITS.mcpTools);
    },
    async call(name, args, stop) {
      try {
        const answer = await client.callTool({ name, arguments: args }, undefined, {
          signal: stop,
          timeout: LIMITS.mcpCallMs,
        });
        const content: unknown = answer['content'];
        return {
          content: Array.isArray(content) ? content : [],
          structuredContent: answer['structuredContent'],
          isError: answer['isError'] === true,
        };
      } catch (error) {
        throw failure(error, stop, `The MCP server ${server} did not answer the call.`, 'tool-failed');
      }
    },
    close: () => client.close(),
  };
}

/** Of a program that ended at once, by the exit code that shells give. Its own words stay out. */
function whyNot(config: McpServerConfig, transport: Transport): string {
  if (!('command' in config) || !(transport instanceof StdioTransport) || transport.endedWith === undefined) return '';
  const program = config.command.slice(0, 200);
  if (transport.endedWith === 127) return ` There is no program ${program}: look at its command in config.json.`;
  if (transport.endedWith === 126) return ` ${program} may not be run: look at its rights.`;
  return ` It ended by itself with code ${transport.endedWith}; run its command in a terminal to see why.`;
}

function transportOf(
  config: McpServerConfig,
  given: { fetch: typeof globalThis.fetch; dataFolder: string },
): Transport {
  if ('command' in config)
    return new StdioTransport({
      command: config.command,
      args: config.args ?? [],
      env: config.env ?? {},
      cwd: config.cwd ?? given.dataFolder,
    });
  const transport = new StreamableHTTPClientTransport(new URL(config.url), {
    // No idle stream: the tools are listed again before each call anyway.
    fetch: (url, init) =>
      init?.method === 'GET' ? Promise.resolve(new Response(null, { status: 405 })) : given.fetch(url, init),
    requestInit: { headers: config.headers ?? {} },
  });
  // parse boundary: the SDK's class fits its own interface but for optional members that may be undefined
  return transport as Transport;
}

/** The server's own words stay out: they may be anything. */
function failure(
  error: unknown,
  signal: AbortSignal,
  message: string,
  code: 'tool-unavailable' | 'tool-failed',
): AppError {
  if (signal.aborted) return new AppError('cancelled', 'The call was stopped.', { cause: error });
  if (error instanceof AppError) return error;
  const timedOut = error instanceof Error && 'code' in error && error.code === -32_001;
  return new AppError(timedOut ? 'timeout' : code, message, { cause: error });
}
