import { ThreadRequests, type ThreadResponses } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { Hono } from 'hono';
import type * as z from 'zod';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { exportThread } from '../export-thread.ts';
import { jsonRoutes } from '../json-routes.ts';
import { streamEvents } from '../stream-events.ts';

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
  return jsonRoutes('/api/threads', ThreadRequests, {
    list: ({ query, limit }) => ({ threads: store.threads.list(query, limit ?? LIMITS.threadsListed) }),
    get({ threadId }): z.infer<typeof ThreadResponses.get> {
      const thread = known(threadId);
      const running = service.running(threadId);
      return {
        thread,
        messages: store.threads.messages(threadId),
        interrupts: store.interrupts.listOpen(threadId),
        ...(running === undefined ? {} : { running }),
        lastSeq: store.events.lastSeq(threadId),
      };
    },
    rename({ threadId, title }) {
      store.threads.rename(threadId, title);
    },
    pin({ threadId, pinned }) {
      store.threads.pin(threadId, pinned);
    },
    async delete({ threadId }) {
      known(threadId);
      // What is deleted must not go on acting.
      if (store.turns.open(threadId) !== undefined) await service.stop(threadId);
      store.threads.delete(threadId);
    },
    restore({ threadId }) {
      store.threads.restore(threadId);
    },
    export: ({ threadId, format }) =>
      exportThread(known(threadId), store.threads.messages(threadId), format, [
        ...models.knownSecrets(),
        ...connections.knownSecrets(),
      ]),
    events({ threadId, after }, _signal, context) {
      known(threadId);
      // Ends when all is sent and nothing runs: a browser has only six connections to one host.
      const ended = (event: unknown) => event === undefined && service.running(threadId) === undefined;
      return streamEvents(context, { store, threadId, after, wants: () => true, ended }, dependencies);
    },
  });
}
