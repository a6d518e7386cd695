import * as z from 'zod';
import { AppErrorSchema } from './errors.ts';
import { ToolDeclarationSchema } from './snapshot.ts';

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const ok = z.strictObject({ ok: z.literal(true) });

/**
 * Tools that other agents may use through Pagehand's own MCP server, beside those of the page in front: each call is a
 * run that the panel shows and executes. `read_result` gives the rest of a result that was cut.
 */
export const DOOR_TOOLS = ['read_page', 'run_steps', 'browser_action', 'read_result'] as const;

/** Pagehand as an MCP server: off until the person switches it on, and open only to clients that they let in. */
export const McpDoorSchema = z.strictObject({
  enabled: z.boolean(),
  /** Where it listens; absent while it is off. */
  url: z.string().max(100).optional(),
  /** Command line for clients that speak MCP over stdio. */
  command: z.string().max(1_000),
  clients: z
    .array(
      z.strictObject({
        clientId: id,
        name: z.string().max(80),
        createdAt: z.int(),
        /** It was let in until it ends its session; nothing of it is kept. */
        once: z.literal(true).optional(),
      }),
    )
    .max(60),
});
export type McpDoor = z.infer<typeof McpDoorSchema>;

/** A call of another agent that waits for a panel. */
export const McpDoorCallSchema = z.strictObject({
  callId: id,
  client: z.string().max(80),
  /** One of DOOR_TOOLS, or the wire name of a tool of the page in front. */
  tool: z.string().max(64),
  args: z.record(z.string(), z.unknown()),
  /** The thread of the session's earlier calls: what was read there counts. */
  threadId: id.optional(),
});
export type McpDoorCall = z.infer<typeof McpDoorCallSchema>;

/** A client that nobody knows and that asks to be let in. Name and version are its own words. */
export const McpDoorConsentSchema = z.strictObject({
  consentId: id,
  name: z.string().max(80),
  version: z.string().max(40),
  askedAt: z.int(),
  /** It brought a token of its own that is recognised next time; without one, letting it in for good shows a new token. */
  hasToken: z.boolean(),
});
export type McpDoorConsent = z.infer<typeof McpDoorConsentSchema>;

/** What the page in front offers, as a panel tells it. `surfaceId` differs when anything of it does. */
export const McpDoorSurfaceSchema = z.strictObject({
  surfaceId: z.string().max(100),
  tools: z.array(ToolDeclarationSchema).max(200),
});

/** `POST /api/mcp-door/{verb}`. */
export const McpDoorRequests = {
  get: z.strictObject({}),
  enable: z.strictObject({ enabled: z.boolean() }),
  /** Lets one client in: adding it is the person's consent. The token is shown once. */
  add: z.strictObject({ name: z.string().min(1).max(80) }),
  remove: z.strictObject({ clientId: id }),
  /** What waits for this panel. A panel that is open asks while the door is, and tells what its page offers. */
  inbox: z.strictObject({ panelId: id, surface: McpDoorSurfaceSchema.optional() }),
  /** Compare and set: this panel runs the call in this thread. Refused with `other-panel` when another has it. */
  take: z.strictObject({ callId: id, threadId: id }),
  /** The taken call could not be begun. */
  fail: z.strictObject({ threadId: id, error: AppErrorSchema }),
  /** `once`: until its session ends. `always`: from now on. `deny`: not, and it cannot ask again for ten minutes. */
  decide: z.strictObject({ consentId: id, decision: z.enum(['once', 'always', 'deny']) }),
} as const;
export const McpDoorResponses = {
  get: McpDoorSchema,
  enable: McpDoorSchema,
  add: z.strictObject({ door: McpDoorSchema, token: z.string() }),
  remove: McpDoorSchema,
  inbox: z.strictObject({
    calls: z.array(McpDoorCallSchema).max(50),
    consents: z.array(McpDoorConsentSchema).max(10),
    /** Threads whose call its client has given up. */
    cancelled: z.array(id).max(50),
    /** The surface that is known of this panel. */
    surfaceId: z.string().max(100).optional(),
  }),
  take: ok,
  fail: ok,
  /** `token` where the client brought none and was let in for good: shown once. */
  decide: z.strictObject({ door: McpDoorSchema, token: z.string().optional() }),
} as const;
