import { AppError } from '@pagehand/contracts/errors';
import type { InterruptAnswer, OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { ActionPlan, ActionStep, PinnedStep } from '@pagehand/contracts/plan';
import type { StepDecision } from '../../utils/approvals.ts';
import type { PreparedPlan, PreparedStep } from '../../utils/prepare-plan.ts';
import type { Services } from '../services.ts';
import { type PlanView, usePanel } from './panel-store.ts';
import { addReceipt } from './reduce-event.ts';

const { getState: get, setState: set } = usePanel;

const BUSY = new AppError('conflict', 'Another plan is at work on a page. Wait until it has ended, or stop it.');

type Answer = (interruptId: string, payload: InterruptAnswer | undefined) => Promise<void>;
type HandIn = (threadId: string, interruptId: string, payload: InterruptAnswer) => Promise<void>;
type Running = { controller: AbortController; threadId: string; prepared: PreparedPlan; ended: Promise<void> };
/** A step that waits for the person. */
type Waiting = { stepId: string; decide(go: boolean): void };

export type RunMode = {
  /** `steps`: each step waits for the person. */
  mode: 'all' | 'steps';
  remember?: 'run' | 'site';
  /** Words of the pill in the page. */
  words: { banner: string; stop: string };
};

/**
 * Preparing, changing, running and rejecting page plans. A plan runs from the person's own click; by itself only when
 * it merely reads, or when nothing in it needs asking and the person let an earlier plan of the same turn run (or chose
 * not to be asked). Never when the panel came back to it.
 */
export function createPlanActions(services: Services, answer: Answer, handIn: HandIn, words: () => RunMode['words']) {
  const running = new Map<string, Running>();
  const waiting = new Map<string, Waiting>();
  const approvedTurns = new Map<string, Set<string>>();

  const change = (id: string, part: Partial<PlanView>) =>
    set(({ plans }) => ({
      plans: { ...plans, [id]: { ...(plans[id] ?? { phase: 'preparing', edited: false, returned: false }), ...part } },
    }));

  /** Checks the plan (or the edited one) on this side and shows it. */
  async function prepare(open: OpenInterrupt, options: { returned?: boolean; plan?: ActionPlan } = {}): Promise<void> {
    const id = open.interruptId;
    const acting = running.get(id);
    if (acting) {
      // The person came back to a thread whose plan has been running all the while.
      const gate = waiting.get(id);
      change(id, {
        phase: gate ? 'between-steps' : 'working',
        ...(gate ? { stepId: gate.stepId } : {}),
        prepared: acting.prepared,
        returned: false,
      });
      return;
    }
    change(id, {
      phase: 'preparing',
      error: undefined,
      ...(options.returned === undefined ? {} : { returned: options.returned }),
      ...(options.plan ? { edited: true } : {}),
    });
    try {
      const prepared = await services.plans.prepare(open, options.plan, AbortSignal.timeout(30_000));
      change(id, { phase: 'deciding', prepared });
      if (get().plans[id]?.returned || options.plan) return;
      if (await goesByItself(open, prepared)) await run(open, { mode: 'all', words: words() }, 'itself');
    } catch (error) {
      const body = services.toError(error);
      // An edited plan that is refused leaves the earlier one standing.
      const keep = options.plan !== undefined && get().plans[id]?.prepared !== undefined;
      change(id, { phase: keep ? 'deciding' : 'refused', error: body });
    }
  }

  async function goesByItself(open: OpenInterrupt, prepared: PreparedPlan): Promise<boolean> {
    if (prepared.steps.some((step) => step.approval === 'yes' || step.approval === 'every-time')) return false;
    const acting = prepared.steps.filter((step) => step.risk.risk !== 'none');
    if (acting.every((step) => step.approval.startsWith('remembered'))) return true;
    const origins = approvedTurns.get(open.turnId);
    if (origins && acting.every((step) => origins.has(step.step.origin))) return true;
    return !(await services.remembered.askBeforeLow.get());
  }

  /** A new plan from the shown one: a value edited in place, or a step dropped. Sanitized and assessed afresh. */
  async function edit(open: OpenInterrupt, steps: readonly PinnedStep[]): Promise<void> {
    const prepared = get().plans[open.interruptId]?.prepared;
    if (!prepared) return;
    const { planId, goal, snapshotId } = prepared.plan;
    await prepare(open, { plan: { planId, goal, snapshotId, steps: steps.map(unpinned) } });
  }

  async function run(open: OpenInterrupt, how: RunMode, by: 'person' | 'itself'): Promise<void> {
    const id = open.interruptId;
    const view = get().plans[id];
    const { request } = open;
    if (!view?.prepared || request.kind !== 'plan') return;
    if (running.size > 0) {
      // One plan acts at a time; this one stays as it is, to be run afterwards.
      if (!running.has(id)) change(id, { phase: 'deciding', error: BUSY.toBody() });
      return;
    }
    const { prepared } = view;
    const decidedAt = Date.now();
    const first = prepared.steps[0]?.step.stepId;
    const controller = new AbortController();
    const { threadId } = get().thread;
    const shown = () => get().thread.threadId === threadId;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    running.set(id, { controller, threadId, prepared, ended });
    change(id, { phase: 'working', returned: false, error: undefined });
    set({ activity: { label: 'acting', since: decidedAt } });

    const remember = how.remember === undefined ? {} : { remember: how.remember };
    /** The click on the card covers what it showed. "Step by step" asks at the step, and so does a critical one among others. */
    const decide = async (step: PreparedStep, why: string, signal: AbortSignal): Promise<StepDecision> => {
      const { stepId } = step.step;
      const alone = prepared.steps.length === 1;
      if (why !== 'stale' && (alone || (why !== 'critical' && (how.mode === 'all' || stepId === first)))) {
        return { allow: true, hash: step.hash, decidedAt, ...remember };
      }
      change(id, { phase: 'between-steps', stepId });
      const asks = (yes: boolean) =>
        set(({ activity }) => (activity?.label === 'acting' ? { activity: { ...activity, asks: yes } } : {}));
      asks(true);
      const go = await new Promise<boolean>((resolve) => {
        waiting.set(id, { stepId, decide: resolve });
        signal.addEventListener('abort', () => resolve(false), { once: true });
      });
      waiting.delete(id);
      asks(false);
      change(id, { phase: 'working', stepId });
      return go ? { allow: true, hash: step.hash, decidedAt: Date.now(), ...remember } : { allow: false };
    };
    try {
      const result = await services.plans.run(
        {
          threadId,
          turnId: open.turnId,
          interruptId: id,
          prepared: how.mode === 'steps' ? everyStepAsks(prepared) : prepared,
          ...(view.edited ? { editedFrom: request.plan } : {}),
          bannerText: how.words.banner,
          stopLabel: how.words.stop,
          decide,
          onProgress: (progress) => {
            if (progress.state !== 'done') {
              if (shown()) change(id, { stepId: progress.stepId, unanswered: progress.state === 'unanswered' });
              return;
            }
            if (shown()) change(id, { unanswered: false });
            set(({ thread }) => ({ thread: addReceipt(thread, id, progress.receipt) }));
          },
        },
        controller.signal,
      );
      running.delete(id);
      // Reading by itself is no yes to acting, and neither is a plan that the person broke off.
      if (by === 'person' && result.kind === 'plan' && (result.status === 'ran' || result.status === 'stopped')) {
        const origins = approvedTurns.get(open.turnId) ?? new Set();
        for (const { step } of prepared.steps) origins.add(step.origin);
        approvedTurns.set(open.turnId, origins);
      }
      if (controller.signal.aborted) return;
      if (shown()) {
        change(id, { phase: 'answering' });
        await answer(id, result);
      } else {
        set({ activity: undefined });
        await handIn(threadId, id, result);
      }
    } catch (error) {
      if (shown()) change(id, { phase: 'deciding', error: services.toError(error) });
      set({ activity: undefined });
    } finally {
      running.delete(id);
      end();
    }
  }

  return {
    prepare,
    edit,
    run: (open: OpenInterrupt, how: RunMode): Promise<void> => run(open, how, 'person'),
    /** The person said yes or no to the step that waits. */
    decideStep(interruptId: string, go: boolean): void {
      waiting.get(interruptId)?.decide(go);
    },
    async reject(open: OpenInterrupt, reason: string): Promise<void> {
      change(open.interruptId, { phase: 'answering' });
      const receipts = open.receipts;
      const told = reason.trim() === '' ? {} : { reason: reason.trim() };
      await answer(open.interruptId, { kind: 'plan', status: 'rejected', receipts, ...told });
    },
    /** Gives a plan that cannot run back to the agent, with why and the page as it is now. */
    async giveBack(open: OpenInterrupt): Promise<void> {
      const { error } = get().plans[open.interruptId] ?? {};
      if (!error) return;
      change(open.interruptId, { phase: 'answering' });
      await answer(open.interruptId, await services.plans.refuse(open, error, AbortSignal.timeout(20_000)));
    },
    /** Stop: the step in the page is aborted, what waits is not done. @returns the plan that acted. */
    abort(): { threadId: string; ended: Promise<void> } | undefined {
      for (const { controller } of running.values()) controller.abort();
      return [...running.values()][0];
    },
    actsFor: (threadId: string): boolean => [...running.values()].some((plan) => plan.threadId === threadId),
  };
}

function everyStepAsks(prepared: PreparedPlan): PreparedPlan {
  const steps = prepared.steps.map(
    (step): PreparedStep => ({ ...step, approval: step.approval === 'every-time' ? 'every-time' : 'yes' }),
  );
  return { ...prepared, steps };
}

function unpinned({ stepId: _id, origin: _origin, documentId: _document, ...step }: PinnedStep): ActionStep {
  return step as ActionStep; // a pinned step without its pins is a step; the sanitizer checks it again
}
