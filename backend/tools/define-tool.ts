import type { RunnableConfig } from '@langchain/core/runnables';
import type { StructuredToolInterface } from '@langchain/core/tools';
import type { ToolCallToAssess } from '@pagehand/contracts/assess-risk';
import type { GoogleAccess } from '@pagehand/contracts/connection-ids';
import type { ConnectionFields, ConnectionId } from '@pagehand/contracts/connections';
import type { AppErrorBody, Problem } from '@pagehand/contracts/errors';
import type { InterruptAnswer, InterruptRequest } from '@pagehand/contracts/interrupts';
import { toJsonSchema } from '@pagehand/contracts/json-schema';
import type { Risk } from '@pagehand/contracts/risk-level';
import type { RunEventName, RunEventValue } from '@pagehand/contracts/run-events';
import type { PlanPolicy } from '@pagehand/contracts/sanitize-plan';
import { schemaProblems } from '@pagehand/contracts/schema-problems';
import type { PageSnapshot, ToolDeclaration } from '@pagehand/contracts/snapshot';
import type * as z from 'zod';
import type { DocumentReader } from '../documents/document-reader.ts';
import type { EndpointId } from '../egress/endpoints.ts';
import type { Store } from '../store/store.ts';
import type { Planner, PlannerCall } from './planner.ts';
import { structuredTool } from './structured-tool.ts';

/** What a tool may reach. Made per call by the agent; never part of the graph's state. */
export type ToolContext = {
  threadId: string;
  turnId: string;
  toolCallId: string;
  signal: AbortSignal;
  /** The newest snapshot of this run. */
  page(): PageSnapshot | undefined;
  /** A snapshot of this turn by its id. */
  snapshot(snapshotId: string): PageSnapshot | undefined;
  /** Markdown of the page's text, made off the main thread. Throws AppError `no-page` without one. */
  pageMarkdown(view: 'main' | 'whole'): Promise<string>;
  /**
   * Pauses the graph (LangGraph's `interrupt`) and returns the validated answer on resume. At most ONE per graph task:
   * the node runs again from its start, so nothing may happen before it. `snapshotId` is the page as it was afterwards.
   */
  interrupt(request: InterruptRequest): {
    interruptId: string;
    answer: InterruptAnswer;
    snapshotId: string | undefined;
  };
  /** Reads documents in worker threads. */
  documents: DocumentReader;
  /** Numbers for `count` sources of this turn, the first of them. */
  sourceNumber(count: number): number;
  /** The guarded egress client, with fetch's shape: the only way out to the network. */
  fetch: typeof globalThis.fetch;
  /** Base URL of a vendor's API. */
  endpoint(id: EndpointId): string;
  /** What the person connected; undefined: not connected. Never part of a result, an error or a log. */
  connection(id: ConnectionId): ConnectionFields | undefined;
  /**
   * A Google access token that is valid now, renewed where it has to be. `access` is what it allows; undefined: nobody told.
   * @throws AppError `connection-missing`, `connection-refused`, `service-unreachable`.
   */
  googleToken(): Promise<{ accessToken: string; access: GoogleAccess[] | undefined }>;
  /** Every credential that is or was valid in this run: masked in all that a tool brings back. */
  secrets(): readonly string[];
  planner: Planner;
  /** Shows what a planner's model saw of a page, and counts its tokens. */
  plannerCalled(page: PageSnapshot, call: PlannerCall): void;
  /** Origins this conversation has read, and what was read there: raises risks. */
  taint(): readonly string[];
  readTexts(): readonly { origin: string; text: string }[];
  /** What no plan may do, whatever the model's constraints say. */
  policy: PlanPolicy;
  journal: Store['journal'];
  /** The text of a file that was attached in this thread, or of a tab that was named in this turn. */
  source(id: string): Promise<{ source: string; kind: string; note: string; text: string } | undefined>;
  /** Whole results behind capped ToolMessages. */
  results: { put(callId: string, content: string): void; get(callId: string): string | undefined };
  /** Shows what is done now. */
  status(text: string): void;
  /** Shows a refusal or an error that does not end the run. */
  notice(error: AppErrorBody): void;
  /** Tells the panel something while the call goes on. */
  emit<N extends RunEventName>(name: N, value: RunEventValue<N>): void;
  /** The person's time zone, as their browser names it: `Europe/Vienna`. */
  timeZone: string;
  config: RunnableConfig;
};

