import type { InterruptRequest, OpenInterrupt } from '@pagehand/contracts/interrupts';
import { AppWindow } from 'lucide-react';
import { endWord } from '../approval/end-word.ts';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { Value } from '../plan/Value.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { usePanel } from '../store/panel-store.ts';
import type { ShownAnswer } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { SiteOfUrl } from '../thread/site.tsx';
import { Card, Fold } from '../ui/Card.tsx';
import { PageToolDecision } from './PageToolDecision.tsx';

type Request = Extract<InterruptRequest, { kind: 'page-tool' }>;

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
  const state = closed ? (
    endWord(answer?.outcome.status, 'pageToolDone', t)
  ) : asking ? (
    <RiskBadge risk={risk.risk} />
  ) : (
    t('pageToolWorking')
  );
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
      {asking ? <PageToolDecision open={open} request={request} /> : null}
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
