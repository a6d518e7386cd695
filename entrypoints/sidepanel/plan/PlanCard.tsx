import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { PinnedStep } from '@pagehand/contracts/plan';
import type { AssessedRisk } from '@pagehand/contracts/risk-assessment';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { usePanel } from '../store/panel-store.ts';
import type { ShownAnswer } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { siteOf } from '../thread/site.tsx';
import { Card, Fold } from '../ui/Card.tsx';
import { PickFiles } from './PickFiles.tsx';
import { PlanDecision } from './PlanDecision.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import { StepGate } from './StepGate.tsx';
import { StepRow } from './StepRow.tsx';
import type { Targets } from './targets.tsx';

type PlanInterrupt = OpenInterrupt & { request: Extract<OpenInterrupt['request'], { kind: 'plan' }> };
type Props = { open: PlanInterrupt; closed: boolean; answer: ShownAnswer | undefined };

/**
 * A page plan: what would be done, where and why it is risky; then, live, what was done. While nothing is decided the
 * steps are those that the panel itself checked; of a finished plan they are those that ran.
 */
export function PlanCard({ open, closed, answer }: Props) {
  const t = useText();
  const { actions, services } = useActions();
  const view = usePanel((state) => state.plans[open.interruptId]);
  const [draft, setDraft] = useState<PinnedStep[]>();
  const request = open.request;
  const prepared = view?.prepared;
  const shown = draft ?? prepared?.plan.steps ?? withIds(request.plan, answer);
  const risks: (AssessedRisk | undefined)[] = prepared?.steps.map((step) => step.risk) ?? request.risks;
  const known =
    prepared?.steps.flatMap((step) => [...step.targets, ...(step.focus ? [step.focus] : [])]) ?? request.targets ?? [];
  const targets: Targets = new Map(known.map((info) => [info.ref, info]));
  const elsewhere = open.claimedBy !== undefined && open.claimedBy !== services.panelId;
  const running = view?.phase === 'working' || view?.phase === 'between-steps';

  const steps = (
    <ol className="steps">
      {shown.map((step, index) => {
        const receipt = open.receipts.find((posted) => posted.stepId === step.stepId);
        const waits = !closed && view?.phase === 'between-steps' && view.stepId === step.stepId;
        const works = !closed && view?.phase === 'working' && view.stepId === step.stepId && !receipt;
        return (
          <StepRow
            key={step.stepId}
            step={step}
            number={index + 1}
            tabId={request.tabId}
            targets={targets}
            risk={draft ? undefined : risks[index]}
            about={draft ? undefined : prepared?.steps[index]}
            receipt={receipt}
            state={receipt ? 'done' : works ? 'working' : waits ? 'next' : 'waiting'}
            onEdit={
              draft
                ? (next) => setDraft(next ? draft.with(index, next) : draft.filter((other) => other !== step))
                : undefined
            }
          >
            {step.kind === 'upload' && view?.phase === 'deciding' && !draft && prepared ? (
              <PickFiles
                interruptId={open.interruptId}
                step={step}
                onPicked={(next) => void actions.plans.edit(open, prepared.plan.steps.with(index, next))}
              />
            ) : null}
            {waits ? (
              <StepGate
                interruptId={open.interruptId}
                step={step}
                number={index + 1}
                risk={risks[index]?.risk ?? 'high'}
              />
            ) : null}
          </StepRow>
        );
      })}
    </ol>
  );

  if (closed) return <PlanSummary open={open} answer={answer} steps={steps} count={shown.length} />;
  const site = [...new Set(shown.map((step) => siteOf(step.origin)).filter((name) => name !== ''))].join(', ');
  // The site that the plan acts on has been read, of course: what counts is what else could have spoken to the agent.
  const others = request.taint.filter((origin) => !shown.some((step) => step.origin === origin));
  return (
    <Card
      icon={<ListChecks size={16} />}
      title={site === '' ? t.count('planTitle', shown.length) : t.count('planTitleSite', shown.length, { site })}
      label={t('planLabel')}
      tone={running || elsewhere ? 'plain' : 'asking'}
      role={running ? 'group' : 'alert'}
      testId="plan-card"
      id={`card-${open.interruptId}`}
      state={view?.phase === 'preparing' ? t('planChecking') : running ? t('planRunning') : undefined}
    >
      {view?.returned && !running ? <p className="hint">{t('planReturned')}</p> : null}
      {steps}
      {others.length > 0 && !running ? (
        <Fold summary={t.count('planTaint', others.length)}>{others.join(', ')}</Fold>
      ) : null}
      {view?.error ? <ErrorLine error={view.error} /> : null}
      {elsewhere ? (
        <p className="hint">{t('planElsewhere')}</p>
      ) : (
        <PlanDecision
          open={open}
          view={view}
          draft={draft}
          onEdit={() => setDraft(prepared && [...prepared.plan.steps])}
          onEdited={async (keep) => {
            const next = draft;
            setDraft(undefined);
            if (keep && next) await actions.plans.edit(open, next);
          }}
        />
      )}
    </Card>
  );
}

/** Steps of a plan that this panel did not prepare (an old one): numbered as the sanitizer numbers them. */
function withIds(plan: PlanInterrupt['request']['plan'], answer: ShownAnswer | undefined): PinnedStep[] {
  const ran = answer?.kind === 'plan' && answer.editedPlan ? answer.editedPlan : plan;
  return ran.steps.map((step, index) => ({
    ...step,
    stepId: step.stepId ?? `s${index + 1}`,
    origin: step.origin ?? '',
    documentId: step.documentId ?? '',
  }));
}
