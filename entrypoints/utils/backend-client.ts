/**
 * One typed function per route of `@pagehand/contracts/api`. Each parses the answer, throws AppError, takes a signal.
 * Runs are started in `executeAgent.ts`, pairing is done in `pairing.ts`.
 */

import {
  type ContextUpdate,
  ContextUpdateSchema,
  GenerateScriptRequestSchema,
  GenerateScriptResponseSchema,
  HealthSchema,
  ModelRequests,
  ModelResponses,
  PairingRequests,
  PairingResponses,
  PairRequestSchema,
  PairResponseSchema,
  PROTOCOL_VERSION,
  RunRequests,
  RunResponses,
  RunResultSchema,
  ThreadRequests,
  ThreadResponses,
  ToolCallRequestSchema,
  ToolsResponseSchema,
} from '@pagehand/contracts/api';
import { AttachmentRequests, AttachmentResponses } from '@pagehand/contracts/attachments';
import { ConnectionRequests, ConnectionResponses } from '@pagehand/contracts/connections';
import { AppError } from '@pagehand/contracts/errors';
import { McpServerRequests, McpServerResponses } from '@pagehand/contracts/mcp';
import { McpDoorRequests, McpDoorResponses } from '@pagehand/contracts/mcp-door';
import { type SkillList, SkillsResponseSchema } from '@pagehand/contracts/skills';
import type * as z from 'zod';
import * as zod from 'zod';
import { parseAnswer, postParsed, route, sendToBackend } from './backend-request.ts';

const OkSchema = zod.object({ ok: zod.literal(true) });

export type Health = z.infer<typeof HealthSchema>;
export type PairResponse = z.infer<typeof PairResponseSchema>;
export type ToolsResponse = z.infer<typeof ToolsResponseSchema>;
export type ModelServers = z.infer<(typeof ModelResponses)['find']>['servers'];
export type ModelTest = z.infer<(typeof ModelResponses)['test']>;
export type PairingList = z.infer<(typeof PairingResponses)['list']>['pairings'];
export type RunResult = z.infer<typeof RunResultSchema>;

/**
 * Whether a backend of our protocol answers on this port.
 * @throws AppError `backend-unreachable`, `version-mismatch`.
 */
export async function getHealth(port: number, signal: AbortSignal): Promise<Health> {
  const health = await parseAnswer(
    await sendToBackend({ port }, '/health', undefined, { signal, method: 'GET' }),
    HealthSchema,
    signal,
  );
  requireProtocol(health.protocol, health.version);
  return health;
}

/** Trades a one-time code for a token. Storing it is up to `pairing.ts`. */
export async function pair(
  port: number,
  body: z.infer<typeof PairRequestSchema>,
  signal: AbortSignal,
): Promise<PairResponse> {
  const response = await sendToBackend({ port }, '/pair', PairRequestSchema.parse(body), { signal });
  const answer = await parseAnswer(response, PairResponseSchema, signal);
  requireProtocol(answer.protocol, answer.version);
  return answer;
}

function requireProtocol(protocol: number, version: string): void {
  if (protocol === PROTOCOL_VERSION) return;
  throw new AppError(
    'version-mismatch',
    `The backend (${version}) speaks protocol ${protocol}, this extension ${PROTOCOL_VERSION}.`,
  );
}

export const listTools = (signal: AbortSignal): Promise<ToolsResponse> =>
  postParsed('/api/tools/list', {}, ToolsResponseSchema, signal);

/** A run whose first message is this tool call; answers when it ends or pauses. */
export function callTool(
  name: string,
  body: z.input<typeof ToolCallRequestSchema>,
  signal: AbortSignal,
): Promise<RunResult> {
  return postParsed(
    `/api/tools/${encodeURIComponent(name)}`,
    ToolCallRequestSchema.parse(body),
    RunResultSchema,
    signal,
  );
}

export const generateScript = route(
  '/api/agent/generate-script',
  GenerateScriptRequestSchema,
  GenerateScriptResponseSchema,
);

/** Tells the backend what the page looks like now, also during a run. */
export async function sendContext(update: ContextUpdate, signal: AbortSignal): Promise<void> {
  await postParsed('/api/context', ContextUpdateSchema.parse(update), OkSchema, signal);
}

