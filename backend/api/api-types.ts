import type { HttpBindings } from '@hono/node-server';
import type { ModelChoice, ModelRequests, ModelResponses } from '@pagehand/contracts/api';
import type { SkillList } from '@pagehand/contracts/skills';
import type { Logger } from 'pino';
import type * as z from 'zod';
import type { Connections } from '../connections/connections.ts';
import type { Attachments } from '../documents/attachments.ts';
import type { ChangedKits } from '../kits/changed-kits.ts';
import type { KitModules } from '../kits/modules.ts';
import type { Store } from '../store/store.ts';
import type { McpServers } from '../tools/mcp/mcp-servers.ts';
import type { AgentService } from './agent-service.ts';
import type { Caller } from './guard.ts';
import type { Door } from './mcp-door/mcp-door.ts';
import type { Pairing } from './pairing.ts';

/** What `/api/models/*` needs: where the model is, looking for one, trying one. */
export type ModelSettings = {
  get(): z.infer<typeof ModelResponses.get>;
  set(choice: ModelChoice, key: string | null | undefined): void;
  find(signal: AbortSignal): Promise<z.infer<typeof ModelResponses.find>>;
  /** The key in use, to mask it in what leaves the machine. */
  knownSecrets(): string[];
  test(request: z.infer<typeof ModelRequests.test>, signal: AbortSignal): Promise<z.infer<typeof ModelResponses.test>>;
};

/** Everything the routes reach. They get it by parameter: nothing is global. */
export type ApiDependencies = {
  store: Store;
  service: AgentService;
  models: ModelSettings;
  connections: Connections;
  attachments: Pick<Attachments, 'add' | 'remove'>;
  skills: () => SkillList;
  door: Pick<Door, 'view' | 'enable' | 'add' | 'remove' | 'decide' | 'calls' | 'panels' | 'consents'>;
  mcpServers: Pick<McpServers, 'list' | 'get'>;
  /** Absent where this backend runs no kits. */
  kits?: KitModules;
  changedKits?: Pick<ChangedKits, 'look' | 'accept'>;
  pairing: Pairing;
  version: string;
  logger: Logger;
};

/** Hono's environment: the raw request, and who the guard let in. */
export type ApiEnv = { Bindings: HttpBindings & { caller: Caller } };
