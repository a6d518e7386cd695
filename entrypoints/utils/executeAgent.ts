import { EventSchema } from '@ag-ui/core/schemas';
import { type ForwardedProps, ForwardedPropsSchema } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import type { ToolDeclaration } from '@pagehand/contracts/snapshot';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type * as z from 'zod';
import { runs, threads } from './backend-client.ts';
import { connectionError, pairedTarget, sendToBackend } from './backend-request.ts';

/** An AG-UI event. Loose: unknown fields stay; its `type` is always known. */
export type RunEvent = z.infer<typeof EventSchema>;
/** An event with its place in the thread. `seq` grows over the whole thread. */
export type SequencedEvent = { seq: number; event: RunEvent };

/** One answer to an open interrupt. `cancelled` ends its call without an answer. */
export type ResumeAnswer =
  | { interruptId: string; status: 'resolved'; payload: InterruptAnswer }
  | { interruptId: string; status: 'cancelled' };

export type AgentRun = {
  threadId: string;
  /** `[A-Za-z0-9_-]{1,64}`; minted by `newId()` when absent. */
  runId?: string;
  /** What the person typed. Absent for a resume. */
  ask?: string;
  resume?: ResumeAnswer[];
  /** Last `seq` of the thread that is known; events up to it are not yielded again. */
  after?: number;
  /** Tools of the page in front; `surface` says which page that is. */
  pageTools?: ToolDeclaration[];
} & ForwardedProps;

/** As the browser names it; a name of a form that the backend does not take is left out. */
const ownTimeZone = (): string | undefined =>
  ForwardedPropsSchema.shape.time_zone.safeParse(Intl.DateTimeFormat().resolvedOptions().timeZone).data;

const RECONNECTS = 8;

/** An id for a thread, a run or a panel. */
export const newId = (): string => crypto.randomUUID();

/**
 * Starts a run (or resumes one) and yields its events until RUN_FINISHED or RUN_ERROR. A broken stream is no cancel:
 * it is taken up again after the last event that came. Aborting `signal` only stops listening; see `stopAgent`.
 * @throws AppError `backend-unreachable`, `not-paired`, `other-panel`, `conflict`, `too-many-requests`, ... when the run did not start,
 * `outcome-unknown` when its end cannot be found out.
 */
export async function* executeAgent(run: AgentRun, signal: AbortSignal): AsyncGenerator<SequencedEvent> {
  const { threadId, ask, resume, after: known, runId = newId(), pageTools = [], ...forwarded } = run;
  const input = {
    threadId,
    runId,
    messages: ask === undefined ? [] : [{ id: newId(), role: 'user', content: ask }],
    tools: pageTools.map((declaration) => ({
      name: declaration.name,
      description: declaration.description,
      parameters: declaration.parameters,
      metadata: { pagehand: declaration },
    })),
    context: [],
    state: {},
    forwardedProps: ForwardedPropsSchema.parse({ ...forwarded, time_zone: ownTimeZone() }),
    ...(resume === undefined ? {} : { resume }),
  };
  const response = await sendToBackend(await pairedTarget(), '/api/genai/react', input, {
    signal,
    accept: 'text/event-stream',
  });
  const state = { after: known ?? 0, done: false };
  try {
    yield* track(readEvents(response, signal), runId, state);
  } catch (error) {
    if (signal.aborted || !isBroken(error)) throw error;
  }
  yield* untilEnd(threadId, runId, state, signal);
}

/**
 * Yields the events of a thread after `after`, then live ones while a run goes on. Ends when no run goes on.
 * With `runId`: reconnects until that run has ended.
 */
export async function* followThread(
  follow: { threadId: string; after: number; runId?: string },
  signal: AbortSignal,
): AsyncGenerator<SequencedEvent> {
  if (follow.runId === undefined) {
    yield* replay(follow.threadId, follow.after, signal);
    return;
  }
  yield* untilEnd(follow.threadId, follow.runId, { after: follow.after, done: false }, signal);
}

/** Ends the turn of the thread. Resolves when model, tools and plan have ended. */
export async function stopAgent(threadId: string, signal: AbortSignal): Promise<void> {
  await runs.stop({ threadId }, signal);
}

type Progress = { after: number; done: boolean };

async function* untilEnd(
  threadId: string,
  runId: string,
  state: Progress,
  signal: AbortSignal,
): AsyncGenerator<SequencedEvent> {
  for (let attempt = 0; !state.done; attempt += 1) {
    const before = state.after;
    try {
      yield* track(replay(threadId, state.after, signal), runId, state);
      if (state.done) return;
      const detail = await threads.get({ threadId }, signal);
      if (detail.running === undefined && detail.lastSeq <= state.after)
        throw new AppError(
          'outcome-unknown',
          'The run ended and its last word was lost. Open the thread again to see where it stands.',
        );
    } catch (error) {
      if (signal.aborted || !isBroken(error)) throw error;
      if (attempt >= RECONNECTS) throw error;
    }
    if (state.after > before) attempt = 0;
    await pause(Math.min(250 * 2 ** attempt, 5_000), signal);
  }
}

/** Drops what was seen, notes the place, and ends at the end of this run. */
async function* track(
  events: AsyncGenerator<SequencedEvent>,
  runId: string,
  state: Progress,
): AsyncGenerator<SequencedEvent> {
  for await (const item of events) {
    if (item.seq <= state.after) continue;
    state.after = item.seq;
    yield item;
    if (endsRun(item.event, runId)) {
      state.done = true;
      return;
    }
  }
}

function endsRun(event: RunEvent, runId: string): boolean {
  if (event.type === 'RUN_FINISHED') return event.runId === runId;
  // RUN_ERROR carries a run id in our backend; without one it ends whatever run is on.
  if (event.type === 'RUN_ERROR') return event['runId'] === undefined || event['runId'] === runId;
  return false;
}

async function* replay(threadId: string, after: number, signal: AbortSignal): AsyncGenerator<SequencedEvent> {
  const response = await sendToBackend(
    await pairedTarget(),
    '/api/threads/events',
    { threadId, after },
    { signal, accept: 'text/event-stream' },
  );
  yield* readEvents(response, signal);
}

/** Parses server-sent events. An event of an unknown type or shape is skipped: a newer backend may send more. */
async function* readEvents(response: Response, signal: AbortSignal): AsyncGenerator<SequencedEvent> {
  if (response.body === null) throw new AppError('backend-unreachable', 'The backend closed the stream.');
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const seq = Number(value.id);
      const event = parseEvent(value.data);
      if (Number.isSafeInteger(seq) && event !== undefined) yield { seq, event };
    }
  } catch (cause) {
    throw connectionError(cause, signal);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(data: string): RunEvent | undefined {
  try {
    return EventSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

const isBroken = (error: unknown): boolean => error instanceof AppError && error.code === 'backend-unreachable';

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(connectionError(signal.reason, signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
