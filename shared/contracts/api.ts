import * as z from 'zod';
import { AppErrorSchema } from './errors.ts';
import { OpenInterruptSchema } from './interrupts.ts';
import { LIMITS } from './limits.ts';
import { ACTION_KINDS, type ActionKind, ActionPlanSchema } from './plan.ts';
import { ReceiptSchema } from './receipt.ts';
import { SkillNameSchema } from './skills.ts';
import { PageSnapshotSchema, ToolDeclarationSchema } from './snapshot.ts';

/** Raised when a message between extension and backend changes its shape. */
export const PROTOCOL_VERSION = 1;

const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);
const ok = z.strictObject({ ok: z.literal(true) });
const kinds = z.array(z.enum(ACTION_KINDS as [ActionKind, ...ActionKind[]])).max(ACTION_KINDS.length); // parse boundary

/** `GET /health`, the only thing that answers without a token. */
export const HealthSchema = z.strictObject({ status: z.literal('ok'), version: z.string(), protocol: z.int() });

/** `POST /pair`: answers extension origins while a code lives. */
export const PairRequestSchema = z.strictObject({ code: z.string().min(4).max(64), name: z.string().max(80) });
export const PairResponseSchema = z.strictObject({ token: z.string().min(32), version: z.string(), protocol: z.int() });

/** A slash command: the tool it spells and its arguments. */
export const CommandCallSchema = z.strictObject({ tool: z.string().max(64), args: z.record(z.string(), z.unknown()) });

/** Which page the `tools` of a RunAgentInput belong to: a CONTEXT_UPDATE without its tools. */
export const PageSurfaceSchema = z.strictObject({
  /** Grows with every update of the same document; an older one is ignored. */
  revision: z.int().min(0),
  documentId: z.string().max(64),
  origin: z.string().max(LIMITS.url),
  url: z.string().max(LIMITS.url),
  title: z.string().max(300),
  /** Tools that the page declares and that are not among the active ones, for there are too many. */
  refused: z
    .array(z.strictObject({ toolName: z.string().max(LIMITS.pageToolName), limit: z.int(), count: z.int() }))
    .max(50)
    .optional(),
});
export type PageSurface = z.infer<typeof PageSurfaceSchema>;

/**
 * `forwardedProps` of AG-UI's RunAgentInput at `POST /api/genai/react`. Credentials are lifted out before the state of
 * the graph. Of `messages` only the last new user message is taken: the store is the truth.
 */
export const ForwardedPropsSchema = z.strictObject({
  /** The page in front (the seed's `client_html`). */
  page: PageSnapshotSchema.optional(),
  command: CommandCallSchema.optional(),
  /** Who answers in `resume`: an interrupt that is claimed takes its answer from the panel that claimed it. */
  panelId: id.optional(),
  /** Files that the person attached to this message, by id. */
  attachments: z.array(id).max(LIMITS.attachments).optional(),
  /** Pages of other tabs that the person named with `@`. */
  mentions: z.array(PageSnapshotSchema).max(LIMITS.mentions).optional(),
  /** The skill that the person chose for this message. */
  skill: SkillNameSchema.optional(),
  /** Name of the other agent that asked for this, through our MCP server. */
  asked_by: z.string().min(1).max(80).optional(),
  /** Set where `tools` holds the page's tools: each with its ToolDeclaration in `metadata.pagehand`. */
  surface: PageSurfaceSchema.optional(),
  /** IANA name of the person's time zone; absent: the backend's own. */
  time_zone: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_+/-]+$/)
    .optional(),
  google_access_token: z.string().max(4_096).optional(),
  pyjiit_login_response: z.record(z.string(), z.unknown()).optional(),
});
export type ForwardedProps = z.infer<typeof ForwardedPropsSchema>;

export const BrowserConstraintsSchema = z.strictObject({
  origins: z.array(z.string().max(LIMITS.url)).max(20).optional(),
  kinds: kinds.optional(),
  maxSteps: z.int().min(1).max(LIMITS.planSteps).optional(),
});
export type BrowserConstraints = z.infer<typeof BrowserConstraintsSchema>;

