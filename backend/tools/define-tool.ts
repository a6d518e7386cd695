import type { RunnableConfig } from '@langchain/core/runnables';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { Risk } from '@pagehand/contracts/risk-level';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type * as z from 'zod';
import type { Planner } from './planner.ts';

/** What a tool may reach. Made per run by the service; never part of the graph's state. */
export type ToolContext = {
  threadId: string;
  turnId: string;
  toolCallId: string;
  signal: AbortSignal;
  /** The newest snapshot of this run. */
  page(): PageSnapshot | undefined;
  /** Markdown of the page's text, made off the main thread. */
  pageMarkdown(view: 'main' | 'whole'): Promise<string>;
  /** Pauses the graph (LangGraph's `interrupt`); returns the validated answer on resume. */
  interrupt(request: unknown): unknown;
  planner: Planner;
  /** Shows what is done now. */
  status(text: string): void;
  config: RunnableConfig;
};

/** `content` goes to the model (capped, the whole stays in the store); `artifact` to the panel. */
export type ToolResult = { content: string; artifact?: Record<string, unknown> };

export type ToolDefinition<S extends z.ZodObject> = {
  name: string;
  description: string;
  schema: S;
  /** Base risk; or computed from the validated arguments. Missing is impossible: it is a required field. */
  risk: Risk | ((args: z.infer<S>) => Risk);
  /** A write runs at most once, even across a crash; a read may run again. */
  effect: 'read' | 'write';
  /** Undefined: available. An error: listed, greyed out, with what to connect. */
  available?: (context: AvailabilityContext) => AppErrorBody | undefined;
  run(args: z.infer<S>, context: ToolContext): Promise<ToolResult>;
};

/** What decides availability: which credentials are there, never their values. */
export type AvailabilityContext = { google: boolean; pyjiit: boolean; page: boolean; docker: boolean };
