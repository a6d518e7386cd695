import { KeyRound, Plug } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { DecideButton } from '../plan/DecideButton.tsx';
import { Value } from '../plan/Value.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

/** Programs that ask to be let in, one card each, and the token of one that was let in for good and brought none. */
export function AgentConsent() {
  const t = useText();
  const { actions } = useActions();
  const consents = usePanel((state) => state.doorConsents);
  const token = usePanel((state) => state.doorToken);
  return (
    <>
      {token === undefined ? null : (
        <Card
          icon={<KeyRound size={16} />}
          title={<Value text={token.name} />}
          label={t('doorToken')}
          role="status"
          testId="door-token-card"
        >
          <p>{t('doorToken')}</p>
          <pre className="declared" data-testid="door-token">
            {token.token}
          </pre>
          <div className="buttons">
            <Button onPress={actions.forgetDoorToken}>{t('doorTokenDone')}</Button>
          </div>
        </Card>
      )}
      {consents.map((consent) => {
        const armKey = consent.consentId;
        const decide = (decision: 'once' | 'always' | 'deny') => () =>
          void actions.decideConsent(consent.consentId, decision);
        return (
          <Card
            key={consent.consentId}
            icon={<Plug size={16} />}
            title={t('doorAsks')}
            label={t('doorAsksNamed', { name: consent.name })}
            tone="asking"
            role="alert"
            testId="consent-card"
          >
            <dl className="facts">
              <div>
                <dt>{t('doorCallsItself')}</dt>
                <dd>
                  <Value text={`${consent.name} ${consent.version}`.trim()} />
                </dd>
              </div>
            </dl>
            <p>{t('doorUnverified')}</p>
            <p className="hint">{t(consent.hasToken ? 'doorAlwaysKnown' : 'doorAlwaysToken')}</p>
            <div className="buttons">
              <DecideButton look="primary" armKey={armKey} onPress={decide('once')}>
                {t('doorOnce')}
              </DecideButton>
              <DecideButton armKey={armKey} onPress={decide('always')}>
                {t('doorAlways')}
              </DecideButton>
              <Button onPress={decide('deny')}>{t('doorDeny')}</Button>
            </div>
          </Card>
        );
      })}
    </>
  );
}
