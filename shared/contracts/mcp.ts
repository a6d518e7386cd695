import * as z from 'zod';
import { AppErrorSchema } from './errors.ts';
import { LIMITS } from './limits.ts';

/** Name of an MCP server, as the person gives it in config.json. */
const serverName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'Small letters, digits and hyphens, at most 32.');
const variables = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/), z.string().max(8_192));

/**
 * A server that gives tools, as the person configures it in config.json: a program of this machine that speaks over
 * stdio, or an address. Nothing else can name one: no page, no model, no request of the extension.
 */
export const McpServerConfigSchema = z.union([
  z.strictObject({
    command: z.string().min(1).max(4_096),
    args: z.array(z.string().max(8_192)).max(100).optional(),
    /** Added to the minimal environment that it gets (PATH, HOME, USER, SHELL, TERM, LOGNAME). */
    env: variables.optional(),
    /** Folder that it starts in; default: the data folder. */
    cwd: z.string().max(4_096).optional(),
  }),
  z.strictObject({
    /** https, or http on this machine. */
    url: z
      .url({ protocol: /^https?$/ })
      .max(LIMITS.url)
      .refine(isSafeAddress, 'It must be https, or http on 127.0.0.1 or localhost, without user name and password.'),
    /** Sent with each request, such as an Authorization. */
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), z.string().max(8_192)).optional(),
  }),
]);
export type McpServerConfig = z.infer<typeof McpServerConfigSchema>;
export const McpServersConfigSchema = z.record(serverName, McpServerConfigSchema);
export type McpServersConfig = z.infer<typeof McpServersConfigSchema>;

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const here = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
  return username === '' && password === '' && (protocol === 'https:' || here);
}

/** What a server says of one of its tools, cut to our bounds: what a pin and an approval are bound to. */
export const McpDeclarationSchema = z.strictObject({
  name: z.string().min(1).max(128),
  description: z.string().max(4_000),
  parameters: z.record(z.string(), z.unknown()),
  /** Only `destructiveHint` is listened to, and only to raise the risk. */
  annotations: z.record(z.string().max(60), z.unknown()),
});
export type McpDeclaration = z.infer<typeof McpDeclarationSchema>;

/** One tool of a server as the settings show it. */
export const McpToolViewSchema = z.strictObject({
  name: z.string().max(128),
  /** Name on the wire; absent while it is not accepted. */
  wire: z.string().max(64).optional(),
  /**
   * `accepted`: can be called. `new`, `changed`: refused until the person accepts what it says now. `gone`: the server no
   * longer offers it. `refused`: `problem` says why it can never be offered.
   */
  state: z.enum(['accepted', 'new', 'changed', 'gone', 'refused']),
  problem: z.string().max(500).optional(),
  /** The person said that it may run without asking; what is critical still asks. */
  trusted: z.boolean(),
  now: McpDeclarationSchema.optional(),
  /** What was accepted, where it differs. */
  before: McpDeclarationSchema.optional(),
});
export type McpToolView = z.infer<typeof McpToolViewSchema>;

export const McpServerViewSchema = z.strictObject({
  name: serverName,
  /** `stdio` with the program's name, `http` with the address. */
  kind: z.enum(['stdio', 'http']),
  target: z.string().max(LIMITS.url * 2),
  enabled: z.boolean(),
  state: z.enum(['off', 'starting', 'running', 'failed']),
  error: AppErrorSchema.optional(),
  /** Hash of all that the server declares now: accepting names exactly this. */
  offer: z.string().max(64).optional(),
  tools: z.array(McpToolViewSchema).max(LIMITS.mcpTools * 2),
});
export type McpServerView = z.infer<typeof McpServerViewSchema>;

/** `POST /api/mcp-servers/{verb}`. */
export const McpServerRequests = {
  list: z.strictObject({}),
  /** Switched on for the first time, what the server declares then is accepted: the person sees it in the answer. */
  enable: z.strictObject({ server: serverName, enabled: z.boolean() }),
  /** Accepts what the server declares now. Refused with `conflict` when it is no longer `offer`. */
  accept: z.strictObject({ server: serverName, offer: z.string().length(64) }),
  trust: z.strictObject({ server: serverName, tool: z.string().max(128), trusted: z.boolean() }),
  restart: z.strictObject({ server: serverName }),
  /** Starts it anew and lists its tools; one that is switched off runs for that alone. */
  test: z.strictObject({ server: serverName }),
} as const;
const all = z.strictObject({ servers: z.array(McpServerViewSchema).max(50) });
const tested = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), ms: z.int(), tools: z.int() }),
  z.strictObject({ ok: z.literal(false), error: AppErrorSchema }),
]);
/** Every answer but that of a test is the whole list. */
export const McpServerResponses = {
  list: all,
  enable: all,
  accept: all,
  trust: all,
  restart: all,
  test: tested,
} as const;