/** `POST /api/agent/generate-script`: a sanitized plan for a goal, without running it. */
export const GenerateScriptRequestSchema = z.strictObject({
  goal: z.string().min(1).max(LIMITS.goal),
  snapshot: PageSnapshotSchema,
  constraints: BrowserConstraintsSchema.optional(),
});
export const GenerateScriptResponseSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), plan: ActionPlanSchema }),
  z.strictObject({ ok: z.literal(false), error: AppErrorSchema }),
]);

/** The answer of `POST /api/genai/react` and `POST /api/tools/{name}` to `Accept: application/json`. */
export const RunResultSchema = z.strictObject({
  threadId: id,
  runId: id,
  answer: z.string(),
  toolCalls: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      args: z.record(z.string(), z.unknown()),
      result: z.string().optional(),
    }),
  ),
  interrupts: z.array(OpenInterruptSchema),
  error: AppErrorSchema.optional(),
});

/** `POST /api/tools/{name}`: a run whose first AIMessage is this tool call. */
export const ToolCallRequestSchema = z.strictObject({
  threadId: id.optional(),
  args: z.record(z.string(), z.unknown()),
  page: PageSnapshotSchema.optional(),
});

/** `POST /api/tools/list`: what the model is offered; `agent-map` makes the slash commands from it. */
export const ToolsResponseSchema = z.strictObject({
  maxActiveTools: z.int().min(1),
  tools: z.array(
    z.strictObject({
      declaration: ToolDeclarationSchema,
      available: z.boolean(),
      unavailable: AppErrorSchema.optional(),
    }),
  ),
});

export const ThreadSummarySchema = z.strictObject({
  threadId: id,
  title: z.string().max(200),
  pinned: z.boolean(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** An interrupt waits in it. */
  waiting: z.boolean(),
});
export type ThreadSummary = z.infer<typeof ThreadSummarySchema>;

/** One message of a thread as the store holds it. `error` is an AppError that ended the turn. */
export const ThreadMessageSchema = z.strictObject({
  id: z.string().max(200),
  turnId: id,
  role: z.enum(['user', 'assistant', 'tool']),
  content: z.string(),
  toolCalls: z
    .array(z.strictObject({ id: z.string(), name: z.string(), args: z.record(z.string(), z.unknown()) }))
    .optional(),
  toolCallId: z.string().optional(),
  /** What became of a finished plan, to draw its card again. */
  artifact: z.record(z.string(), z.unknown()).optional(),
  createdAt: z.int(),
});
export type ThreadMessage = z.infer<typeof ThreadMessageSchema>;

/** `POST /api/threads/{verb}`. Search is full text over titles and messages. */
export const ThreadRequests = {
  list: z.strictObject({ query: z.string().max(200).optional(), limit: z.int().min(1).max(200).optional() }),
  get: z.strictObject({ threadId: id }),
  rename: z.strictObject({ threadId: id, title: z.string().min(1).max(200) }),
  pin: z.strictObject({ threadId: id, pinned: z.boolean() }),
  /** Deleted threads can be brought back by `restore` until the backend stops or a day has passed. */
  delete: z.strictObject({ threadId: id }),
  restore: z.strictObject({ threadId: id }),
  export: z.strictObject({ threadId: id, format: z.enum(['markdown', 'json']) }),
  /** Server-sent events after sequence number `after`, then live while a run goes on. */
  events: z.strictObject({ threadId: id, after: z.int().min(0) }),
} as const;
export const ThreadResponses = {
  list: z.strictObject({ threads: z.array(ThreadSummarySchema) }),
  get: z.strictObject({
    thread: ThreadSummarySchema,
    messages: z.array(ThreadMessageSchema),
    interrupts: z.array(OpenInterruptSchema),
    /** The run that goes on now, and the last event's sequence number. */
    running: z.strictObject({ runId: id, turnId: id }).optional(),
    lastSeq: z.int().min(0),
  }),
  rename: ok,
  pin: ok,
  delete: ok,
  restore: ok,
  export: z.strictObject({ filename: z.string(), content: z.string() }),
} as const;

/** `POST /api/runs/{verb}`. */
export const RunRequests = {
  /** Ends the thread's turn: model, tools, open interrupts (each gets a ToolMessage). */
  stop: z.strictObject({ threadId: id }),
  /** Compare and set: who executes an interrupt. Refused with `other-panel` when another panel holds it. */
  claim: z.strictObject({ threadId: id, interruptId: z.string().max(200), panelId: id }),
  release: z.strictObject({ threadId: id, interruptId: z.string().max(200), panelId: id }),
  /** A claim lives 30 s from its last heartbeat; each receipt is a heartbeat too. */
  heartbeat: z.strictObject({ threadId: id, interruptId: z.string().max(200), panelId: id }),
  /** Each receipt is posted at once, as it comes; a repeated stepId with the same receipt is ignored. */
  receipt: z.strictObject({ threadId: id, interruptId: z.string().max(200), panelId: id, receipt: ReceiptSchema }),
} as const;
export const RunResponses = {
  stop: ok,
  claim: z.strictObject({ ok: z.literal(true), receipts: z.array(ReceiptSchema) }),
  release: ok,
  heartbeat: ok,
  receipt: ok,
} as const;

const SECRET_PARAMETER = /(?:key|token|secret|password|sig(?:nature)?)$/i;

function carriesNoSecret(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password, search } = new URL(url);
  const names = search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '');
  return username === '' && password === '' && !names.some((name) => SECRET_PARAMETER.test(name));
}

