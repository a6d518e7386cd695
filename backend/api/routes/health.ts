import { type HealthSchema, PROTOCOL_VERSION } from '@pagehand/contracts/api';
import { Hono } from 'hono';
import type * as z from 'zod';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';

/** `GET /health`: that we are here and what we speak; nothing else. */
export function healthRoute({ version }: Pick<ApiDependencies, 'version'>): Hono<ApiEnv> {
  const health: z.infer<typeof HealthSchema> = { status: 'ok', version, protocol: PROTOCOL_VERSION };
  return new Hono<ApiEnv>().get('/health', (context) => context.json(health));
}
