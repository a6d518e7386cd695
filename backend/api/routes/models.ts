import { ModelRequests } from '@pagehand/contracts/api';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /api/models/{verb}`: where the model is. A key goes in and never comes out. */
export function modelsRoute({ models }: Pick<ApiDependencies, 'models'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post('/api/models/get', async (context) => {
      await readBody(context.env.incoming, ModelRequests.get);
      return context.json(models.get());
    })
    .post('/api/models/set', async (context) => {
      const { choice, key } = await readBody(context.env.incoming, ModelRequests.set);
      models.set(choice, key);
      return context.json({ ok: true });
    })
    .post('/api/models/find', async (context) => {
      await readBody(context.env.incoming, ModelRequests.find);
      return context.json(await models.find(context.req.raw.signal));
    })
    .post('/api/models/test', async (context) => {
      const request = await readBody(context.env.incoming, ModelRequests.test);
      return context.json(await models.test(request, context.req.raw.signal));
    });
}
