import { GenerateScriptRequestSchema } from '@pagehand/contracts/api';
import { Hono } from 'hono';
import { withTimeLimit } from '../../time-limit.ts';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** A plan must come within this time, ms. */
const LIMIT_MS = 120_000;

/** `POST /api/agent/generate-script`: a sanitized plan for a goal, without running it. */
export function generateScriptRoute({ service }: Pick<ApiDependencies, 'service'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post('/api/agent/generate-script', async (context) => {
    const request = await readBody(context.env.incoming, GenerateScriptRequestSchema);
    const answer = await withTimeLimit(LIMIT_MS, context.req.raw.signal, (signal) =>
      service.generateScript(request, signal),
    );
    return context.json(answer);
  });
}
