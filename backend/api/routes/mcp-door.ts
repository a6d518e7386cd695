import { McpDoorRequests } from '@pagehand/contracts/mcp-door';
import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { jsonRoutes } from '../json-routes.ts';

/** `POST /api/mcp-door/{verb}`: other agents that may use the browser, and their calls that wait for a panel. */
export function mcpDoorRoute({ door }: Pick<ApiDependencies, 'door'>): Hono<ApiEnv> {
  return jsonRoutes('/api/mcp-door', McpDoorRequests, {
    get: () => door.view(),
    async enable({ enabled }) {
      await door.enable(enabled);
      return door.view();
    },
    add({ name }) {
      const token = door.add(name);
      return { door: door.view(), token };
    },
    remove({ clientId }) {
      door.remove(clientId);
      return door.view();
    },
    inbox({ panelId, surface }) {
      const surfaceId = door.panels.seen(panelId, surface);
      return {
        calls: door.calls.waiting(panelId),
        consents: door.consents.waiting(),
        cancelled: door.calls.cancelled(),
        ...(surfaceId === undefined ? {} : { surfaceId }),
      };
    },
    decide({ consentId, decision }) {
      const token = door.decide(consentId, decision);
      return { door: door.view(), ...(token === undefined ? {} : { token }) };
    },
    take({ callId, threadId }) {
      door.calls.take(callId, threadId);
    },
    fail({ threadId, error }) {
      door.calls.fail(threadId, error);
    },
  });
}
