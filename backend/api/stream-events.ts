import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Store, StoredEvent } from '../store/store.ts';
import type { ApiDependencies, ApiEnv } from './api-types.ts';

/** Events read from the store at once: small enough that many streams take turns. */
const BATCH = 100;
/** How often a quiet stream looks whether it is still wanted, and whether its run still goes on. */
const LOOK_MS = 500;
/** A comment keeps the socket known to be alive through a long silent tool call. */
const PING_MS = 15_000;

type EventSource = {
  store: Pick<Store, 'events' | 'pairings'>;
  threadId: string;
  /** The last sequence number that the client has. */
  after: number;
  /** Only events that pass are sent. */
  wants: (event: StoredEvent) => boolean;
  /** Asked after each event that was sent (`event`), and when all were sent and it is quiet (`undefined`). */
  ended: (event: StoredEvent | undefined) => boolean;
};

/** True when the event ends its AG-UI run. */
export const endsRun = ({ event }: StoredEvent): boolean =>
  event['type'] === 'RUN_FINISHED' || event['type'] === 'RUN_ERROR';

/**
 * Yields the stored events after a place, then those that come, in order, each once. It reads from the store and is
 * only woken by the listener, so that a slow client costs no memory and misses nothing.
 */
export async function* followEvents(source: EventSource, signal: AbortSignal): AsyncGenerator<StoredEvent | 'quiet'> {
  const { store, threadId } = source;
  let after = source.after;
  let wake: (() => void) | undefined;
  let news = false;
  const stopListening = store.events.listen(threadId, () => {
    news = true;
    wake?.();
  });
  const onAbort = (): void => wake?.();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      news = false;
      const batch = store.events.after(threadId, after, BATCH);
      for (const event of batch) {
        if (signal.aborted) return;
        after = event.seq;
        if (!source.wants(event)) continue;
        yield event;
        if (source.ended(event)) return;
      }
      if (batch.length === BATCH || news) continue;
      if (source.ended(undefined)) {
        // Something may have been written between reading and asking.
        if (store.events.lastSeq(threadId) > after) continue;
        return;
      }
      yield 'quiet';
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (news || signal.aborted) wake();
      });
      wake = undefined;
    }
  } finally {
    stopListening();
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Answers with server-sent events: `id: <seq>`, `data: <AG-UI event>`. A client that goes away ends only the stream,
 * never the run; a pairing that is revoked ends its streams.
 */
export function streamEvents(
  context: Context<ApiEnv>,
  source: EventSource,
  { logger }: Pick<ApiDependencies, 'logger'>,
): Response {
  const { pairingId, requestId } = context.env.caller;
  return streamSSE(context, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    let quietSince = Date.now();
    try {
      for await (const item of followEvents(source, gone.signal)) {
        if (item !== 'quiet') {
          await stream.writeSSE({ id: String(item.seq), data: JSON.stringify(item.event) });
          quietSince = Date.now();
          continue;
        }
        if (!source.store.pairings.list().some((pairing) => pairing.pairingId === pairingId)) return;
        if (Date.now() - quietSince < PING_MS) continue;
        await stream.write(': still here\n\n');
        quietSince = Date.now();
      }
    } catch (error) {
      // Nothing of it goes out: the client sees the stream end without a last event, and asks again from its place.
      logger.error({ requestId, err: error }, 'an event stream broke');
    }
  });
}
