import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type {
  ContextUpdate,
  GenerateScriptRequestSchema,
  GenerateScriptResponseSchema,
  ToolsResponseSchema,
} from '@pagehand/contracts/api';
import type { ConnectionId } from '@pagehand/contracts/connections';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { SkillList } from '@pagehand/contracts/skills';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type * as z from 'zod';
import { PageText } from '../documents/page-text.ts';
import type { Endpoints } from '../egress/endpoints.ts';
import { type ResolvedModel, resolveModel } from '../models/resolve-model.ts';
import type { Store } from '../store/store.ts';
import type { AgentTool } from '../tools/define-tool.ts';
import { AGENT_TOOLS } from '../tools/index.ts';
import { ActiveRuns } from './active-runs.ts';
import type { AgentDeps, AgentLog, ToolConnections } from './agent-deps.ts';
import { type Budgets, DEFAULT_BUDGETS } from './budgets.ts';
import { generateScript } from './generate-script.ts';
import { GraphBuilder } from './graph-builder.ts';
import { internalTools } from './internal-tools/index.ts';
import { keepTracesHome } from './keep-traces-home.ts';
import { LivePages } from './live-pages.ts';
import { recoverTurns } from './recover.ts';
import { resumeTurn } from './resume-turn.ts';
import type { RunCredentials } from './run-scope.ts';
import { abortReplaced, askTurn, checkAsk } from './start-turn.ts';
import { stopThread } from './stop-thread.ts';
import type { ResumeEntry } from './take-answers.ts';
import type { AbortReason } from './turns.ts';
import { PlannerUsage } from './usage.ts';

/** One AG-UI run: a first ask (text or command), or the answers to interrupts. */
export type StartRun = {
  threadId: string;
  /** Minted by the client; of a first ask it becomes the turn's id. */
  runId: string;
  ask?: string;
  command?: { tool: string; args: Record<string, unknown> };
  /** IANA name; absent: the backend's own. */
  timeZone?: string;
  page?: PageSnapshot;
  /** Files attached to the ask, by id. */
  attachments?: string[];
  /** Pages of other tabs that the person named. */
  mentions?: PageSnapshot[];
  /** Name of the skill that the person chose. */
  skill?: string;
  /** Name of the other agent that asked. */
  askedBy?: string;
  /** The page's tools as they are now. */
  context?: ContextUpdate;
  resume?: ResumeEntry[];
  /** The panel that answers. */
  panelId?: string;
  credentials: RunCredentials;
};

export type ReactAgentOptions = {
  store: Store;
  /** `host:port` of this backend: never a target of a plan. */
  ownHosts: readonly string[];
  log: AgentLog;
  /** Default: environment, then settings, then the offline model. */
  resolveModel?: () => ResolvedModel;
  tools?: readonly AgentTool[];
  /** Asked at each run for further tools: kits, MCP servers. */
  toolSources?: readonly (() => readonly AgentTool[])[];
  /** The guarded egress client that tools get. Default: no way out. */
  fetch?: typeof globalThis.fetch;
  endpoints?: Endpoints;
  /** Default: nothing is connected. */
  connections?: ToolConnections;
  /** Asked at each ask that names one. */
  skills?: () => SkillList;
  budgets?: Partial<Budgets>;
  /** Threads that may run at once; the next gets `too-many-requests`. Default 8. */
  maxRuns?: number;
  maxActiveTools?: number;
};

const noSkills = (): SkillList => ({ skills: [], problems: [] });
const noWayOut: typeof globalThis.fetch = () =>
  Promise.reject(new AppError('internal', 'This agent was started without a way to the network.'));

const nothingConnected: ToolConnections = {
  connected: () => false,
  fields: () => undefined,
  googleToken: () => Promise.reject(new AppError('connection-missing', 'Nothing is connected.')),
  knownSecrets: () => [],
};

/** The agent behind the API: begins, resumes and ends runs. Everything that must survive is in the store. */
export class ReactAgentService {
  readonly #deps: AgentDeps;
  readonly #active: ActiveRuns;
  readonly #live: LivePages;
  readonly #pageText = new PageText();
  readonly #maxActiveTools: number;
  #closed = false;

