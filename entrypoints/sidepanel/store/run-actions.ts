import { AppError } from '@pagehand/contracts/errors';
import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { Ask, Services } from '../services.ts';
import { newThread, usePanel } from './panel-store.ts';
import { changeItem, changeLast, endTurn, reduceEvent, type SequencedEvent } from './reduce-event.ts';
import { viewOfThread } from './reduce-messages.ts';
import type { TurnItem } from './view-state.ts';

const { getState: get, setState: set } = usePanel;

/** Called when an interrupt appears, in a stream or in a thread that was opened (`returned`). */
type OnInterrupt = (item: Extract<TurnItem, { type: 'interrupt' }>, returned: boolean) => void;

/**
 * Asking, answering, following and stopping the runs of the thread that is shown. At most one stream is read at a time;
 * a thread that is left keeps running in the backend.
 */
export function createRunActions(services: Services, onInterrupt: OnInterrupt) {
  let reading: AbortController | undefined;
  let stopping = false;

  const openInterrupts = () =>
    get().thread.turns.flatMap((turn) =>
      turn.items.filter((item) => item.type === 'interrupt' && !item.closed),
    ) as Extract<TurnItem, { type: 'interrupt' }>[]; // narrowed by the filter above

  /** Reads a stream into the view until it ends, breaks or the thread is left. */
  async function consume(stream: (signal: AbortSignal) => AsyncIterable<SequencedEvent>): Promise<void> {
    reading?.abort();
    const controller = new AbortController();
    reading = controller;
    const known = new Set(openInterrupts().map((item) => item.id));
    try {
      for await (const event of stream(controller.signal)) {
        if (controller.signal.aborted) return;
        const before = get().thread;
        const thread = reduceEvent(before, event, Date.now());
        if (thread !== before) set({ thread });
        for (const item of openInterrupts()) {
          if (known.has(item.id)) continue;
          known.add(item.id);
          onInterrupt(item, false);
        }
      }
      announceAnswer();
    } catch (error) {
      if (controller.signal.aborted) return;
      const body = services.toError(error);
      set(({ thread }) => ({
        thread: changeLast(thread, (turn) =>
          body.code === 'cancelled'
            ? endTurn(turn, 'stopped', Date.now())
            : { ...endTurn(turn, 'failed', Date.now()), error: body },
        ),
      }));
    } finally {
      if (reading === controller) {
        reading = undefined;
        set({ activity: undefined });
        services.badge(openInterrupts().length > 0);
      }
    }
  }

  function announceAnswer(): void {
    const last = get().thread.turns.at(-1);
    const text = last?.items.findLast((item) => item.type === 'text');
    if (last?.state === 'done' && text?.type === 'text') set({ announcement: text.text });
  }

  /** The page to send along: undefined when it was taken off or belongs to the browser. Throws when it cannot be read. */
  async function capture(signal: AbortSignal): Promise<PageSnapshot | undefined> {
    const { page, pageOff } = get();
    if (!page || pageOff || page.access === 'restricted') return undefined;
    return services.page.capture(page, signal);
  }

  /** @param withoutPage the person chose to ask although the page cannot be read. */
  async function send(ask: Ask, withoutPage = false): Promise<void> {
    const { thread, activity } = get();
    if (activity) return;
    const runId = crypto.randomUUID();
    const controller = new AbortController();
    reading = controller;
    stopping = false;
    set({
      error: undefined,
      activity: { label: 'reading', since: Date.now() },
      draft: '',
      thread: {
        ...thread,
        title: thread.title || ask.text.slice(0, 80),
        turns: [
          ...thread.turns.map((turn) => (turn.state === 'waiting' ? endTurn(turn, 'stopped', Date.now()) : turn)),
          { turnId: runId, ask: ask.text, items: [], state: 'running', startedAt: Date.now() },
        ],
      },
    });
    let page: PageSnapshot | undefined;
    try {
      page = withoutPage ? undefined : await capture(controller.signal);
      if (stopping) throw new AppError('cancelled', 'Stopped before it was sent.');
    } catch (error) {
      reading = undefined;
      set({ thread, draft: ask.text, activity: undefined, error: stopping ? undefined : services.toError(error) });
      return;
    }
    set({ activity: { label: 'thinking', since: Date.now() } });
    await services.remembered.lastThread.set(thread.threadId);
    await consume((signal) =>
      services.runs.ask(
        {
          threadId: thread.threadId,
          runId,
          ask,
          after: thread.lastSeq,
          ...(page ? { page } : {}),
          pageTools: page ? get().pageTools : undefined,
        },
        signal,
      ),
    );
  }

  /** Sends the answer to an interrupt and reads on. `undefined` cancels the call. */
  async function answer(interruptId: string, payload: InterruptAnswer | undefined): Promise<void> {
    const { thread } = get();
    set(({ answering }) => ({
      answering: { ...answering, [interruptId]: true },
      activity: { label: 'answering', since: Date.now() },
      thread: changeItem(thread, interruptId, (item) => {
        if (item.type !== 'interrupt') return item;
        if (payload?.kind === 'page-tool') {
          const { snapshot: _after, ...shown } = payload;
          return { ...item, closed: true, answer: shown };
        }
        if (payload?.kind !== 'plan') return { ...item, closed: true, ...(payload ? { answer: payload } : {}) };
        const { snapshot: _page, ...shown } = payload;
        return { ...item, closed: true, answer: shown, open: { ...item.open, receipts: payload.receipts } };
      }),
    }));
    await consume((signal) =>
      services.runs.answer(
        { threadId: thread.threadId, interruptId, answer: payload, after: get().thread.lastSeq },
        signal,
      ),
    );
    set(({ answering }) => {
      const { [interruptId]: _done, ...rest } = answering;
      return { answering: rest };
    });
  }

  /** Ends the turn: model, tools, what waits. Returns when everything has ended. */
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    set({ activity: { label: 'stopping', since: get().activity?.since ?? Date.now() } });
    try {
      await services.runs.stop(get().thread.threadId, AbortSignal.timeout(10_000));
    } catch (error) {
      const body = services.toError(error);
      // Nothing ran there any more: stopped all the same.
      if (body.code !== 'not-found' && body.code !== 'conflict') set({ error: body });
    }
    reading?.abort();
    reading = undefined;
    stopping = false;
    set(({ thread }) => ({
      activity: undefined,
      thread: changeLast(thread, (turn) =>
        turn.state === 'running' || turn.state === 'waiting' ? endTurn(turn, 'stopped', Date.now()) : turn,
      ),
    }));
    services.badge(false);
  }

  /** Leaves the thread that is shown; its run goes on in the backend. */
  function leave(): void {
    reading?.abort();
    reading = undefined;
    set({ activity: undefined, error: undefined, plans: {}, answering: {} });
  }

  async function open(threadId: string, signal: AbortSignal): Promise<void> {
    leave();
    const stored = await services.threads.get({ threadId }, signal);
    set({ thread: viewOfThread(stored), screen: 'thread' });
    await services.remembered.lastThread.set(threadId);
    const waiting = openInterrupts();
    services.badge(waiting.length > 0);
    for (const item of waiting) onInterrupt(item, true);
    const { running } = stored;
    if (!running) return;
    set({ activity: { label: 'thinking', since: get().thread.turns.at(-1)?.startedAt ?? Date.now() } });
    void consume((stream) => services.runs.follow({ threadId, runId: running.runId, after: stored.lastSeq }, stream));
  }

  return {
    send,
    answer,
    stop,
    open,
    startNew(): void {
      leave();
      set({ thread: newThread(), screen: 'thread', draft: '' });
    },
  };
}
