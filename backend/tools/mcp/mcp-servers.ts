import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { McpServersConfig, McpServerView } from '@pagehand/contracts/mcp';
import { createEgress } from '../../egress/guarded-fetch.ts';
import type { Store } from '../../store/store.ts';
import type { AgentTool } from '../define-tool.ts';
import { type McpGiven, McpServer } from './mcp-server.ts';

/** The MCP servers of config.json, with a way out of their own: nothing else may reach those addresses. */
export async function openMcpServers(given: {
  config: { data: string; mcpServers?: McpServersConfig | undefined };
  store: Pick<Store, 'settings'>;
  ownHosts: readonly string[];
  version: string;
}): Promise<McpServers> {
  const configs = given.config.mcpServers ?? {};
  const egress = createEgress({
    ownHosts: given.ownHosts,
    configured: () => Object.values(configs).flatMap((server) => ('url' in server ? server.url : [])),
  });
  return McpServers.open(
    configs,
    {
      store: given.store,
      fetch: egress.withLimits({ timeMs: LIMITS.mcpCallMs, maxBytes: LIMITS.mcpMessageBytes }),
      dataFolder: given.config.data,
      version: given.version,
    },
    () => egress.close(),
  );
}

/** The MCP servers of config.json. */
export class McpServers {
  readonly #servers: readonly McpServer[];
  readonly #closeEgress: () => Promise<void>;

  private constructor(servers: readonly McpServer[], closeEgress: () => Promise<void>) {
    this.#servers = servers;
    this.#closeEgress = closeEgress;
  }

  /** Starts those that are switched on, in the background: a slow server does not hold up the backend. */
  static async open(
    configs: McpServersConfig,
    given: McpGiven,
    closeEgress: () => Promise<void> = async () => undefined,
  ): Promise<McpServers> {
    const servers = await Promise.all(
      Object.entries(configs).map(([name, config]) => McpServer.open(name, config, given)),
    );
    for (const server of servers) if (server.enabled) void server.look();
    return new McpServers(servers, closeEgress);
  }

  /** For the agent's `toolSources`. */
  tools(): AgentTool[] {
    return this.#servers.flatMap((server) => server.tools());
  }

  list(): Promise<McpServerView[]> {
    return Promise.all(this.#servers.map((server) => server.view()));
  }

  /** @throws AppError `not-found`. */
  get(name: string): McpServer {
    const found = this.#servers.find((server) => server.name === name);
    if (found === undefined) throw new AppError('not-found', 'There is no such MCP server in config.json.');
    return found;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    await this.#closeEgress();
  }
}
