import type { PinnedStep } from '@pagehand/contracts/plan';
import type { Receipt } from '@pagehand/contracts/receipt';
import type { AssessedRisk } from '@pagehand/contracts/risk-assessment';
import { LoaderCircle, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PreparedStep } from '../../utils/prepare-plan.ts';
import { stepRefs } from '../../utils/step-refs.ts';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { IconButton } from '../ui/Button.tsx';
import { EditValue } from './EditValue.tsx';
import { FillFields } from './FillFields.tsx';
import { ReceiptRow } from './ReceiptRow.tsx';
import { RiskBadge } from './RiskBadge.tsx';
import { RiskReasons } from './RiskReasons.tsx';
import { StepWords } from './StepWords.tsx';
import type { Targets } from './targets.tsx';

type Props = {
  step: PinnedStep;
  number: number;
  tabId: number;
  targets: Targets;
  risk: AssessedRisk | undefined;
  /** What the step says only together with the page or the browser. */
  about: Pick<PreparedStep, 'focus' | 'tab'> | undefined;
  receipt: Receipt | undefined;
  state: 'waiting' | 'working' | 'next' | 'done';
  /** While the plan is edited: takes the changed step, or undefined to drop it. */
  onEdit?: ((step: PinnedStep | undefined) => void) | undefined;
  children?: ReactNode;
};

/** One step of a plan: its words, its risk and why, its receipt. Hover and focus outline its element in the page. */
export function StepRow(props: Props) {
  const { step, number, targets, risk, receipt, onEdit } = props;
  const t = useText();
  const { services } = useActions();
  const ref = stepRefs(step)[0];
  const outline = (on: boolean) => {
    if (ref !== undefined && receipt === undefined) {
      services.plans.outline(props.tabId, on ? ref : undefined, t('outlineLabel', { n: number }));
    }
  };
  return (
    // The row is focusable so that the keyboard reaches the outline in the page as the pointer does.
    <li
      className={`step step-${props.state}`}
      data-testid="step"
      data-state={props.state}
      tabIndex={ref === undefined || onEdit ? -1 : 0}
      aria-current={props.state === 'working' || props.state === 'next' ? 'step' : undefined}
      onPointerEnter={() => outline(true)}
      onPointerLeave={() => outline(false)}
      onFocus={() => outline(true)}
      onBlur={() => outline(false)}
    >
      <span className="step-number" aria-hidden="true">
        {props.state === 'working' ? <LoaderCircle size={14} className="spin" /> : t.number(number)}
      </span>
      <div className="step-body">
        <div className="step-line">
          <span className="step-words">
            <StepWords step={step} targets={targets} about={props.about} />
          </span>
          {risk && risk.risk !== 'none' ? <RiskBadge risk={risk.risk} /> : null}
          {onEdit ? (
            <IconButton label={t('dropStep', { n: number })} onPress={() => onEdit(undefined)}>
              <Trash2 size={14} />
            </IconButton>
          ) : null}
        </div>
        {step.kind === 'fill' && !onEdit ? <FillFields step={step} targets={targets} /> : null}
        {onEdit ? <EditValue step={step} targets={targets} number={number} onChange={onEdit} /> : null}
        {risk && receipt === undefined ? <RiskReasons risk={risk} /> : null}
        {receipt ? <ReceiptRow receipt={receipt} /> : null}
        {props.children}
      </div>
    </li>
  );
}