export const threads = {
  list: route('/api/threads/list', ThreadRequests.list, ThreadResponses.list),
  get: route('/api/threads/get', ThreadRequests.get, ThreadResponses.get),
  rename: route('/api/threads/rename', ThreadRequests.rename, ThreadResponses.rename),
  pin: route('/api/threads/pin', ThreadRequests.pin, ThreadResponses.pin),
  delete: route('/api/threads/delete', ThreadRequests.delete, ThreadResponses.delete),
  restore: route('/api/threads/restore', ThreadRequests.restore, ThreadResponses.restore),
  export: route('/api/threads/export', ThreadRequests.export, ThreadResponses.export),
} as const;

export const runs = {
  /** Answers when everything of the turn has ended. */
  stop: route('/api/runs/stop', RunRequests.stop, RunResponses.stop),
  /** @throws AppError `other-panel` when another panel executes this interrupt. */
  claim: route('/api/runs/claim', RunRequests.claim, RunResponses.claim),
  release: route('/api/runs/release', RunRequests.release, RunResponses.release),
  heartbeat: route('/api/runs/heartbeat', RunRequests.heartbeat, RunResponses.heartbeat),
  receipt: route('/api/runs/receipt', RunRequests.receipt, RunResponses.receipt),
} as const;

export const models = {
  get: route('/api/models/get', ModelRequests.get, ModelResponses.get),
  set: route('/api/models/set', ModelRequests.set, ModelResponses.set),
  find: route('/api/models/find', ModelRequests.find, ModelResponses.find),
  test: route('/api/models/test', ModelRequests.test, ModelResponses.test),
} as const;

export const connections = {
  list: route('/api/connections/list', ConnectionRequests.list, ConnectionResponses.list),
  set: route('/api/connections/set', ConnectionRequests.set, ConnectionResponses.set),
  test: route('/api/connections/test', ConnectionRequests.test, ConnectionResponses.test),
  remove: route('/api/connections/remove', ConnectionRequests.remove, ConnectionResponses.remove),
  authorize: route('/api/connections/authorize', ConnectionRequests.authorize, ConnectionResponses.authorize),
  captcha: route('/api/connections/captcha', ConnectionRequests.captcha, ConnectionResponses.captcha),
  login: route('/api/connections/login', ConnectionRequests.login, ConnectionResponses.login),
} as const;

export const attachments = {
  add: route('/api/attachments/add', AttachmentRequests.add, AttachmentResponses.add),
  remove: route('/api/attachments/remove', AttachmentRequests.remove, AttachmentResponses.remove),
} as const;

export const mcpDoor = {
  get: route('/api/mcp-door/get', McpDoorRequests.get, McpDoorResponses.get),
  enable: route('/api/mcp-door/enable', McpDoorRequests.enable, McpDoorResponses.enable),
  add: route('/api/mcp-door/add', McpDoorRequests.add, McpDoorResponses.add),
  remove: route('/api/mcp-door/remove', McpDoorRequests.remove, McpDoorResponses.remove),
  inbox: route('/api/mcp-door/inbox', McpDoorRequests.inbox, McpDoorResponses.inbox),
  decide: route('/api/mcp-door/decide', McpDoorRequests.decide, McpDoorResponses.decide),
  take: route('/api/mcp-door/take', McpDoorRequests.take, McpDoorResponses.take),
  fail: route('/api/mcp-door/fail', McpDoorRequests.fail, McpDoorResponses.fail),
} as const;

export const mcpServers = {
  list: route('/api/mcp-servers/list', McpServerRequests.list, McpServerResponses.list),
  enable: route('/api/mcp-servers/enable', McpServerRequests.enable, McpServerResponses.enable),
  accept: route('/api/mcp-servers/accept', McpServerRequests.accept, McpServerResponses.accept),
  trust: route('/api/mcp-servers/trust', McpServerRequests.trust, McpServerResponses.trust),
  restart: route('/api/mcp-servers/restart', McpServerRequests.restart, McpServerResponses.restart),
  test: route('/api/mcp-servers/test', McpServerRequests.test, McpServerResponses.test),
} as const;

/** The skills that there are, and the SKILL.md files that are wrong. */
export const listSkills = (signal: AbortSignal): Promise<SkillList> =>
  postParsed('/api/skills/list', {}, SkillsResponseSchema, signal);

export const pairings = {
  list: route('/api/pairings/list', PairingRequests.list, PairingResponses.list),
  revoke: route('/api/pairings/revoke', PairingRequests.revoke, PairingResponses.revoke),
} as const;
