import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { Services } from '../services.ts';
import { type InterruptItem, openInterrupts } from './interrupt-items.ts';
import { usePanel } from './panel-store.ts';
import { changeLast, endTurn, reduceEvent, type SequencedEvent } from './reduce-event.ts';

const { getState: get, setState: set } = usePanel;

/** Called when an interrupt appears, in a stream or in a thread that was opened (`returned`). */
export type OnInterrupt = (item: InterruptItem, returned: boolean) => void;

/** Reads the events of runs into the thread that is shown, at most one stream at a time. */
export function createRunReader(services: Services, onInterrupt: OnInterrupt) {
  let reading: AbortController | undefined;
  /** Settles when the backend knows of the run that is on, or refused it: only then can it be told to stop. */
  let begun: Promise<void> = Promise.resolve();

  /**
   * Reads a stream into the view until it ends, breaks or the thread is left.
   * @returns why the run did not begin at all; undefined when it did, also when its stream broke later.
   */
  async function consume(
    stream: (signal: AbortSignal) => AsyncIterable<SequencedEvent>,
  ): Promise<AppErrorBody | undefined> {
    reading?.abort();
    const controller = new AbortController();
    reading = controller;
    let began: () => void = () => undefined;
    begun = new Promise((resolve) => {
      began = resolve;
    });
    let started = false;
    const known = new Set(openInterrupts(get().thread).map((item) => item.id));
    try {
      for await (const event of stream(controller.signal)) {
        started = true;
        began();
        if (controller.signal.aborted) return undefined;
        const before = get().thread;
        const thread = reduceEvent(before, event, Date.now());
        if (thread !== before) set({ thread });
        for (const item of openInterrupts(get().thread)) {
          if (known.has(item.id)) continue;
          known.add(item.id);
          onInterrupt(item, false);
        }
      }
      announceAnswer();
      return undefined;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      const body = services.toError(error);
      if (!started) return body;
      fail(body);
      return undefined;
    } finally {
      began();
      if (reading === controller) {
        reading = undefined;
        // A plan that runs by itself may have begun before the stream that showed it has ended.
        set(({ activity }) => (activity?.label === 'acting' ? {} : { activity: undefined }));
        services.badge(openInterrupts(get().thread).length > 0);
      }
    }
  }

  /** The turn that is shown ended so. */
  function fail(body: AppErrorBody): void {
    set(({ thread }) => ({
      thread: changeLast(thread, (turn) =>
        body.code === 'cancelled'
          ? endTurn(turn, 'stopped', Date.now())
          : { ...endTurn(turn, 'failed', Date.now()), error: body },
      ),
    }));
  }

  function announceAnswer(): void {
    const last = get().thread.turns.at(-1);
    const text = last?.items.findLast((item) => item.type === 'text');
    if (last?.state === 'done' && text?.type === 'text') set({ announcement: text.text });
  }

  return {
    consume,
    fail,
    begun: (): Promise<void> => begun,
    /** The thread is left, or its run has ended: what still comes is not read. */
    leave(): void {
      reading?.abort();
      reading = undefined;
    },
  };
}
