import { GenerateScriptRequestSchema } from '@pagehand/contracts/api';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** A plan must come within this time, ms. */
const LIMIT_MS = 120_000;

/** `POST /api/agent/generate-script`: a sanitized plan for a goal, without running it. */
export function generateScriptRoute({ service }: Pick<ApiDependencies, 'service'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post('/api/agent/generate-script', async (context) => {
    const request = await readBody(context.env.incoming, GenerateScriptRequestSchema);
    const signal = AbortSignal.any([context.req.raw.signal, AbortSignal.timeout(LIMIT_MS)]);
    return context.json(await service.generateScript(request, signal));
  });
}