  constructor(options: ReactAgentOptions) {
    keepTracesHome(process.env);
    const internal = internalTools({ store: options.store });
    const checkpoints = new SqliteSaver(options.store.database);
    this.#deps = {
      store: options.store,
      graphs: new GraphBuilder(checkpoints),
      checkpoints,
      resolveModel: options.resolveModel ?? (() => resolveModel(options.store)),
      registry: () => [
        ...(options.tools ?? AGENT_TOOLS),
        ...internal,
        ...(options.toolSources ?? []).flatMap((source) => source()),
      ],
      fetch: options.fetch ?? noWayOut,
      endpoints: options.endpoints ?? {},
      connections: options.connections ?? nothingConnected,
      skills: options.skills ?? noSkills,
      budgets: { ...DEFAULT_BUDGETS, ...options.budgets },
      policy: { maxSteps: LIMITS.planSteps, ownHosts: options.ownHosts },
      pageText: this.#pageText,
      plannerUsage: new PlannerUsage(),
      log: options.log,
    };
    this.#active = new ActiveRuns(options.maxRuns ?? 8);
    this.#maxActiveTools = options.maxActiveTools ?? LIMITS.maxActiveTools;
    this.#live = new LivePages(this.#maxActiveTools);
  }

  /** How often this process compiled the graph: once, however many runs there were. */
  get compilations(): number {
    return this.#deps.graphs.compilations;
  }

  /**
   * Persists and begins a run; it goes on by itself (a disconnect is no cancel). Its events land in `store.events` after
   * `fromSeq`. A new ask first cancels what the thread has open.
   * @throws AppError `bad-request`, `conflict`, `too-many-requests`, `approval-stale`, `approval-mismatch`,
   *   `store-unavailable`, and the codes of `resolveModel`.
   */
  async start(input: StartRun): Promise<{ turnId: string; fromSeq: number }> {
    this.#assertOpen();
    if (input.resume === undefined) {
      checkAsk(this.#deps, this.#active, input);
      // Before the lock: a resume that holds it may be waiting for the very run that this message replaces.
      abortReplaced(this.#active, input.threadId);
    }
    return this.#active.locked(input.threadId, async () => {
      this.#assertOpen();
      if (input.context !== undefined) this.#live.update(input.context);
      return input.resume === undefined
        ? askTurn(this.#deps, this.#active, this.#live, input)
        : resumeTurn(this.#deps, this.#active, this.#live, { ...input, resume: input.resume });
    });
  }

  /** The run of the thread that goes on in this process now. */
  running(threadId: string): { runId: string; turnId: string } | undefined {
    const run = this.#active.get(threadId);
    return run === undefined ? undefined : { runId: run.runId, turnId: run.turnId };
  }

  /** Ends the thread's turn: model, tools, open interrupts. Resolves when everything of it has ended. */
  async stop(threadId: string): Promise<void> {
    await stopThread(this.#deps, this.#active, threadId);
  }

  /** Takes a CONTEXT_UPDATE; one that is older than what is known of the same document is ignored. */
  updateContext(update: ContextUpdate): void {
    this.#live.update(update);
  }

  /** A sanitized plan for a goal and a snapshot, without running it. @throws AppError of the model, `cancelled`. */
  async generateScript(
    request: z.infer<typeof GenerateScriptRequestSchema>,
    signal: AbortSignal,
  ): Promise<z.infer<typeof GenerateScriptResponseSchema>> {
    this.#assertOpen();
    return generateScript(this.#deps, request, signal);
  }

  /** What the model is offered. Availability is told for a conversation with a page. */
  listTools(): z.infer<typeof ToolsResponseSchema> {
    const { connections } = this.#deps;
    const context = { connected: (id: ConnectionId) => connections.connected(id), page: true };
    return {
      maxActiveTools: this.#maxActiveTools,
      tools: this.#deps.registry().map((tool) => {
        const unavailable = tool.available(context);
        return {
          declaration: tool.declaration,
          available: unavailable === undefined,
          ...(unavailable ? { unavailable } : {}),
        };
      }),
    };
  }

  /** At start-up: takes up the turns of a killed process. They go on in the background. */
  async recover(): Promise<void> {
    await recoverTurns(this.#deps, this.#active, this.#live);
  }

  /** Aborts what runs with a RUN_ERROR, and waits for it. Turns that wait for the person stay as they are. */
  async close(): Promise<void> {
    this.#closed = true;
    const reason: AbortReason = { kind: 'close', error: new AppError('cancelled', 'The backend was stopped.') };
    // What had the thread's lock when the closing began may still begin a run.
    do {
      const runs = this.#active.all();
      for (const run of runs) run.controller.abort(reason);
      await Promise.all([...runs.map((run) => run.settled), this.#active.unlocked()]);
    } while (this.#active.all().length > 0);
    await this.#pageText.close();
  }

  #assertOpen(): void {
    if (this.#closed) throw new AppError('backend-unreachable', 'The backend is stopping.');
  }
}
