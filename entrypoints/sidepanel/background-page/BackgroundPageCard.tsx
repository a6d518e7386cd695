import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import { BookOpen } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { Decision } from '../approval/Decision.tsx';
import { endWord } from '../approval/end-word.ts';
import type { BackgroundRequest } from '../background-services.ts';
import { DecideButton } from '../plan/DecideButton.tsx';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { RiskReasons } from '../plan/RiskReasons.tsx';
import { Value } from '../plan/Value.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { backgroundRisk } from '../store/background-actions.ts';
import { usePanel } from '../store/panel-store.ts';
import type { ShownAnswer } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
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
        closed ? (
          endWord(answer?.outcome.status, 'backgroundDone', t)
        ) : asking ? (
          <RiskBadge risk={backgroundRisk(request)} />
        ) : (
          t('backgroundWorking')
        )
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
  if (!view) return null;
  const { prepared } = view;
  const risk = backgroundRisk(request);
  return (
    <Decision
      onReject={(reason) => void actions.background.reject(open, reason)}
      onLook={() => void actions.background.prepare(open, true)}
      ready={prepared !== undefined}
    >
      {({ seenAt, reject }) =>
        prepared && (
          <>
            <RiskReasons risk={request.risk} />
            {request.target.type === 'url' ? <p className="hint">{t('backgroundSignedIn')}</p> : null}
            {prepared.access ? null : (
              <p className="hint">{t('backgroundAccess', { site: new URL(prepared.url).host })}</p>
            )}
            <div className="buttons">
              <DecideButton
                look={risk === 'critical' ? 'danger' : 'primary'}
                armKey={`${prepared.url} ${seenAt}`}
                onPress={() => void actions.background.approve(open)}
              >
                {t(prepared.access ? 'backgroundYes' : 'backgroundAllow')}
              </DecideButton>
              <Button onPress={reject}>{t('reject')}</Button>
            </div>
          </>
        )
      }
    </Decision>
  );
}
