import { AppError } from '@pagehand/contracts/errors';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from './api-types.ts';
import { statusOf, toErrorBody } from './error-response.ts';
import { attachmentsRoute } from './routes/attachments.ts';
import { connectionsRoute } from './routes/connections.ts';
import { contextRoute } from './routes/context.ts';
import { generateScriptRoute } from './routes/generate-script.ts';
import { healthRoute } from './routes/health.ts';
import { kitsRoute } from './routes/kits.ts';
import { mcpDoorRoute } from './routes/mcp-door.ts';
import { mcpServersRoute } from './routes/mcp-servers.ts';
import { modelsRoute } from './routes/models.ts';
import { pairRoute } from './routes/pair.ts';
import { pairingsRoute } from './routes/pairings.ts';
import { reactRoute } from './routes/react.ts';
import { runsRoute } from './routes/runs.ts';
import { skillsRoute } from './routes/skills.ts';
import { threadsRoute } from './routes/threads.ts';
import { toolsRoute } from './routes/tools.ts';

/** All routes. It must stand behind the guard (see http-server.ts): by itself it lets everybody in. */
export function createApp(dependencies: ApiDependencies): Hono<ApiEnv> {
  const routes = [
    healthRoute,
    pairRoute,
    reactRoute,
    generateScriptRoute,
    toolsRoute,
    contextRoute,
    threadsRoute,
    runsRoute,
    modelsRoute,
    connectionsRoute,
    mcpServersRoute,
    mcpDoorRoute,
    kitsRoute,
    attachmentsRoute,
    skillsRoute,
    pairingsRoute,
  ];
  const app = new Hono<ApiEnv>();
  for (const route of routes) app.route('/', route(dependencies));
  app.notFound((context) => {
    const { requestId } = context.env.caller;
    return context.json(toErrorBody(new AppError('not-found', 'There is no such route.'), requestId), 404);
  });
  app.onError((error, context) => {
    const { requestId } = context.env.caller;
    const body = toErrorBody(error, requestId);
    const entry = { requestId, code: body.code, err: error };
    if (body.code === 'internal' || body.code === 'store-unavailable')
      dependencies.logger.error(entry, 'a request failed');
    else dependencies.logger.warn({ requestId, code: body.code }, 'a request was refused');
    // The rest of a body that is too large is not waited for.
    if (body.code === 'too-large') context.header('Connection', 'close');
    return context.json(body, statusOf(body.code));
  });
  return app;
}
