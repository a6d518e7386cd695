import type { RunnableConfig } from '@langchain/core/runnables';
import type { ConnectionFields, ConnectionId } from '@pagehand/contracts/connections';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { RunEventName, RunEventValue } from '@pagehand/contracts/run-events';
import type { PlanPolicy } from '@pagehand/contracts/sanitize-plan';
import type { Skill } from '@pagehand/contracts/skills';
import type { PageText } from '../documents/page-text.ts';
import type { Endpoints } from '../egress/endpoints.ts';
import type { ResolvedModel } from '../models/resolve-model.ts';
import type { Store } from '../store/store.ts';
import type { AgentTool, AvailabilityContext, ToolContext } from '../tools/define-tool.ts';
import type { PageToolDeclaration } from '../tools/page-tool.ts';
import type { Planner } from '../tools/planner.ts';
import type { Budgets } from './budgets.ts';
import type { RunPages } from './run-pages.ts';
import type { UsageCounter } from './usage.ts';

/** What came with the request; lives as long as the run and never reaches a checkpoint, the store or a log. */
export type RunCredentials = { googleAccessToken?: string; pyjiitSession?: Record<string, unknown> };

/** A page update that came by `/api/context` while the turn went on. */
export type LivePage = { url: string; title: string };

/**
 * Everything that differs from run to run. Handed to the compiled graph as LangGraph's `context`: it is not part of the
 * state, so it is in no checkpoint.
 */
export type RunScope = {
  threadId: string;
  turnId: string;
  runId: string;
  signal: AbortSignal;
  store: Store;
  resolved: ResolvedModel;
  planner: Planner;
  registry: readonly AgentTool[];
  /** What the person chose for this turn; the registry holds only its tools. */
  skill: Skill | null;
  /** Name of the other agent that this turn's command is for. */
  askedBy: string | null;
  fetch: typeof globalThis.fetch;
  endpoints: Endpoints;
  availability: AvailabilityContext;
  credentials: RunCredentials;
  connection(id: ConnectionId): ConnectionFields | undefined;
  googleToken: ToolContext['googleToken'];
  secrets: ToolContext['secrets'];
  budgets: Budgets;
  policy: PlanPolicy;
  pages: RunPages;
  /** Tokens of the planner in this turn; they are not in the conversation. */
  plannerUsage: UsageCounter;
  pageText: Pick<PageText, 'markdown' | 'read'>;
  /** Numbers for this many sources of the turn: the first of them. */
  sourceNumber(count: number): number;
  /** The page now in front, as last announced; undefined when nothing was announced. */
  livePage(): LivePage | undefined;
  /** The tools of the page in front now. */
  pageTools(): PageToolDeclaration[];
  /** Refusals of page tools (too many) that were not told yet. */
  takeRefusals(): AppErrorBody[];
  /** Tells ids of messages made again after a restart from those that were cut off. Empty in the first run. */
  idSuffix: string;
  /** The person's, as their browser named it with the request. */
  timeZone: string;
};

/** What nodes and tools write into LangGraph's `custom` stream; `run-events.ts` turns it into AG-UI events. */
export type RunChunk =
  | { type: 'text'; messageId: string; delta: string }
  | { type: 'text-end'; messageId: string }
  | { [N in RunEventName]: { type: 'custom'; name: N; value: RunEventValue<N> } }[RunEventName];

export type ChunkWriter = (chunk: RunChunk) => void;

type ScopedConfig = RunnableConfig & { context?: unknown; writer?: (chunk: unknown) => void };

/** parse boundary: LangGraph hands the context through untyped; the service is the only one that sets it. */
export const scopeOf = (config: ScopedConfig): RunScope => config.context as RunScope;

export const writerOf =
  (config: ScopedConfig): ChunkWriter =>
  (chunk) =>
    config.writer?.(chunk);

/** The pair fits by its type; that a union of such pairs has it is more than the compiler sees. */
export const customChunk = <N extends RunEventName>(name: N, value: RunEventValue<N>): RunChunk =>
  ({ type: 'custom', name, value }) as RunChunk; // parse boundary: see above

export const noticeChunk = (error: AppErrorBody): RunChunk => ({
  type: 'custom',
  name: 'pagehand.notice',
  value: error,
});
