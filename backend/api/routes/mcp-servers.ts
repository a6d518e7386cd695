import { AppError } from '@pagehand/contracts/errors';
import { McpServerRequests } from '@pagehand/contracts/mcp';
import { type Context, Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /api/mcp-servers/{verb}`: the MCP servers of config.json, and what of them the person accepts. */
export function mcpServersRoute({ mcpServers }: Pick<ApiDependencies, 'mcpServers'>): Hono<ApiEnv> {
  const all = async (context: Context<ApiEnv>): Promise<Response> => context.json({ servers: await mcpServers.list() });
  return new Hono<ApiEnv>()
    .post('/api/mcp-servers/list', async (context) => {
      await readBody(context.env.incoming, McpServerRequests.list);
      return all(context);
    })
    .post('/api/mcp-servers/enable', async (context) => {
      const { server, enabled } = await readBody(context.env.incoming, McpServerRequests.enable);
      const found = mcpServers.get(server);
      await (enabled ? found.enable(context.req.raw.signal) : found.disable());
      return all(context);
    })
    .post('/api/mcp-servers/accept', async (context) => {
      const { server, offer } = await readBody(context.env.incoming, McpServerRequests.accept);
      await mcpServers.get(server).accept(offer, context.req.raw.signal);
      return all(context);
    })
    .post('/api/mcp-servers/trust', async (context) => {
      const { server, tool, trusted } = await readBody(context.env.incoming, McpServerRequests.trust);
      mcpServers.get(server).trust(tool, trusted);
      return all(context);
    })
    .post('/api/mcp-servers/test', async (context) => {
      const { server } = await readBody(context.env.incoming, McpServerRequests.test);
      try {
        return context.json({ ok: true, ...(await mcpServers.get(server).test(context.req.raw.signal)) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return context.json({ ok: false, error: error.toBody() });
      }
    })
    .post('/api/mcp-servers/restart', async (context) => {
      const { server } = await readBody(context.env.incoming, McpServerRequests.restart);
      await mcpServers.get(server).restart(context.req.raw.signal);
      return all(context);
    });
}
