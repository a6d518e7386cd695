import { AppError } from '@pagehand/contracts/errors';
import { McpServerRequests } from '@pagehand/contracts/mcp';
import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { jsonRoutes } from '../json-routes.ts';

/** `POST /api/mcp-servers/{verb}`: the MCP servers of config.json, and what of them the person accepts. */
export function mcpServersRoute({ mcpServers }: Pick<ApiDependencies, 'mcpServers'>): Hono<ApiEnv> {
  const all = async () => ({ servers: await mcpServers.list() });
  return jsonRoutes('/api/mcp-servers', McpServerRequests, {
    list: all,
    async enable({ server, enabled }, signal) {
      const found = mcpServers.get(server);
      await (enabled ? found.enable(signal) : found.disable());
      return all();
    },
    async accept({ server, offer }, signal) {
      await mcpServers.get(server).accept(offer, signal);
      return all();
    },
    trust({ server, tool, trusted }) {
      mcpServers.get(server).trust(tool, trusted);
      return all();
    },
    async test({ server }, signal) {
      try {
        return { ok: true, ...(await mcpServers.get(server).test(signal)) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ok: false, error: error.toBody() };
      }
    },
    async restart({ server }, signal) {
      await mcpServers.get(server).restart(signal);
      return all();
    },
  });
}
