import { grantable, REMEMBER_SCOPES, type RememberScope, rememberOptions } from '@pagehand/contracts/grants';
import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { PinnedStep } from '@pagehand/contracts/plan';
import { maxRisk } from '@pagehand/contracts/risk-level';
import { Pencil, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { RejectForm } from '../approval/RejectForm.tsx';
import type { PlanView } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { DecideButton } from './DecideButton.tsx';
import { RememberMenu } from './RememberMenu.tsx';

type Props = {
  open: OpenInterrupt;
  view: PlanView | undefined;
  draft: readonly PinnedStep[] | undefined;
  onEdit(): void;
  onEdited(keep: boolean): void;
};

/** What can be done with a plan that waits: run, step by step, edit, reject with a reason; what to remember. */
export function PlanDecision({ open, view, draft, onEdit, onEdited }: Props) {
  const t = useText();
  const { actions, services } = useActions();
  const [rejecting, setRejecting] = useState(false);
  const [scope, setScope] = useState<RememberScope>('once');
  useEffect(() => {
    if (view?.phase === 'working') setRejecting(false);
  }, [view?.phase]);
  if (!view || view.phase === 'preparing') return null;
  if (view.phase === 'working' || view.phase === 'between-steps') return null;
  if (view.phase === 'answering') return <p className="hint">{t('planAnswering')}</p>;
  const { prepared } = view;
  if (draft) {
    return (
      <div className="buttons">
        <Button look="primary" disabled={draft.length === 0} onPress={() => onEdited(true)}>
          {t('editDone')}
        </Button>
        <Button onPress={() => onEdited(false)}>{t('editUndo')}</Button>
      </div>
    );
  }
  if (rejecting) {
    return (
      <RejectForm onReject={(reason) => void actions.plans.reject(open, reason)} onBack={() => setRejecting(false)} />
    );
  }
  if (view.phase === 'refused' || !prepared) {
    return (
      <div className="buttons">
        <Button look="primary" onPress={() => void actions.plans.giveBack(open)}>
          {t('planAgain')}
        </Button>
        <Button onPress={() => setRejecting(true)}>{t('reject')}</Button>
      </div>
    );
  }
  const unpicked = prepared.steps.some(
    ({ step }) => step.kind === 'upload' && !services.plans.hasFiles(open.interruptId, step.files),
  );
  const highest = maxRisk(...prepared.steps.map((step) => step.risk.risk));
  // One yes stands for all that ask: it can last no longer than any of them may be remembered.
  const asking = prepared.steps.filter(({ risk }) => risk.risk === 'high' || risk.risk === 'critical');
  const scopes = REMEMBER_SCOPES.filter(
    (one) =>
      asking.length > 0 &&
      asking.every(({ step, risk }) => rememberOptions(grantable('step', step, risk)).includes(one)),
  );
  const armKey = `${open.interruptId} ${prepared.steps.map((step) => step.hash).join()}`;
  const words = { banner: t('banner'), stop: t('stop') };
  const run = () =>
    void actions.plans.run(open, { mode: 'all', words, ...(scope === 'once' ? {} : { remember: scope }) });
  return (
    <div className="buttons">
      {unpicked ? <p className="hint">{t('pickFilesFirst')}</p> : null}
      <span className="split">
        <DecideButton
          disabled={unpicked}
          look={highest === 'critical' ? 'danger' : 'primary'}
          armKey={armKey}
          onPress={run}
        >
          {t(view.returned ? 'continuePlan' : 'runPlan')}
        </DecideButton>
        <RememberMenu scopes={scopes} scope={scope} onScope={setScope} />
      </span>
      <DecideButton
        disabled={unpicked}
        armKey={armKey}
        onPress={() => void actions.plans.run(open, { mode: 'steps', words })}
      >
        {t('stepByStep')}
      </DecideButton>
      <span className="buttons-end">
        {open.receipts.length === 0 ? (
          <IconButton label={t('editPlan')} onPress={onEdit}>
            <Pencil size={16} />
          </IconButton>
        ) : null}
        <IconButton label={t('reject')} onPress={() => setRejecting(true)}>
          <X size={16} />
        </IconButton>
      </span>
      {scope === 'once' ? null : <p className="hint">{t(scope === 'run' ? 'remembersRun' : 'remembersSite')}</p>}
    </div>
  );
}
