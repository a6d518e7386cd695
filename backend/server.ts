import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ReactAgentService } from './agent/react-agent-service.ts';
import { listSkills } from './agent/skills/list-skills.ts';
import { openControlSocket } from './api/control-socket.ts';
import { listen } from './api/listen.ts';
import { Door } from './api/mcp-door/mcp-door.ts';
import { createPairing } from './api/pairing.ts';
import { type Config, modelEnvironment } from './config.ts';
import { createConnections } from './connections/connections.ts';
import { Attachments } from './documents/attachments.ts';
import { createEgress } from './egress/guarded-fetch.ts';
import { openKits } from './kits/open-kits.ts';
import { createLogger } from './log.ts';
import { modelSettings } from './models/model-settings.ts';
import { resolveModel } from './models/resolve-model.ts';
import { preparePrivateFile } from './store/data-folder.ts';
import { keepTidy } from './store/keep-tidy.ts';
import { openSqliteStore } from './store/sqlite-store.ts';
import { kitTools } from './tools/kit-tools.ts';
import { openMcpServers } from './tools/mcp/mcp-servers.ts';

/** Closing takes at most 10 s: this long for runs to end, and as long for what is still being sent. */
const RUNS_END_MS = 5_000;
const ANSWERS_END_MS = 8_000;

export type Backend = {
  port: number;
  dataFolder: string;
  /** A fresh one-time code: two minutes unless said otherwise, five tries. */
  mintPairingCode(lifeMs?: number): string;
  /** Accepts nothing new, ends runs with RUN_ERROR, closes the store. At most 10 s. */
  close(): Promise<void>;
};

/**
 * The whole backend: store, agent, guard and routes on 127.0.0.1.
 * @throws AppError `store-unavailable`, `port-in-use`, `version-mismatch`; nothing stays open then.
 */
export async function startBackend({
  config,
  logger = createLogger(config.log),
}: {
  config: Config;
  logger?: Logger;
}): Promise<Backend> {
  const store = openSqliteStore(config.data);
  const undo: (() => Promise<void> | void)[] = [() => store.close()];
  try {
    // It may hold a key.
    const file = join(config.data, 'config.json');
    if (existsSync(file)) preparePrivateFile(file);
    const environment = modelEnvironment(config);
    // Filled as soon as the port is known, before any run begins.
    const ownHosts: string[] = [];
    const endpoints = config.endpoints ?? {};
    const egress = createEgress({
      ownHosts,
      configured: () => [...Object.values(endpoints), ...connections.ownUrls()],
    });
    undo.unshift(() => egress.close());
    const connections = createConnections(store.secrets, { fetch: egress.fetch, endpoints });
    const mcpServers = await openMcpServers({ config, store, ownHosts, version: readVersion() });
    undo.unshift(() => mcpServers.close());
    const kits = await openKits({ data: config.data, store, logger, connect: egress.connect });
    undo.unshift(() => kits.close());
    const attachments = new Attachments(store);
    undo.unshift(() => attachments.close());
    const skills = () => listSkills(config.data);
    const service = new ReactAgentService({
      skills,
      store,
      ownHosts,
      log: logger,
      maxRuns: config.maxParallelRuns,
      maxActiveTools: config.maxActiveTools,
      fetch: egress.fetch,
      endpoints,
      connections,
      toolSources: [() => mcpServers.tools(), () => kitTools(kits.modules, store.attachments)],
      resolveModel: () => resolveModel(store, environment),
    });
    undo.unshift(() => service.close());
    const stopTidying = keepTidy(store, logger);
    undo.unshift(stopTidying);
    const door = new Door({
      store,
      service,
      version: readVersion(),
      port: config.mcpPort,
      dataFolder: config.data,
    });
    undo.unshift(() => door.close());
    const pairing = createPairing(store);
    const models = modelSettings(store, environment);
    const listening = await listen(
      {
        store,
        service,
        models,
        connections,
        door,
        mcpServers,
        kits: kits.modules,
        changedKits: kits.changed,
        attachments,
        skills,
        pairing,
        version: readVersion(),
        logger,
      },
      {
        port: config.port,
        prepare: async (port) => {
          ownHosts.push(`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`);
          await service.recover();
          await door.start().catch((err: unknown) => logger.warn({ err }, 'the MCP server stays shut'));
        },
      },
    );
    undo.unshift(() => listening.close(0));
    const closeControl = await openControlSocket(config.data, () => ({ port: listening.port, code: pairing.mint() }));
    logger.info({ port: listening.port }, 'the backend listens');
    return {
      port: listening.port,
      dataFolder: config.data,
      mintPairingCode: (lifeMs) => pairing.mint(lifeMs),
      async close() {
        await closeControl();
        await door.close();
        const answersEnd = listening.close(ANSWERS_END_MS);
        await endWithin(service.close(), RUNS_END_MS, logger);
        await answersEnd;
        await mcpServers.close();
        await kits.close();
        await attachments.close();
        await egress.close();
        stopTidying();
        store.close();
        logger.info({}, 'the backend has stopped');
      },
    };
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

async function endWithin(work: Promise<void>, ms: number, logger: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((done) => {
    timer = setTimeout(() => done('late'), ms);
  });
  const outcome = await Promise.race([work, late]);
  clearTimeout(timer);
  if (outcome === 'late') logger.warn({}, 'a run did not end in time; it is taken up at the next start');
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  return version;
}
