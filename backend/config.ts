import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { McpServersConfigSchema } from '@pagehand/contracts/mcp';
import * as z from 'zod';
import { ENDPOINTS, type EndpointId } from './egress/endpoints.ts';

const ENDPOINT_IDS = Object.keys(ENDPOINTS) as [EndpointId, ...EndpointId[]]; // parse boundary: keys of a const record

/** What can be set, and its bounds; all may be absent. */
const FileSchema = z
  .strictObject({
    /** Port on 127.0.0.1; 0 takes a free one. */
    port: z.int().min(0).max(65_535),
    log: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    /** Runs that work at once; one more is answered 429. */
    maxParallelRuns: z.int().min(1).max(100),
    /** Tools that one thread may have active at once. */
    maxActiveTools: z.int().min(1).max(500),
    /** Own servers instead of the vendors': see egress/endpoints.ts. */
    endpoints: z.partialRecord(z.enum(ENDPOINT_IDS), z.url({ protocol: /^https?$/ }).max(LIMITS.url)),
    /** Port of Pagehand's own MCP server, once it is switched on in the panel; 0 takes a free one. */
    mcpPort: z.int().min(0).max(65_535),
    /** MCP servers that give tools; each is switched on in the panel's settings. */
    mcpServers: McpServersConfigSchema,
    /** Wins over what is set in the panel. */
    model: z.strictObject({
      baseUrl: z.url({ protocol: /^https?$/ }).max(LIMITS.url),
      model: z.string().min(1).max(200),
      key: z.string().max(4_096).optional(),
    }),
  })
  .partial();

/** The same with its defaults, and the data folder: everything that is kept lies in it. */
export const ConfigSchema = z.strictObject({
  ...FileSchema.shape,
  data: z.string().min(1),
  port: FileSchema.shape.port.default(4517),
  mcpPort: FileSchema.shape.mcpPort.default(4527),
  log: FileSchema.shape.log.default('warn'),
  maxParallelRuns: FileSchema.shape.maxParallelRuns.default(8),
  maxActiveTools: FileSchema.shape.maxActiveTools.default(LIMITS.maxActiveTools),
});
export type Config = z.infer<typeof ConfigSchema>;

/** Command line flags; absent ones are undefined. */
export type Flags = { port?: number | undefined; data?: string | undefined; log?: string | undefined };

/**
 * Flags win over the environment, that over `config.json` in the data folder, that over the defaults.
 * @throws AppError `config-invalid` with one line that names the source and what is wrong with it.
 */
export function loadConfig(flags: Flags = {}, env: NodeJS.ProcessEnv = process.env): Config {
  // Resolved, it would be the folder that one happens to stand in.
  if (flags.data === '') throw new AppError('config-invalid', 'The folder after --data is empty. Name one.');
  const data = resolve(flags.data ?? (env['PAGEHAND_DATA'] || join(homedir(), '.pagehand')));
  const given = { ...readFile(join(data, 'config.json')), ...readEnvironment(env), ...defined(flags), data };
  return check(ConfigSchema, given, 'The settings do not fit');
}

/** The model part as the environment would name it, for the model settings. */
export function modelEnvironment({ model }: Pick<Config, 'model'>): NodeJS.ProcessEnv {
  if (model === undefined) return {};
  return {
    PAGEHAND_MODEL_BASE_URL: model.baseUrl,
    PAGEHAND_MODEL: model.model,
    ...(model.key === undefined ? {} : { PAGEHAND_MODEL_KEY: model.key }),
  };
}

function readFile(path: string): z.infer<typeof FileSchema> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return {};
    throw new AppError('config-invalid', `The config file ${path} cannot be read.`, { cause: error });
  }
  return check(FileSchema, readJson(text, `The config file ${path}`), `The config file ${path} does not fit`);
}

/** What each variable sets; the environment's mistakes are told by these names. */
const VARIABLES: Readonly<Record<string, string>> = {
  'port': 'PAGEHAND_PORT',
  'mcpPort': 'PAGEHAND_MCP_PORT',
  'log': 'PAGEHAND_LOG',
  'endpoints': 'PAGEHAND_ENDPOINTS',
  'model.baseUrl': 'PAGEHAND_MODEL_BASE_URL',
  'model.model': 'PAGEHAND_MODEL',
  'model.key': 'PAGEHAND_MODEL_KEY',
};

function readEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const port = env['PAGEHAND_PORT'];
  const mcpPort = env['PAGEHAND_MCP_PORT'];
  const baseUrl = env['PAGEHAND_MODEL_BASE_URL'];
  const model = env['PAGEHAND_MODEL'];
  const key = env['PAGEHAND_MODEL_KEY'];
  const log = env['PAGEHAND_LOG'];
  const endpoints = env['PAGEHAND_ENDPOINTS'];
  // Half a model would be no model, without a word.
  if (baseUrl ? !model : model || key) {
    const missing = baseUrl ? 'PAGEHAND_MODEL (its name)' : 'PAGEHAND_MODEL_BASE_URL (https://.../v1)';
    throw new AppError('config-invalid', `The environment names a part of a model: ${missing} is missing.`);
  }
  return check(
    FileSchema,
    defined({
      port: port ? Number(port) : undefined,
      mcpPort: mcpPort ? Number(mcpPort) : undefined,
      log: log || undefined,
      endpoints: endpoints ? readJson(endpoints, 'PAGEHAND_ENDPOINTS') : undefined,
      model: baseUrl ? { baseUrl, model, ...(key ? { key } : {}) } : undefined,
    }),
    'The environment does not fit',
    (path) => VARIABLES[path] ?? VARIABLES[path.split('.')[0] ?? ''] ?? path,
  );
}

function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Its place alone: the rest of that message may repeat a key that stands there.
    const at = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : undefined;
    const line = at === undefined ? '' : ` (line ${text.slice(0, Number(at)).split('\n').length})`;
    throw new AppError('config-invalid', `${what} is not JSON${line}.`, { cause: error });
  }
}

const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  what: string,
  nameOf = (path: string) => path,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? '' : `${nameOf(issue.path.join('.'))}: `;
  throw new AppError('config-invalid', `${what}: ${where}${issue?.message ?? 'unknown problem'}.`);
}
