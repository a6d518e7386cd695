import type {
  ContextUpdate,
  GenerateScriptRequestSchema,
  GenerateScriptResponseSchema,
  ToolsResponseSchema,
} from '@pagehand/contracts/api';
import type * as z from 'zod';
import type { StartRun } from '../agent/react-agent-service.ts';

export type { StartRun };

/** What the routes need of the agent. `ReactAgentService` implements it. */
export type AgentService = {
  /**
   * Persists and begins a run that goes on by itself: a disconnect is no cancel. Its events land in `store.events` from
   * `fromSeq` on.
   * @throws AppError
   */
  start(input: StartRun): Promise<{ turnId: string; fromSeq: number }>;
  /** The run of the thread that goes on in this process now. */
  running(threadId: string): { runId: string; turnId: string } | undefined;
  /** Resolves when everything of the thread's turn has ended. */
  stop(threadId: string): Promise<void>;
  updateContext(update: ContextUpdate): void;
  generateScript(
    request: z.infer<typeof GenerateScriptRequestSchema>,
    signal: AbortSignal,
  ): Promise<z.infer<typeof GenerateScriptResponseSchema>>;
  listTools(): z.infer<typeof ToolsResponseSchema>;
};
