import type { Activity } from './store/panel-store.ts';
import { usePanel } from './store/panel-store.ts';
import { type TextKey, useText } from './texts/text.ts';
import { Elapsed } from './ui/Elapsed.tsx';

const WORDS = {
  reading: 'statusReading',
  thinking: 'statusThinking',
  acting: 'statusActing',
  answering: 'statusAnswering',
  stopping: 'stopping',
} as const satisfies Record<Activity['label'], TextKey>;

/** What is running and for how long, always in the same place. Empty when nothing runs. */
export function StatusLine() {
  const t = useText();
  const activity = usePanel((state) => state.activity);
  const told = usePanel((state) => state.thread.turns.at(-1)?.status);
  const step = usePanel((state) => stepInHand(state.plans));
  const unanswered = usePanel((state) => Object.values(state.plans).some((plan) => plan.unanswered));
  if (!activity) return <div className="status" role="status" />;
  const words =
    activity.label === 'acting' && unanswered
      ? t('statusUnanswered')
      : activity.label === 'acting' && step !== undefined
        ? t('statusStep', { n: step })
        : activity.label === 'thinking' && told !== undefined && told !== ''
          ? told
          : t(WORDS[activity.label]);
  return (
    <div className="status status-on" role="status" data-testid="status">
      <span className="pulse" aria-hidden="true" />
      <span className="status-words">{words}</span>
      <Elapsed since={activity.since} />
    </div>
  );
}

/** Number of the step that runs: its id is `s<number>`. */
function stepInHand(plans: ReturnType<typeof usePanel.getState>['plans']): string | undefined {
  const plan = Object.values(plans).find((view) => view.phase === 'working' || view.phase === 'between-steps');
  return plan?.stepId?.slice(1);
}
