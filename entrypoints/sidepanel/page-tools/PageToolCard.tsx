import type { InterruptRequest, OpenInterrupt } from '@pagehand/contracts/interrupts';
import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { RejectForm } from '../approval/RejectForm.tsx';
import { useStale } from '../approval/use-stale.ts';
import { DecideButton } from '../plan/DecideButton.tsx';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { RiskReasons } from '../plan/RiskReasons.tsx';
import { Value } from '../plan/Value.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { usePanel } from '../store/panel-store.ts';
import type { ShownAnswer } from '../store/view-state.ts';
import { type Translate, useText } from '../texts/text.ts';
import { SiteOfUrl } from '../thread/site.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, Fold } from '../ui/Card.tsx';

type Request = Extract<InterruptRequest, { kind: 'page-tool' }>;
type Answer = Extract<ShownAnswer, { kind: 'page-tool' }>;

/** A call of a tool that the page declares: what it gets, where it goes, its risk; yes, or no with a reason. */
export function PageToolCard(props: {
  open: OpenInterrupt;
  request: Request;
  closed: boolean;
  answer: ShownAnswer | undefined;
}) {
  const { open, request, closed } = props;
  const t = useText();
  const answer = props.answer?.kind === 'page-tool' ? props.answer : undefined;
  const view = usePanel((state) => state.pageCalls[open.interruptId]);
  const args = answer?.args ?? view?.prepared?.args ?? request.args;
  const risk = view?.prepared?.risk ?? request.risk;
  const asking = !closed && (view?.phase === 'deciding' || view?.phase === 'confirming');
  const state = closed ? endWord(answer, t) : asking ? <RiskBadge risk={risk.risk} /> : t('pageToolWorking');
  return (
    <Card
      icon={<AppWindow size={16} />}
      title={<Value text={request.page.name} />}
      state={state}
      label={t('pageToolLabel', { tool: request.page.name })}
      tone={asking ? 'asking' : 'plain'}
      role={asking ? 'alert' : 'group'}
      testId="page-tool-card"
      id={`card-${open.interruptId}`}
    >
      <dl className="facts">
        <div>
          <dt>{t('pageToolGoesTo')}</dt>
          <dd>
            <SiteOfUrl url={request.page.origin} />
          </dd>
        </div>
        {Object.entries(args).map(([name, value]) => (
          <div key={name}>
            <dt>
              <Value text={name} />
            </dt>
            <dd>
              <Value text={typeof value === 'string' ? value : JSON.stringify(value)} />
            </dd>
          </div>
        ))}
      </dl>
      {request.description === '' ? null : (
        <Fold summary={t('pageToolSays')}>
          <Value text={request.description} />
        </Fold>
      )}
      {asking ? <Decide open={open} request={request} /> : null}
      {answer?.outcome.status === 'result' ? (
        <Fold summary={t('pageToolResult')}>
          <Value text={answer.outcome.result} />
        </Fold>
      ) : null}
      {answer?.outcome.status === 'error' ? <ErrorLine error={answer.outcome.error} /> : null}
      {view?.error ? <ErrorLine error={view.error} /> : null}
    </Card>
  );
}

function Decide({ open, request }: { open: OpenInterrupt; request: Request }) {
  const t = useText();
  const { actions } = useActions();
  const view = usePanel((state) => state.pageCalls[open.interruptId]);
  const [rejecting, setRejecting] = useState(false);
  const [seenAt, setSeenAt] = useState(() => Date.now());
  const stale = useStale(seenAt, false);
  const prepared = view?.prepared;
  if (!view || !prepared) return null;
  const confirming = view.phase === 'confirming';
  if (rejecting)
    return (
      <RejectForm
        onReject={(reason) => void actions.pageTools.reject(open, reason)}
        onBack={() => setRejecting(false)}
      />
    );
  if (stale)
    return (
      <div className="buttons">
        <p className="hint">{t('approvalStale')}</p>
        <Button
          look="primary"
          onPress={() => {
            setSeenAt(Date.now());
            void actions.pageTools.prepare(open, true);
          }}
        >
          {t('lookAgain')}
        </Button>
      </div>
    );
  return (
    <>
      <RiskReasons risk={prepared.risk} />
      {prepared.approval === 'first' ? (
        <p className="hint">{t('pageToolFirst', { site: request.page.origin })}</p>
      ) : null}
      {view.returned ? <p className="hint">{t('pageToolReturned')}</p> : null}
      {confirming ? <p role="alert">{t('pageToolConfirm', { tool: request.page.name })}</p> : null}
      <div className="buttons">
        <DecideButton
          look={confirming ? 'danger' : 'primary'}
          armKey={`${prepared.hash} ${seenAt} ${view.phase}`}
          onPress={() => void actions.pageTools.approve(open)}
        >
          {t(confirming ? 'pageToolRunNow' : prepared.approval === 'critical' ? 'pageToolContinue' : 'approve')}
        </DecideButton>
        {confirming ? (
          <Button onPress={() => actions.pageTools.stepBack(open.interruptId)}>{t('back')}</Button>
        ) : (
          <Button onPress={() => setRejecting(true)}>{t('reject')}</Button>
        )}
      </div>
    </>
  );
}

function endWord(answer: Answer | undefined, t: Translate): string {
  switch (answer?.outcome.status) {
    case 'result':
      return t('pageToolDone');
    case 'rejected':
      return t('refused');
    case 'error':
      return t('pageToolFailed');
    default:
      return t('ended');
  }
}
