import type { PinnedStep } from '@pagehand/contracts/plan';
import type { Risk } from '@pagehand/contracts/risk-level';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { DecideButton } from './DecideButton.tsx';

/** Between two steps: the next one waits for the person. A critical one always does. */
export function StepGate(props: { interruptId: string; step: PinnedStep; number: number; risk: Risk }) {
  const t = useText();
  const { actions } = useActions();
  const critical = props.risk === 'critical';
  return (
    <div className="buttons" role="alert" aria-label={t('stepWaits', { n: props.number })}>
      <DecideButton
        look={critical ? 'danger' : 'primary'}
        armKey={`${props.interruptId} ${props.step.stepId}`}
        onPress={() => actions.plans.decideStep(props.interruptId, true)}
      >
        {t(critical ? 'doCriticalStep' : 'doStep', { n: props.number })}
      </DecideButton>
      <DecideButton
        look="plain"
        armKey={props.step.stepId}
        onPress={() => actions.plans.decideStep(props.interruptId, false)}
      >
        {t('stopHere')}
      </DecideButton>
    </div>
  );
}
