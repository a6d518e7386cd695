import { ConnectionRequests } from '@pagehand/contracts/connections';
import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { jsonRoutes } from '../json-routes.ts';

/** `POST /api/connections/{verb}`: what the person connected. Keys and codes go in and never come out. */
export function connectionsRoute({ connections }: Pick<ApiDependencies, 'connections'>): Hono<ApiEnv> {
  return jsonRoutes('/api/connections', ConnectionRequests, {
    list: () => ({ connections: connections.list() }),
    set(change) {
      connections.set(change);
    },
    test: (request, signal) => connections.test(request, signal),
    remove: async ({ id }, signal) => ({ ok: true, revoked: await connections.remove(id, signal) }),
    async authorize(grant, signal) {
      await connections.authorize(grant, signal);
    },
    captcha: (_, signal) => connections.captcha(signal),
    async login(entered, signal) {
      await connections.login(entered, signal);
    },
  });
}
