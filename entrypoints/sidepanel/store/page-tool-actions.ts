import type { Approval } from '@pagehand/contracts/approval';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { InterruptAnswer, OpenInterrupt } from '@pagehand/contracts/interrupts';
import { LIMITS } from '@pagehand/contracts/limits';
import { refusedPageTool, rejectedPageTool } from '../../utils/page-tool-call.ts';
import type { PreparedPageTool } from '../../utils/page-tool-prepare.ts';
import type { PageToolWatch } from '../../utils/page-tool-watch.ts';
import type { Services } from '../services.ts';
import { usePanel } from './panel-store.ts';

const { getState: get, setState: set } = usePanel;

/** How far the panel got with a call of a page tool. `confirming`: the second step of a critical one. */
export type PageCallView = {
  phase: 'checking' | 'deciding' | 'confirming' | 'working' | 'answering';
  prepared?: PreparedPageTool;
  /** The panel came back to it: nothing runs by itself. */
  returned: boolean;
  error?: AppErrorBody | undefined;
};

type Answer = (interruptId: string, payload: InterruptAnswer | undefined) => Promise<void>;
type HandIn = (threadId: string, interruptId: string, payload: InterruptAnswer) => Promise<void>;

/**
 * Watching what the page offers; checking, approving and running calls of its tools. Calls run one after the other: each
 * may change what the next one finds.
 */
export function createPageToolActions(services: Services, answer: Answer, handIn: HandIn) {
  let watching: { tabId: number; watch: PageToolWatch } | undefined;
  let queue: Promise<void> = Promise.resolve();
  const running = new Map<string, { controller: AbortController; threadId: string; prepared: PreparedPageTool }>();
  let announcing: Promise<void> = Promise.resolve();
  /** Thread and revision that the backend was told last. */
  let told = '';

  const maxTools = (): number => get().tools?.maxActiveTools ?? LIMITS.maxActiveTools;
  const change = (id: string, part: Partial<PageCallView>): void =>
    set(({ pageCalls }) => ({
      pageCalls: { ...pageCalls, [id]: { ...(pageCalls[id] ?? { phase: 'checking', returned: false }), ...part } },
    }));

  /** Tells the backend what is on screen, one update after the other; a thread without a turn is told with its first ask. */
  function announce(): Promise<void> {
    const { pageTools, pageOff, thread, connection } = get();
    if (!pageTools || pageOff || thread.turns.length === 0 || connection.state !== 'ready') return announcing;
    const key = `${thread.threadId} ${pageTools.revision}`;
    if (key === told) return announcing;
    told = key;
    announcing = announcing.then(() =>
      services.pageTools.announce(thread.threadId, pageTools, AbortSignal.timeout(5_000)).catch(() => undefined),
    );
    return announcing;
  }

  function follow(tabId: number | undefined): void {
    if (watching?.tabId === tabId) return;
    watching?.watch.stop();
    watching = undefined;
    set({ pageTools: undefined });
    if (tabId === undefined) return;
    const watch = services.pageTools.watch(tabId, {
      maxTools,
      onChange(pageTools) {
        if (watching?.tabId !== tabId) return;
        set({ pageTools });
        void announce();
      },
    });
    watching = { tabId, watch };
  }

  /** Looks now, and resolves when the backend knows. */
  async function refresh(): Promise<void> {
    await watching?.watch.refresh();
    await announce();
  }

  /** Into the thread that the call is of, also when another one is shown by now. */
  async function giveBack(threadId: string, id: string, payload: InterruptAnswer): Promise<void> {
    change(id, { phase: 'answering' });
    if (get().thread.threadId === threadId) return answer(id, payload);
    set(({ activity }) => (activity?.label === 'acting' ? { activity: undefined } : {}));
    await handIn(threadId, id, payload);
  }

  async function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = queue.then(work, work);
    queue = mine.catch(() => undefined);
    return mine;
  }

  /** Checks a call and shows it; what needs nobody's word runs at once, unless the panel came back to it. */
  function prepare(open: OpenInterrupt, returned: boolean): Promise<void> {
    const id = open.interruptId;
    const { threadId } = get().thread;
    const acting = running.get(id);
    if (acting) {
      // The person came back to a thread whose call has been running all the while.
      change(id, { phase: 'working', prepared: acting.prepared, returned: false });
      return Promise.resolve();
    }
    change(id, { phase: 'checking', returned, error: undefined });
    return inTurn(async () => {
      try {
        const prepared = await services.pageTools.prepare(open, watching?.tabId, maxTools());
        change(id, { phase: 'deciding', prepared });
        if (prepared.approval === 'no' && !returned) await run(threadId, open, prepared, undefined, false);
      } catch (error) {
        // An invalid or outdated call is nothing for the person to decide: it goes back with every problem.
        await giveBack(threadId, id, refusedPageTool(services.toError(error)));
      }
    });
  }

  async function run(
    threadId: string,
    open: OpenInterrupt,
    prepared: PreparedPageTool,
    approval: Approval | undefined,
    forRun: boolean,
  ): Promise<void> {
    const id = open.interruptId;
    const controller = new AbortController();
    running.set(id, { controller, threadId, prepared });
    change(id, { phase: 'working', error: undefined });
    set({ activity: { label: 'acting', since: Date.now() } });
    try {
      const { answer: result, release } = await services.pageTools.run(
        { threadId, open, prepared, approval, forRun, maxTools: maxTools(), announce: refresh },
        controller.signal,
      );
      running.delete(id);
      if (!controller.signal.aborted) await giveBack(threadId, id, result);
      await release();
    } catch (error) {
      change(id, { phase: 'deciding', error: services.toError(error) });
      set({ activity: undefined });
    } finally {
      running.delete(id);
    }
  }

  return {
    prepare,
    refresh,
    /** Follows the tab in front from now on. */
    watch(): void {
      const look = ({ page, pageOff }: ReturnType<typeof get>): void =>
        follow(pageOff || page === undefined || page.access !== 'granted' ? undefined : page.tabId);
      look(get());
      usePanel.subscribe((state, before) => {
        if (state.page !== before.page || state.pageOff !== before.pageOff) look(state);
        if (state.tools !== before.tools) void watching?.watch.refresh();
      });
    },
    /** The person's yes to exactly what the card shows. A critical call needs a second one. */
    async approve(open: OpenInterrupt, forRun: boolean): Promise<void> {
      const view = get().pageCalls[open.interruptId];
      if (!view?.prepared || (view.phase !== 'deciding' && view.phase !== 'confirming')) return;
      const { prepared } = view;
      if (prepared.approval === 'critical' && view.phase === 'deciding') {
        change(open.interruptId, { phase: 'confirming' });
        return;
      }
      const approval = { hash: prepared.hash, approved: true, decidedAt: Date.now() };
      change(open.interruptId, { phase: 'working' });
      const { threadId } = get().thread;
      await inTurn(() => run(threadId, open, prepared, approval, forRun));
    },
    /** Back from the second step. */
    stepBack: (interruptId: string): void => change(interruptId, { phase: 'deciding' }),
    reject(open: OpenInterrupt, reason: string): Promise<void> {
      const { threadId } = get().thread;
      return inTurn(() => giveBack(threadId, open.interruptId, rejectedPageTool(reason)));
    },
    /** Stop: the handler's signal fires. @returns the thread of the call that ran. */
    abort(): string | undefined {
      for (const { controller } of running.values()) controller.abort();
      return [...running.values()][0]?.threadId;
    },
    actsFor: (threadId: string): boolean => [...running.values()].some((call) => call.threadId === threadId),
  };
}
