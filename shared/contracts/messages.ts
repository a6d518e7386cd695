import * as z from 'zod';
import { PROTOCOL_VERSION } from './api.ts';
import { AppErrorSchema } from './errors.ts';
import { LIMITS } from './limits.ts';
import { AssessedRiskSchema } from './risk-assessment.ts';
import { RiskSchema } from './risk-level.ts';
import { ToolDeclarationSchema } from './snapshot.ts';

const callId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/);
const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Which surface a message is about: a call made for another revision or document is refused with the current one. */
const surface = {
  /** Grows with every change of the surface's tools (ToolRegistry.revision). */
  revision: z.int().min(0),
  documentId: z.string().min(1).max(64),
  origin: z.string().min(1).max(LIMITS.url),
};
const message = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape });

/** First message on a connection: versions, and how many tools a page may have active. */
export const HelloSchema = message('HELLO', {
  protocol: z.literal(PROTOCOL_VERSION),
  version: z.string().max(40),
  maxActiveTools: z.int().min(0).max(200),
});

/** What is on screen now: always the full list of tools. */
export const ContextMessageSchema = message('CONTEXT_UPDATE', {
  ...surface,
  url: z.string().max(LIMITS.url),
  title: z.string().max(300),
  activeTools: z.array(ToolDeclarationSchema).max(200),
});

/** Runs a tool of the surface. `declaration` is the hash of what the call was planned against. */
export const ToolCallMessageSchema = message('TOOL_CALL', {
  ...surface,
  callId,
  tool: toolName,
  declaration: hash,
  args: z.record(z.string().max(200), z.unknown()),
});

/** How a call ended. A refusal of a stale call carries the current surface. */
export const ToolResultMessageSchema = message('TOOL_RESULT', {
  ...surface,
  callId,
  outcome: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('success'), result: z.unknown() }),
    z.strictObject({ status: z.literal('error'), error: AppErrorSchema }),
    z.strictObject({
      status: z.literal('stale'),
      current: z.strictObject({ ...surface, tools: z.array(toolName).max(200) }),
    }),
  ]),
});

/** Asks the person. Goes to the panel only. */
export const ApprovalRequestSchema = message('APPROVAL_REQUEST', {
  ...surface,
  callId,
  tool: toolName,
  args: z.record(z.string().max(200), z.unknown()),
  declared: RiskSchema,
  risk: AssessedRiskSchema,
  /** approvalHash of exactly this call. */
  hash,
});

/** The person's word. Taken from the panel only; see checkApproval. */
export const ApprovalResponseSchema = message('APPROVAL_RESPONSE', {
  ...surface,
  callId,
  approved: z.boolean(),
  hash,
  decidedAt: z.int().min(0),
  reason: z.string().max(LIMITS.goal).optional(),
});

/** Every message between page, extension and backend about page tools. Unknown types and fields are refused. */
export const MessageSchema = z.discriminatedUnion('type', [
  HelloSchema,
  ContextMessageSchema,
  ToolCallMessageSchema,
  ToolResultMessageSchema,
  ApprovalRequestSchema,
  ApprovalResponseSchema,
]);
export type Message = z.infer<typeof MessageSchema>;
export type MessageType = Message['type'];
export type Surface = { revision: number; documentId: string; origin: string };

/** What a sender may say. A page never approves and never calls; only the panel approves; only the backend greets. */
export const MAY_SEND: Readonly<Record<'page' | 'panel' | 'backend', ReadonlySet<MessageType>>> = {
  page: new Set(['CONTEXT_UPDATE', 'TOOL_RESULT']),
  panel: new Set(['CONTEXT_UPDATE', 'TOOL_RESULT', 'APPROVAL_RESPONSE', 'TOOL_CALL']),
  backend: new Set(['HELLO', 'TOOL_CALL', 'APPROVAL_REQUEST']),
};

export type ReceivedMessage =
  | { ok: true; message: Message }
  | { ok: false; code: 'invalid-message' | 'wrong-sender' | 'wrong-origin' };

/**
 * Parses what came from somebody. `sender` is what the browser or the guard says of it, never what the message says:
 * a surface of another origin or document than the sender's is refused.
 */
export function receiveMessage(
  value: unknown,
  sender: { who: 'page' | 'panel' | 'backend'; origin?: string; documentId?: string },
): ReceivedMessage {
  const parsed = MessageSchema.safeParse(value);
  if (!parsed.success) return { ok: false, code: 'invalid-message' };
  const { data } = parsed;
  if (!MAY_SEND[sender.who].has(data.type)) return { ok: false, code: 'wrong-sender' };
  if (sender.who === 'page') {
    if (data.type === 'HELLO' || data.origin !== sender.origin) return { ok: false, code: 'wrong-origin' };
    if (sender.documentId !== undefined && data.documentId !== sender.documentId)
      return { ok: false, code: 'wrong-origin' };
  }
  return { ok: true, message: data };
}

/** Whether a call was planned against the surface that is there now. */
export const isCurrent = (call: Surface, current: Surface): boolean =>
  call.documentId === current.documentId && call.origin === current.origin && call.revision === current.revision;
