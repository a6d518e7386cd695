import { Hono } from 'hono';
import * as z from 'zod';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /api/skills/list`: the skills that there are now, and the files that are wrong. */
export function skillsRoute({ skills }: Pick<ApiDependencies, 'skills'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post('/api/skills/list', async (context) => {
    await readBody(context.env.incoming, z.strictObject({}));
    return context.json(skills());
  });
}
