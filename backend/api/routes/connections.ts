import { ConnectionRequests } from '@pagehand/contracts/connections';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /api/connections/{verb}`: what the person connected. Keys and codes go in and never come out. */
export function connectionsRoute({ connections }: Pick<ApiDependencies, 'connections'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post('/api/connections/list', async (context) => {
      await readBody(context.env.incoming, ConnectionRequests.list);
      return context.json({ connections: connections.list() });
    })
    .post('/api/connections/set', async (context) => {
      connections.set(await readBody(context.env.incoming, ConnectionRequests.set));
      return context.json({ ok: true });
    })
    .post('/api/connections/test', async (context) => {
      const request = await readBody(context.env.incoming, ConnectionRequests.test);
      return context.json(await connections.test(request, context.req.raw.signal));
    })
    .post('/api/connections/remove', async (context) => {
      const { id } = await readBody(context.env.incoming, ConnectionRequests.remove);
      return context.json({ ok: true, revoked: await connections.remove(id, context.req.raw.signal) });
    })
    .post('/api/connections/authorize', async (context) => {
      const grant = await readBody(context.env.incoming, ConnectionRequests.authorize);
      await connections.authorize(grant, context.req.raw.signal);
      return context.json({ ok: true });
    })
    .post('/api/connections/captcha', async (context) => {
      await readBody(context.env.incoming, ConnectionRequests.captcha);
      return context.json(await connections.captcha(context.req.raw.signal));
    })
    .post('/api/connections/login', async (context) => {
      const entered = await readBody(context.env.incoming, ConnectionRequests.login);
      await connections.login(entered, context.req.raw.signal);
      return context.json({ ok: true });
    });
}
