import { McpDoorRequests } from '@pagehand/contracts/mcp-door';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /api/mcp-door/{verb}`: other agents that may use the browser, and their calls that wait for a panel. */
export function mcpDoorRoute({ door }: Pick<ApiDependencies, 'door'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post('/api/mcp-door/get', async (context) => {
      await readBody(context.env.incoming, McpDoorRequests.get);
      return context.json(door.view());
    })
    .post('/api/mcp-door/enable', async (context) => {
      await door.enable((await readBody(context.env.incoming, McpDoorRequests.enable)).enabled);
      return context.json(door.view());
    })
    .post('/api/mcp-door/add', async (context) => {
      const token = door.add((await readBody(context.env.incoming, McpDoorRequests.add)).name);
      return context.json({ door: door.view(), token });
    })
    .post('/api/mcp-door/remove', async (context) => {
      door.remove((await readBody(context.env.incoming, McpDoorRequests.remove)).clientId);
      return context.json(door.view());
    })
    .post('/api/mcp-door/inbox', async (context) => {
      const { panelId, surface } = await readBody(context.env.incoming, McpDoorRequests.inbox);
      const surfaceId = door.panels.seen(panelId, surface);
      return context.json({
        calls: door.calls.waiting(panelId),
        consents: door.consents.waiting(),
        cancelled: door.calls.cancelled(),
        ...(surfaceId === undefined ? {} : { surfaceId }),
      });
    })
    .post('/api/mcp-door/decide', async (context) => {
      const { consentId, decision } = await readBody(context.env.incoming, McpDoorRequests.decide);
      const token = door.decide(consentId, decision);
      return context.json({ door: door.view(), ...(token === undefined ? {} : { token }) });
    })
    .post('/api/mcp-door/take', async (context) => {
      const { callId, threadId } = await readBody(context.env.incoming, McpDoorRequests.take);
      door.calls.take(callId, threadId);
      return context.json({ ok: true });
    })
    .post('/api/mcp-door/fail', async (context) => {
      const { threadId, error } = await readBody(context.env.incoming, McpDoorRequests.fail);
      door.calls.fail(threadId, error);
      return context.json({ ok: true });
    });
}
