import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { RejectForm } from '../approval/RejectForm.tsx';
import { useStale } from '../approval/use-stale.ts';
import type { BackgroundRequest } from '../background-services.ts';
import { DecideButton } from '../plan/DecideButton.tsx';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { RiskReasons } from '../plan/RiskReasons.tsx';
import { Value } from '../plan/Value.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { backgroundRisk } from '../store/background-actions.ts';
import { usePanel } from '../store/panel-store.ts';
import type { ShownAnswer } from '../store/view-state.ts';
import { type Translate, useText } from '../texts/text.ts';
import { SiteOfUrl } from '../thread/site.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

/** A page that is read in a background tab: where, why it asks, and what became of it. */
export function BackgroundPageCard(props: {
  open: OpenInterrupt;
  request: BackgroundRequest;
  closed: boolean;
  answer: ShownAnswer | undefined;
}) {
  const { open, request, closed } = props;
  const t = useText();
  const answer = props.answer?.kind === 'background-page' ? props.answer : undefined;
  const view = usePanel((state) => state.backgroundPages[open.interruptId]);
  const asking = !closed && view?.phase === 'deciding';
  const { target } = request;
  const url = view?.prepared?.url ?? (target.type === 'url' ? target.url : undefined);
  return (
    <Card
      icon={<BookOpen size={16} />}
      title={t(target.type === 'search' ? 'backgroundSearch' : 'backgroundRead')}
      state={
        closed ? endWord(answer, t) : asking ? <RiskBadge risk={backgroundRisk(request)} /> : t('backgroundWorking')
      }
      label={t('backgroundLabel')}
      tone={asking ? 'asking' : 'plain'}
      role={asking ? 'alert' : 'group'}
      testId="background-page-card"
      id={`card-${open.interruptId}`}
    >
      <dl className="facts">
        {target.type === 'search' ? (
          <div>
            <dt>{t('backgroundQuery')}</dt>
            <dd>
              <Value text={target.query} />
            </dd>
          </div>
        ) : null}
        {url === undefined ? null : (
          <div>
            <dt>{t('backgroundAddress')}</dt>
            <dd>
              <SiteOfUrl url={url} />
            </dd>
          </div>
        )}
      </dl>
      {asking ? <Decide open={open} request={request} /> : null}
      {answer?.outcome.status === 'error' ? <ErrorLine error={answer.outcome.error} /> : null}
      {view?.error ? <ErrorLine error={view.error} /> : null}
    </Card>
  );
}

function Decide({ open, request }: { open: OpenInterrupt; request: BackgroundRequest }) {
  const t = useText();
  const { actions } = useActions();
  const view = usePanel((state) => state.backgroundPages[open.interruptId]);
  const [rejecting, setRejecting] = useState(false);
  const [seenAt, setSeenAt] = useState(() => Date.now());
  const stale = useStale(seenAt, false);
  if (!view) return null;
  if (rejecting)
    return (
      <RejectForm
        onReject={(reason) => void actions.background.reject(open, reason)}
        onBack={() => setRejecting(false)}
      />
    );
  if (stale || view.prepared === undefined)
    return (
      <div className="buttons">
        {stale ? <p className="hint">{t('approvalStale')}</p> : null}
        <Button
          look="primary"
          onPress={() => {
            setSeenAt(Date.now());
            void actions.background.prepare(open, true);
          }}
        >
          {t('lookAgain')}
        </Button>
      </div>
    );
  const { url, access } = view.prepared;
  const risk = backgroundRisk(request);
  return (
    <>
      <RiskReasons risk={request.risk} />
      {request.target.type === 'url' ? <p className="hint">{t('backgroundSignedIn')}</p> : null}
      {access ? null : <p className="hint">{t('backgroundAccess', { site: new URL(url).host })}</p>}
      <div className="buttons">
        <DecideButton
          look={risk === 'critical' ? 'danger' : 'primary'}
          armKey={`${url} ${seenAt}`}
          onPress={() => void actions.background.approve(open)}
        >
          {t(access ? 'backgroundYes' : 'backgroundAllow')}
        </DecideButton>
        <Button onPress={() => setRejecting(true)}>{t('reject')}</Button>
      </div>
    </>
  );
}

function endWord(answer: Extract<ShownAnswer, { kind: 'background-page' }> | undefined, t: Translate): string {
  switch (answer?.outcome.status) {
    case 'page':
    case 'kept':
      return t('backgroundDone');
    case 'rejected':
      return t('refused');
    case 'error':
      return t('pageToolFailed');
    default:
      return t('ended');
  }
}
