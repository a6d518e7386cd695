import { ThreadRequests, type ThreadResponses } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { Hono } from 'hono';
import type * as z from 'zod';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { exportThread } from '../export-thread.ts';
import { readBody } from '../read-body.ts';
import { streamEvents } from '../stream-events.ts';

const LIST_LIMIT = 100;

/** `POST /api/threads/{verb}`: list and search, read, rename, pin, delete, restore, export, and the events again. */
export function threadsRoute(
  dependencies: Pick<ApiDependencies, 'store' | 'service' | 'logger' | 'models' | 'connections'>,
): Hono<ApiEnv> {
  const { store, service, models, connections } = dependencies;
  const known = (threadId: string) => {
    const thread = store.threads.get(threadId);
    if (thread === undefined) throw new AppError('not-found', 'There is no such thread.');
    return thread;
  };
  return new Hono<ApiEnv>()
    .post('/api/threads/list', async (context) => {
      const { query, limit } = await readBody(context.env.incoming, ThreadRequests.list);
      return context.json({ threads: store.threads.list(query, limit ?? LIST_LIMIT) });
    })
    .post('/api/threads/get', async (context) => {
      const { threadId } = await readBody(context.env.incoming, ThreadRequests.get);
      const thread = known(threadId);
      const running = service.running(threadId);
      const answer: z.infer<typeof ThreadResponses.get> = {
        thread,
        messages: store.threads.messages(threadId),
        interrupts: store.interrupts.listOpen(threadId),
        ...(running === undefined ? {} : { running }),
        lastSeq: store.events.lastSeq(threadId),
      };
      return context.json(answer);
    })
    .post('/api/threads/rename', async (context) => {
      const { threadId, title } = await readBody(context.env.incoming, ThreadRequests.rename);
      store.threads.rename(threadId, title);
      return context.json({ ok: true });
    })
    .post('/api/threads/pin', async (context) => {
      const { threadId, pinned } = await readBody(context.env.incoming, ThreadRequests.pin);
      store.threads.pin(threadId, pinned);
      return context.json({ ok: true });
    })
    .post('/api/threads/delete', async (context) => {
      const { threadId } = await readBody(context.env.incoming, ThreadRequests.delete);
      known(threadId);
      // What is deleted must not go on acting.
      if (store.turns.open(threadId) !== undefined) await service.stop(threadId);
      store.threads.delete(threadId);
      return context.json({ ok: true });
    })
    .post('/api/threads/restore', async (context) => {
      const { threadId } = await readBody(context.env.incoming, ThreadRequests.restore);
      store.threads.restore(threadId);
      return context.json({ ok: true });
    })
    .post('/api/threads/export', async (context) => {
      const { threadId, format } = await readBody(context.env.incoming, ThreadRequests.export);
      return context.json(
        exportThread(known(threadId), store.threads.messages(threadId), format, [
          ...models.knownSecrets(),
          ...connections.knownSecrets(),
        ]),
      );
    })
    .post('/api/threads/events', async (context) => {
      const { threadId, after } = await readBody(context.env.incoming, ThreadRequests.events);
      known(threadId);
      // Ends when all is sent and nothing runs: a browser has only six connections to one host.
      const ended = (event: unknown) => event === undefined && service.running(threadId) === undefined;
      return streamEvents(context, { store, threadId, after, wants: () => true, ended }, dependencies);
    });
}
