import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { InterruptAnswer, OpenInterrupt } from '@pagehand/contracts/interrupts';
import { LIMITS } from '@pagehand/contracts/limits';
import { maxRisk, type Risk } from '@pagehand/contracts/risk-level';
import type { BackgroundRequest, PreparedBackground } from '../background-services.ts';
import type { Services } from '../services.ts';
import { usePanel } from './panel-store.ts';

const { getState: get, setState: set } = usePanel;

/** How far the panel got with a page that is to be read in the background. */
export type BackgroundView = {
  phase: 'checking' | 'deciding' | 'working' | 'answering';
  prepared?: PreparedBackground;
  /** The panel came back to it: nothing runs by itself. */
  returned: boolean;
  error?: AppErrorBody | undefined;
};

type Answer = (interruptId: string, payload: InterruptAnswer | undefined) => Promise<void>;

/** What the backend says, and never less than this panel knows itself: an address is read with the person's cookies. */
export const backgroundRisk = ({ risk, target }: BackgroundRequest): Risk =>
  maxRisk(risk.risk, target.type === 'url' ? 'high' : 'low');

/** Reading pages in a background tab: what needs nobody's word at once, the rest after the person's yes. */
export function createBackgroundActions(services: Services, answer: Answer) {
  const running = new Map<string, AbortController>();
  const change = (id: string, part: Partial<BackgroundView>): void =>
    set(({ backgroundPages }) => ({
      backgroundPages: {
        ...backgroundPages,
        [id]: { ...(backgroundPages[id] ?? { phase: 'checking', returned: false }), ...part },
      },
    }));

  function giveBack(id: string, payload: InterruptAnswer): Promise<void> {
    change(id, { phase: 'answering' });
    return answer(id, payload);
  }

  async function prepare(open: OpenInterrupt, returned: boolean): Promise<void> {
    const { request, interruptId: id } = open;
    if (request.kind !== 'background-page') return;
    change(id, { phase: 'checking', returned, error: undefined });
    try {
      const prepared = await services.background.prepare(request);
      const risk = backgroundRisk(request);
      const asks = returned || !prepared.access || (risk !== 'none' && risk !== 'low');
      change(id, { phase: asks ? 'deciding' : 'working', prepared });
      if (!asks) await run(open, prepared.url);
    } catch (error) {
      change(id, { phase: 'deciding', error: services.toError(error) });
    }
  }

  async function run(open: OpenInterrupt, url: string): Promise<void> {
    const id = open.interruptId;
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { phase: 'working', error: undefined });
    set({ activity: { label: 'reading', since: Date.now() } });
    try {
      const { threadId } = get().thread;
      const { answer: result, release } = await services.background.read({ threadId, open, url }, controller.signal);
      running.delete(id);
      if (!controller.signal.aborted) await giveBack(id, result);
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
    /** The person's yes to exactly the address on the card. No await before the browser's own question. */
    async approve(open: OpenInterrupt): Promise<void> {
      const view = get().backgroundPages[open.interruptId];
      if (view?.phase !== 'deciding' || view.prepared === undefined) return;
      const { url, access } = view.prepared;
      const allowed = access ? Promise.resolve(true) : services.background.allow(url);
      change(open.interruptId, { phase: 'working' });
      if (await allowed.catch(() => false)) await run(open, url);
      else change(open.interruptId, { phase: 'deciding' });
    },
    reject: (open: OpenInterrupt, reason: string): Promise<void> =>
      giveBack(open.interruptId, {
        kind: 'background-page',
        outcome: {
          status: 'rejected',
          ...(reason.trim() === '' ? {} : { reason: reason.trim().slice(0, LIMITS.goal) }),
        },
      }),
    /** Stop: the tab is closed. */
    abort(): void {
      for (const controller of running.values()) controller.abort();
    },
  };
}
