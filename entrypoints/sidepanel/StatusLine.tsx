import { useEffect, useState } from 'react';
import type { Activity } from './store/panel-store.ts';
import { usePanel } from './store/panel-store.ts';
import type { Turn } from './store/view-state.ts';
import { type TextKey, useText } from './texts/text.ts';
import { toolTitle } from './thread/tool-title.ts';
import { Elapsed } from './ui/Elapsed.tsx';

const WORDS = {
  reading: 'statusReading',
  thinking: 'statusThinking',
  acting: 'statusActing',
  answering: 'statusAnswering',
  stopping: 'stopping',
} as const satisfies Record<Activity['label'], TextKey>;

/** A page that has not been read after this long does not answer: a dialog that is open in it holds it, ms. */
const SLOW_MS = 1_500;

/** What is running and for how long, always in the same place. Empty when nothing runs. */
export function StatusLine() {
  const t = useText();
  const activity = usePanel((state) => state.activity);
  const told = usePanel((state) => state.thread.turns.at(-1)?.status);
  const tool = usePanel((state) => runningTool(state.thread.turns.at(-1)));
  const step = usePanel((state) => stepInHand(state.plans));
  const unanswered = usePanel((state) => Object.values(state.plans).some((plan) => plan.unanswered));
  const slow = useLongReading(activity);
  if (!activity) return <div className="status" role="status" />;
  // Nothing runs meanwhile, so no time is told; another thread may be on the screen.
  if (activity.asks) {
    return (
      <div className="status status-on" role="status" data-testid="status">
        <span className="status-words">{step === undefined ? t('statusAsks') : t('stepWaits', { n: step })}</span>
      </div>
    );
  }
  const words =
    (activity.label === 'acting' && unanswered) || slow
      ? t('statusUnanswered')
      : activity.label === 'acting' && step !== undefined
        ? t('statusStep', { n: step })
        : activity.label === 'thinking' && told !== undefined && told !== ''
          ? // The backend speaks English; in another language the tool in hand says it.
            t.language === 'en' || tool === undefined
            ? told
            : toolTitle(tool, t)
          : t(WORDS[activity.label]);
  return (
    <div className="status status-on" role="status" data-testid="status">
      <span className="pulse" aria-hidden="true" />
      <span className="status-words">{words}</span>
      <Elapsed since={activity.since} />
    </div>
  );
}

/** Whether the page has been read for so long that it does not seem to answer. */
function useLongReading(activity: Activity | undefined): boolean {
  const since = activity?.label === 'reading' ? activity.since : undefined;
  const [slowSince, setSlowSince] = useState<number>();
  useEffect(() => {
    if (since === undefined) return;
    const timer = setTimeout(() => setSlowSince(since), SLOW_MS);
    return () => clearTimeout(timer);
  }, [since]);
  return since !== undefined && slowSince === since;
}

/** Name of the tool that runs. */
function runningTool(turn: Turn | undefined): string | undefined {
  const item = turn?.items.findLast((one) => one.type === 'tool' && one.state === 'running');
  return item?.type === 'tool' ? item.name : undefined;
}

/** Number of the step that runs: its id is `s<number>`. */
function stepInHand(plans: ReturnType<typeof usePanel.getState>['plans']): string | undefined {
  const plan = Object.values(plans).find((view) => view.phase === 'working' || view.phase === 'between-steps');
  return plan?.stepId?.slice(1);
}
