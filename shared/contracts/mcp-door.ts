import * as z from 'zod';
import { AppErrorSchema } from './errors.ts';

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const ok = z.strictObject({ ok: z.literal(true) });

/** Tools that other agents may use through Pagehand's own MCP server: each call is a run that the panel shows and executes. */
export const DOOR_TOOLS = ['read_page', 'browser_action'] as const;

/** Pagehand as an MCP server: off until the person switches it on, and open only to clients that they add. */
export const McpDoorSchema = z.strictObject({
  enabled: z.boolean(),
  /** Where it listens; absent while it is off. */
  url: z.string().max(100).optional(),
  clients: z.array(z.strictObject({ clientId: id, name: z.string().max(80), createdAt: z.int() })).max(20),
});
export type McpDoor = z.infer<typeof McpDoorSchema>;

/** A call of another agent that waits for a panel. */
export const McpDoorCallSchema = z.strictObject({
  callId: id,
  client: z.string().max(80),
  tool: z.enum(DOOR_TOOLS),
  args: z.record(z.string(), z.unknown()),
});
export type McpDoorCall = z.infer<typeof McpDoorCallSchema>;

/** `POST /api/mcp-door/{verb}`. */
export const McpDoorRequests = {
  get: z.strictObject({}),
  enable: z.strictObject({ enabled: z.boolean() }),
  /** Lets one client in: adding it is the person's consent. The token is shown once. */
  add: z.strictObject({ name: z.string().min(1).max(80) }),
  remove: z.strictObject({ clientId: id }),
  /** Calls that wait. A panel that is open asks while the door is. */
  inbox: z.strictObject({}),
  /** Compare and set: this panel runs the call in this thread. Refused with `conflict` when another has it. */
  take: z.strictObject({ callId: id, threadId: id }),
  /** The taken call could not be begun. */
  fail: z.strictObject({ threadId: id, error: AppErrorSchema }),
} as const;
export const McpDoorResponses = {
  get: McpDoorSchema,
  enable: McpDoorSchema,
  add: z.strictObject({ door: McpDoorSchema, token: z.string() }),
  remove: McpDoorSchema,
  inbox: z.strictObject({ calls: z.array(McpDoorCallSchema).max(50) }),
  take: ok,
  fail: ok,
} as const;
