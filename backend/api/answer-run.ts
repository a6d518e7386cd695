import { AppError } from '@pagehand/contracts/errors';
import type { Context } from 'hono';
import type { StartRun } from './agent-service.ts';
import type { ApiDependencies, ApiEnv } from './api-types.ts';
import { createRunResult } from './run-result.ts';
import { endsRun, followEvents, streamEvents } from './stream-events.ts';

/**
 * Starts a run and answers with its events (`Accept: text/event-stream`) or, when it has ended or paused, with one
 * object (`Accept: application/json`). The run does not depend on the client staying.
 */
export async function answerRun(
  context: Context<ApiEnv>,
  input: StartRun,
  dependencies: ApiDependencies,
): Promise<Response> {
  const { store, service, logger } = dependencies;
  const accept = acceptOf(context.req.header('accept'));
  const { fromSeq, turnId } = await service.start(input);
  logger.info(
    { requestId: context.env.caller.requestId, threadId: input.threadId, runId: input.runId, turnId },
    'a run was started',
  );
  const source = {
    store,
    threadId: input.threadId,
    after: fromSeq - 1,
    wants: ({ runId }: { runId: string }) => runId === input.runId,
    // Quiet without a run: its end could not be stored (a full disk). Whoever waits must not wait for ever.
    ended: (event: Parameters<typeof endsRun>[0] | undefined) =>
      event === undefined ? service.running(input.threadId)?.runId !== input.runId : endsRun(event),
  };
  if (accept === 'events') return streamEvents(context, source, dependencies);
  const result = createRunResult(input.threadId, input.runId);
  for await (const item of followEvents(source, context.req.raw.signal)) if (item !== 'quiet') result.add(item);
  return context.json(result.finish(store));
}

function acceptOf(accept: string | undefined): 'events' | 'json' {
  const types = (accept ?? '*/*').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  if (types.includes('text/event-stream')) return 'events';
  if (types.some((type) => type === 'application/json' || type === '*/*')) return 'json';
  throw new AppError('bad-request', 'Accept must be text/event-stream or application/json.');
}
