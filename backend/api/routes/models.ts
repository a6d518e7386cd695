import { ModelRequests } from '@pagehand/contracts/api';
import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { jsonRoutes } from '../json-routes.ts';

/** `POST /api/models/{verb}`: where the model is. A key goes in and never comes out. */
export function modelsRoute({ models }: Pick<ApiDependencies, 'models'>): Hono<ApiEnv> {
  return jsonRoutes('/api/models', ModelRequests, {
    get: () => models.get(),
    set({ choice, key }) {
      models.set(choice, key);
    },
    find: (_, signal) => models.find(signal),
    test: (request, signal) => models.test(request, signal),
  });
}