/**
 * `content` goes to the model (capped, the whole stays in the store); `artifact` to the panel. `error` is put in front of
 * the content; `failed` marks a result without an error of the closed list that still did not reach its goal.
 */
export type ToolResult = {
  content: string;
  artifact?: Record<string, unknown>;
  error?: AppErrorBody;
  failed?: boolean;
};

export type ToolDefinition<S extends z.ZodObject> = {
  name: string;
  description: string;
  schema: S;
  /** Who declares it; default: the agent itself. What others declare is raised by its words. */
  source?: ToolDeclaration['source'];
  /** Origin that the call's data goes to, when it leaves this machine for one place only. */
  destination?: string;
  /** Base risk; or computed from the validated arguments. Missing is impossible: it is a required field. */
  risk: Risk | ((args: z.infer<S>) => Risk);
  /** A write runs at most once, even across a crash; a read may run again. */
  effect: 'read' | 'write';
  /** Where the arguments go, for a tool that reaches out: text that was read elsewhere raises the risk there. */
  sends?: (args: z.infer<S>, context: ToolContext) => CallDestination;
  /**
   * The tool pauses for the person by itself, and shows there what it is about to do: it gets no approval in front, and
   * runs again from its start on each resume (`effect` must be `read`: whatever it changes lies behind the pause).
   */
  pauses?: boolean | ((args: z.infer<S>, context: ToolContext) => boolean);
  /** For other agents that come by our MCP server: our own model is not offered it. */
  onlyForAgents?: boolean;
  /** Undefined: available. An error: listed, greyed out, with what to connect. */
  available?: (context: AvailabilityContext) => AppErrorBody | undefined;
  run(args: z.infer<S>, context: ToolContext): Promise<ToolResult>;
};

/** See ToolCallToAssess: a service's origin, or URLs among the arguments that are opened. */
export type CallDestination = Pick<ToolCallToAssess, 'destination' | 'asksOnly' | 'opensUrls'>;

/** What decides availability: which credentials are there, never their values. */
export type AvailabilityContext = {
  connected(id: ConnectionId): boolean;
  page: boolean;
  sources?: boolean;
};

/** Makes the context of one call from the config that LangGraph hands to the tool. */
export type ToolHost = { toolContext(toolCallId: string, config: RunnableConfig): ToolContext };

/** A defined tool: its declaration for models and panel, and the way to a LangChain StructuredTool bound to a run. */
export type AgentTool = {
  readonly name: string;
  readonly declaration: ToolDeclaration;
  readonly effect: 'read' | 'write';
  readonly onlyForAgents?: boolean;
  available(context: AvailabilityContext): AppErrorBody | undefined;
  /** Every problem of these arguments; empty when they are valid. */
  problems(args: unknown): Problem[];
  structuredTool(host: ToolHost): StructuredToolInterface;
};

/**
 * Defines a tool of the agent. The result yields a LangChain StructuredTool per run.
 * @throws TypeError when its schema does not become a JSON Schema.
 */
export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): AgentTool {
  const { name, description, schema } = definition;
  const declaration: ToolDeclaration = {
    name,
    description,
    parameters: toJsonSchema(schema),
    // A computed risk is announced as the highest it may get to be: unknown is high.
    risk: typeof definition.risk === 'function' ? 'high' : definition.risk,
    source: definition.source ?? 'agent',
    owner: 'pagehand',
    global: true,
  };
  return {
    name,
    declaration,
    effect: definition.effect,
    onlyForAgents: definition.onlyForAgents ?? false,
    available: (context) => definition.available?.(context),
    problems: (args) => problemsOf(schema, args),
    structuredTool: (host) => structuredTool(definition, host),
  };
}

function problemsOf(schema: z.ZodObject, args: unknown): Problem[] {
  const parsed = schema.safeParse(args);
  return parsed.success ? [] : schemaProblems(parsed.error, 50);
}
