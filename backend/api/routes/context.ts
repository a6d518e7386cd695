import { ContextUpdateSchema } from '@pagehand/contracts/api';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /api/context`: which page and which page tools are there now, also during a run. */
export function contextRoute({ service }: Pick<ApiDependencies, 'service'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post('/api/context', async (context) => {
    service.updateContext(await readBody(context.env.incoming, ContextUpdateSchema));
    return context.json({ ok: true });
  });
}
