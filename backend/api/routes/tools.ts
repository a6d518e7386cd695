import { randomUUID } from 'node:crypto';
import { ToolCallRequestSchema } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { Hono } from 'hono';
import * as z from 'zod';
import { answerRun } from '../answer-run.ts';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /api/tools/list` and `POST /api/tools/{name}`: the latter is a run whose first message is this tool call. */
export function toolsRoute(dependencies: ApiDependencies): Hono<ApiEnv> {
  const { service } = dependencies;
  return new Hono<ApiEnv>()
    .post('/api/tools/list', async (context) => {
      await readBody(context.env.incoming, z.strictObject({}));
      return context.json(service.listTools());
    })
    .post('/api/tools/:name', async (context) => {
      const { threadId, args, page } = await readBody(context.env.incoming, ToolCallRequestSchema);
      const tool = context.req.param('name');
      if (!service.listTools().tools.some(({ declaration }) => declaration.name === tool))
        throw new AppError('unknown-tool', 'There is no tool of this name.');
      return answerRun(
        context,
        {
          threadId: threadId ?? randomUUID(),
          runId: randomUUID(),
          command: { tool, args },
          ...(page === undefined ? {} : { page }),
          credentials: {},
        },
        dependencies,
      );
    });
}
