import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { Receipt } from '@pagehand/contracts/receipt';
import { Ban, CircleCheck, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorLine } from '../states/ErrorLine.tsx';
import type { ShownAnswer } from '../store/view-state.ts';
import { type Translate, useText } from '../texts/text.ts';
import { Value } from './Value.tsx';

/** A decided plan in one line, `3 steps, 2 changed, 1 no effect`; opened, its steps and receipts. */
export function PlanSummary(props: {
  open: OpenInterrupt;
  answer: ShownAnswer | undefined;
  steps: ReactNode;
  count: number;
}) {
  const t = useText();
  const { answer } = props;
  const { receipts } = props.open;
  const plan = answer?.kind === 'plan' ? answer : undefined;
  const rejected = plan?.status === 'rejected';
  const Icon = rejected
    ? Ban
    : receipts.length === props.count && plan?.status !== 'stopped'
      ? CircleCheck
      : CircleMinus;
  return (
    <section className="card card-plain" aria-label={t('planLabel')} data-testid="plan-summary">
      <details className="fold plan-fold">
        <summary className="card-title">
          <span className="card-icon" aria-hidden="true">
            <Icon size={16} />
          </span>
          <span className="card-name">{rejected ? t('planRejected') : summaryWords(props.count, receipts, t)}</span>
        </summary>
        <div className="card-body">
          {props.steps}
          {plan?.editedPlan ? <p className="hint">{t('planEdited')}</p> : null}
        </div>
      </details>
      {rejected && plan.reason !== undefined ? (
        <p className="card-foot">
          <Value text={plan.reason} />
        </p>
      ) : null}
      {plan?.error ? <ErrorLine error={plan.error} /> : null}
    </section>
  );
}

const ORDER = ['changed', 'ok', 'no-effect', 'refused', 'unsure'] as const;
const COUNTS = {
  changed: 'countChanged',
  ok: 'countOk',
  'no-effect': 'countNoEffect',
  refused: 'countRefused',
  unsure: 'countUnsure',
} as const;

/** `3 steps, 2 changed, 1 not run`. */
function summaryWords(count: number, receipts: readonly Receipt[], t: Translate): string {
  const parts = ORDER.flatMap((outcome) => {
    const n = receipts.filter((receipt) => receipt.outcome === outcome).length;
    return n === 0 ? [] : [t(COUNTS[outcome], { n: t.number(n) })];
  });
  const left = count - receipts.length;
  const rest = left > 0 ? [t('countNotRun', { n: t.number(left) })] : [];
  return new Intl.ListFormat(t.language, { type: 'unit', style: 'short' }).format([
    t.count('steps', count),
    ...parts,
    ...rest,
  ]);
}
