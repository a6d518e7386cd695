/**
 * Typed functions for the backend's routes, made from their schemas in the contracts. Each parses the answer, throws
 * AppError, takes a signal. What a verb does, and what it is refused with, is said at its schema.
 * Runs are started in `executeAgent.ts`, pairing is done in `pairing.ts`.
 */

import {
  type ContextUpdate,
  ContextUpdateSchema,
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
  ThreadRequests,
  ThreadResponses,
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
import { parseAnswer, postParsed, routes, sendToBackend } from './backend-request.ts';

const OkSchema = zod.object({ ok: zod.literal(true) });

export type Health = z.infer<typeof HealthSchema>;
export type PairResponse = z.infer<typeof PairResponseSchema>;
export type ToolsResponse = z.infer<typeof ToolsResponseSchema>;
export type ModelServers = z.infer<(typeof ModelResponses)['find']>['servers'];
export type ModelTest = z.infer<(typeof ModelResponses)['test']>;
export type PairingList = z.infer<(typeof PairingResponses)['list']>['pairings'];

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

/** Tells the backend what the page looks like now, also during a run. */
export async function sendContext(update: ContextUpdate, signal: AbortSignal): Promise<void> {
  await postParsed('/api/context', ContextUpdateSchema.parse(update), OkSchema, signal);
}

export const threads = routes('/api/threads', ThreadRequests, ThreadResponses);
export const runs = routes('/api/runs', RunRequests, RunResponses);
export const models = routes('/api/models', ModelRequests, ModelResponses);
export const pairings = routes('/api/pairings', PairingRequests, PairingResponses);
export const connections = routes('/api/connections', ConnectionRequests, ConnectionResponses);
export const attachments = routes('/api/attachments', AttachmentRequests, AttachmentResponses);
export const mcpDoor = routes('/api/mcp-door', McpDoorRequests, McpDoorResponses);
export const mcpServers = routes('/api/mcp-servers', McpServerRequests, McpServerResponses);

/** The skills that there are, and the SKILL.md files that are wrong. */
export const listSkills = (signal: AbortSignal): Promise<SkillList> =>
  postParsed('/api/skills/list', {}, SkillsResponseSchema, signal);
