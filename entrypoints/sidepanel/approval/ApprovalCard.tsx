import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import { Hand } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { DecideButton } from '../plan/DecideButton.tsx';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { RiskReasons } from '../plan/RiskReasons.tsx';
import { Value } from '../plan/Value.tsx';
import type { ShownAnswer } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { toolTitle } from '../thread/tool-title.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { argumentText } from './argument-text.ts';
import { Decision } from './Decision.tsx';

type Request = Extract<OpenInterrupt['request'], { kind: 'approval' }>;

/** One exact call of a server tool: what it gets, its risk and why; yes, or no with a reason. */
export function ApprovalCard(props: {
  open: OpenInterrupt;
  request: Request;
  closed: boolean;
  answer: ShownAnswer | undefined;
}) {
  const { open, request, closed, answer } = props;
  const t = useText();
  const { actions } = useActions();
  const decided =
    answer?.kind === 'approval' ? t(answer.approved ? 'approved' : 'refused') : closed ? t('ended') : undefined;
  return (
    <Card
      icon={<Hand size={16} />}
      title={toolTitle(request.tool, t)}
      state={decided ?? <RiskBadge risk={request.risk.risk} />}
      label={t('approvalLabel', { tool: request.tool })}
      tone={closed ? 'plain' : 'asking'}
      role={closed ? 'group' : 'alert'}
      testId="approval-card"
      id={`card-${open.interruptId}`}
    >
      <dl className="facts">
        {Object.entries(request.args).map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>
              <Value text={argumentText(value)} />
            </dd>
          </div>
        ))}
      </dl>
      <RiskReasons risk={request.risk} />
      {closed ? null : (
        <Decision onReject={(reason) => void actions.decide(open, false, reason)}>
          {({ seenAt, reject }) => (
            <div className="buttons">
              <DecideButton
                look={request.risk.risk === 'critical' ? 'danger' : 'primary'}
                armKey={`${request.hash} ${seenAt}`}
                onPress={() => void actions.decide(open, true, '')}
              >
                {t('approve')}
              </DecideButton>
              <Button onPress={reject}>{t('reject')}</Button>
            </div>
          )}
        </Decision>
      )}
    </Card>
  );
}
