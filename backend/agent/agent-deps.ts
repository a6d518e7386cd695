import type { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { PlanPolicy } from '@pagehand/contracts/sanitize-plan';
import type { SkillList } from '@pagehand/contracts/skills';
import type { Connections } from '../connections/connections.ts';
import type { PageText } from '../documents/page-text.ts';
import type { Endpoints } from '../egress/endpoints.ts';
import type { ResolvedModel } from '../models/resolve-model.ts';
import type { Store } from '../store/store.ts';
import type { AgentTool } from '../tools/define-tool.ts';
import type { Budgets } from './budgets.ts';
import type { GraphBuilder } from './graph-builder.ts';
import type { PlannerUsage } from './usage.ts';

/** The part of pino's logger that the agent uses. Never given prompts, pages or credentials. */
export type AgentLog = {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
};

/** The part of the connections that runs need. */
export type ToolConnections = Pick<Connections, 'connected' | 'fields' | 'googleToken' | 'knownSecrets'>;

/** What the parts of the service share. */
export type AgentDeps = {
  store: Store;
  graphs: GraphBuilder;
  checkpoints: Pick<SqliteSaver, 'deleteThread'>;
  /** The model of the next run. */
  resolveModel: () => ResolvedModel;
  /** The agent's own tools, and what its sources (kits, MCP servers) give now. */
  registry: () => readonly AgentTool[];
  fetch: typeof globalThis.fetch;
  /** What the person connected. */
  connections: ToolConnections;
  endpoints: Endpoints;
  /** The skills that there are now. */
  skills: () => SkillList;
  budgets: Budgets;
  policy: PlanPolicy;
  pageText: Pick<PageText, 'markdown' | 'read'>;
  plannerUsage: PlannerUsage;
  log: AgentLog;
};