/** Where the model is. `offline` is the built-in one. The key is write-only. */
export const ModelChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('offline') }),
  z.strictObject({
    kind: z.literal('openai-compatible'),
    /** No user info and no key in it: it is stored in clear and shown. A query such as Azure's `api-version` may stand. */
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .max(LIMITS.url)
      .refine(carriesNoSecret, 'Give the key as the key, not in the URL.'),
    model: z.string().min(1).max(200),
  }),
]);
export type ModelChoice = z.infer<typeof ModelChoiceSchema>;

/** `POST /api/models/{verb}`. */
export const ModelRequests = {
  get: z.strictObject({}),
  /** `key: null` removes the stored key, absent leaves it. */
  set: z.strictObject({ choice: ModelChoiceSchema, key: z.string().max(4_096).nullable().optional() }),
  /** Looks for Ollama and LM Studio on their default ports. */
  find: z.strictObject({}),
  /** One tiny streamed call with a tool; says exactly what is wrong. */
  test: z.strictObject({ choice: ModelChoiceSchema, key: z.string().max(4_096).optional() }),
} as const;
export const ModelResponses = {
  get: z.strictObject({ choice: ModelChoiceSchema, hasKey: z.boolean(), fromEnvironment: z.boolean() }),
  set: ok,
  find: z.strictObject({
    servers: z.array(z.strictObject({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) })),
  }),
  test: z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), ms: z.number(), tools: z.boolean(), streams: z.boolean() }),
    z.strictObject({ ok: z.literal(false), error: AppErrorSchema }),
  ]),
} as const;

/** `POST /api/pairings/{verb}`: who is paired, and revoking. */
export const PairingRequests = { list: z.strictObject({}), revoke: z.strictObject({ pairingId: id }) } as const;
export const PairingResponses = {
  list: z.strictObject({
    pairings: z.array(
      z.strictObject({ pairingId: id, name: z.string(), origin: z.string(), createdAt: z.int(), current: z.boolean() }),
    ),
  }),
  revoke: ok,
} as const;

/** `POST /api/context`: a CONTEXT_UPDATE, also during a run. */
export const ContextUpdateSchema = z.strictObject({
  type: z.literal('CONTEXT_UPDATE'),
  threadId: id,
  ...PageSurfaceSchema.shape,
  /** Always the full list. */
  activeTools: z.array(ToolDeclarationSchema).max(200),
});
export type ContextUpdate = z.infer<typeof ContextUpdateSchema>;
