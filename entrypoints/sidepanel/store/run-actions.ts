import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import type { Ask, Services } from '../services.ts';
import { type CapturedAsk, captureAsk } from './capture-ask.ts';
import { givenNow } from './given-with-ask.ts';
import { closeWith, openInterrupts } from './interrupt-items.ts';
import { newThread, usePanel } from './panel-store.ts';
import { changeItem, changeLast, endTurn } from './reduce-event.ts';
import { viewOfThread } from './reduce-messages.ts';
import { createRunReader, type OnInterrupt } from './run-reader.ts';

const { getState: get, setState: set } = usePanel;

/** An ask that comes back to the composer goes before what was written meanwhile. */
const withWaiting = (ask: string, draft: string): string => (draft.trim() === '' ? ask : `${ask}\n${draft}`);

/**
 * Asking, answering, following and stopping the runs of the thread that is shown; a thread that is left keeps
 * running in the backend.
 */
export function createRunActions(services: Services, onInterrupt: OnInterrupt) {
  const reader = createRunReader(services, onInterrupt);
  const { consume, fail } = reader;
  /** An ask whose page is still being read: nothing of it has left the panel. */
  let unsent: AbortController | undefined;
  let stopping = false;

  /** @param withoutPage the person chose to ask although the page cannot be read. */
  async function send(ask: Ask, withoutPage = false): Promise<void> {
    const { thread, activity } = get();
    if (activity) return;
    const runId = crypto.randomUUID();
    const controller = new AbortController();
    unsent = controller;
    set({
      error: undefined,
      activity: { label: 'reading', since: Date.now() },
      draft: '',
      thread: {
        ...thread,
        title: thread.title || ask.text.slice(0, 80),
        turns: [
          ...thread.turns.map((turn) => (turn.state === 'waiting' ? endTurn(turn, 'stopped', Date.now()) : turn)),
          { turnId: runId, ask: ask.text, given: givenNow(get()), items: [], state: 'running', startedAt: Date.now() },
        ],
      },
    });
    let captured: CapturedAsk;
    try {
      captured = await captureAsk(services, withoutPage, controller.signal);
    } catch (error) {
      if (unsent === controller) unsent = undefined;
      const here = get().thread.threadId === thread.threadId;
      set(({ draft }) => ({
        draft: withWaiting(ask.text, draft),
        activity: undefined,
        ...(here ? { thread } : {}),
        ...(here && !controller.signal.aborted ? { error: services.toError(error) } : {}),
      }));
      return;
    }
    unsent = undefined;
    set({ activity: { label: 'thinking', since: Date.now() }, attachments: [], mentions: [] });
    void services.remembered.lastThread.set(thread.threadId);
    const refused = await consume((signal) =>
      services.runs.ask(
        {
          threadId: thread.threadId,
          runId,
          ask,
          after: thread.lastSeq,
          ...captured,
        },
        signal,
      ),
    );
    if (refused) fail(refused);
  }

  /** Sends the answer to an interrupt and reads on. `undefined` cancels the call. What cannot be sent stays open. */
  async function answer(interruptId: string, payload: InterruptAnswer | undefined): Promise<void> {
    const { thread } = get();
    const before = thread.turns.flatMap((turn) => turn.items).find((item) => item.id === interruptId);
    set(({ answering }) => ({
      error: undefined,
      answering: { ...answering, [interruptId]: true },
      activity: { label: 'answering', since: Date.now() },
      thread: changeItem(thread, interruptId, (item) => (item.type === 'interrupt' ? closeWith(item, payload) : item)),
    }));
    const refused = await consume((signal) =>
      services.runs.answer(
        { threadId: thread.threadId, interruptId, answer: payload, after: get().thread.lastSeq },
        signal,
      ),
    );
    // Answered already, here or by another panel: how things stand is shown instead.
    if (refused?.code === 'other-panel' || refused?.code === 'conflict' || refused?.code === 'not-found')
      return open(thread.threadId, AbortSignal.timeout(20_000)).catch((error) => fail(services.toError(error)));
    set(({ answering, thread: now }) => {
      const { [interruptId]: _done, ...rest } = answering;
      if (!refused || before?.type !== 'interrupt') return { answering: rest };
      return {
        answering: rest,
        error: refused,
        thread: changeItem(now, interruptId, (item) =>
          item.type === 'interrupt' ? { ...before, open: item.open } : item,
        ),
      };
    });
    if (refused && before?.type === 'interrupt') onInterrupt({ ...before, open: before.open }, true);
  }

  /**
   * Ends the turn: model, tools, what waits. Returns when everything has ended.
   * @param acting the plan that acts, perhaps of another thread than the one shown: what it did is waited for.
   */
  async function stop(acting?: { threadId: string; ended: Promise<void> }): Promise<void> {
    if (unsent) {
      unsent.abort();
      return;
    }
    if (stopping) return;
    stopping = true;
    const { threadId } = get().thread;
    set({ activity: { label: 'stopping', since: get().activity?.since ?? Date.now() } });
    try {
      // A stop that overtook the ask would find nothing to stop.
      await Promise.race([reader.begun(), new Promise((resolve) => setTimeout(resolve, 5_000))]);
      await Promise.all([services.runs.stop(acting?.threadId ?? threadId, AbortSignal.timeout(10_000)), acting?.ended]);
    } catch (error) {
      const body = services.toError(error);
      // Nothing ran there any more: stopped all the same.
      if (body.code !== 'not-found' && body.code !== 'conflict') set({ error: body });
    }
    stopping = false;
    if (acting !== undefined && acting.threadId !== threadId) {
      set({ activity: undefined });
      return;
    }
    if (get().thread.threadId !== threadId) return;
    reader.leave();
    set(({ thread }) => ({
      activity: undefined,
      thread: changeLast(thread, (turn) =>
        turn.state === 'running' || turn.state === 'waiting' ? endTurn(turn, 'stopped', Date.now()) : turn,
      ),
    }));
    services.badge(false);
  }

  /** Leaves the thread that is shown; its run goes on in the backend, and a plan that acts goes on in the page. */
  function leave(): void {
    unsent?.abort();
    unsent = undefined;
    reader.leave();
    set(({ activity }) => ({
      ...(activity?.label === 'acting' ? {} : { activity: undefined }),
      error: undefined,
      // What was said aloud of another thread is not to be read here.
      announcement: '',
      plans: {},
      answering: {},
    }));
  }

  async function open(threadId: string, signal: AbortSignal): Promise<void> {
    const stored = await services.threads.get({ threadId }, signal);
    leave();
    set({ thread: viewOfThread(stored), screen: 'thread' });
    await services.remembered.lastThread.set(threadId);
    const waiting = openInterrupts(get().thread);
    services.badge(waiting.length > 0);
    for (const item of waiting) onInterrupt(item, true);
    const { running } = stored;
    if (!running) return;
    set({ activity: { label: 'thinking', since: get().thread.turns.at(-1)?.startedAt ?? Date.now() } });
    void consume((stream) =>
      services.runs.follow({ threadId, runId: running.runId, after: stored.lastSeq }, stream),
    ).then((refused) => refused && fail(refused));
  }

  /** After the backend was away: the thread as it is there. An ask that never arrived goes back into the composer. */
  async function again(): Promise<void> {
    const { thread } = get();
    const last = thread.turns.at(-1);
    try {
      await open(thread.threadId, AbortSignal.timeout(20_000));
    } catch (error) {
      if (services.toError(error).code !== 'not-found') throw error;
      // Its first ask never arrived, so there is no such thread yet.
      leave();
      set({ thread: newThread() });
    }
    if (last?.ask === undefined || get().thread.turns.some((turn) => turn.turnId === last.turnId)) return;
    const { ask } = last;
    set(({ draft }) => ({ draft: withWaiting(ask, draft) }));
  }

  return {
    send,
    answer,
    stop,
    open,
    again,
    /** What was being written stays: it belongs to the person, not to a thread. */
    startNew(): void {
      leave();
      set({ thread: newThread(), screen: 'thread' });
      void services.remembered.lastThread.set(undefined);
    },
    /** Hands in what a plan of a thread that is no longer shown did; its run goes on in the backend. */
    async handIn(threadId: string, interruptId: string, payload: InterruptAnswer): Promise<void> {
      const stream = services.runs.answer(
        { threadId, interruptId, answer: payload, after: 0 },
        AbortSignal.timeout(60_000),
      );
      for await (const _event of stream) break;
    },
  };
}
