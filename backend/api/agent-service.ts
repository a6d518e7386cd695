import type {
  ContextUpdate,
  GenerateScriptRequestSchema,
  GenerateScriptResponseSchema,
  ToolsResponseSchema,
} from '@pagehand/contracts/api';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type * as z from 'zod';

/** Lifted out of the request before the graph's state: they never reach a checkpoint, a log or a model. */
type RunCredentials = { googleAccessToken?: string; pyjiitSession?: Record<string, unknown> };

type ResumeAnswer = { interruptId: string; status: 'resolved' | 'cancelled'; payload?: unknown };

/** One AG-UI run: a first ask (text or command), or the answers to interrupts. */
export type StartRun = {
  threadId: string;
  runId: string;
  ask?: string;
  command?: { tool: string; args: Record<string, unknown> };
  /** IANA name; absent: the backend's own. */
  timeZone?: string;
  page?: PageSnapshot;
  /** The page's tools as they are now. */
  context?: ContextUpdate;
  resume?: ResumeAnswer[];
  credentials: RunCredentials;
};

/** What the routes need of the agent. `ReactAgentService` implements it. */
export type AgentService = {
  /**
   * Persists and begins a run that goes on by itself: a disconnect is no cancel. Its events land in `store.events` from
   * `fromSeq` on.
   * @throws AppError
   */
  start(input: StartRun): Promise<{ turnId: string; fromSeq: number }>;
  /** Resolves when everything of the thread's turn has ended. */
  stop(threadId: string): Promise<void>;
  updateContext(update: ContextUpdate): void;
  generateScript(
    request: z.infer<typeof GenerateScriptRequestSchema>,
    signal: AbortSignal,
  ): Promise<z.infer<typeof GenerateScriptResponseSchema>>;
  listTools(): z.infer<typeof ToolsResponseSchema>;
};
