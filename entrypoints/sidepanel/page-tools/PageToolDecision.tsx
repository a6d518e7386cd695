import { grantable, type RememberScope, rememberOptions } from '@pagehand/contracts/grants';
import type { InterruptRequest, OpenInterrupt } from '@pagehand/contracts/interrupts';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { Decision } from '../approval/Decision.tsx';
import { DecideButton } from '../plan/DecideButton.tsx';
import { RememberMenu } from '../plan/RememberMenu.tsx';
import { RiskReasons } from '../plan/RiskReasons.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

type Request = Extract<InterruptRequest, { kind: 'page-tool' }>;

/** Yes to exactly what the card shows, for how long, or no with a reason. A critical call has a second step. */
export function PageToolDecision({ open, request }: { open: OpenInterrupt; request: Request }) {
  const t = useText();
  const { actions } = useActions();
  const view = usePanel((state) => state.pageCalls[open.interruptId]);
  const [scope, setScope] = useState<RememberScope>('once');
  const prepared = view?.prepared;
  if (!view || !prepared) return null;
  const confirming = view.phase === 'confirming';
  return (
    <Decision
      onReject={(reason) => void actions.pageTools.reject(open, reason)}
      onLook={() => void actions.pageTools.prepare(open, true)}
    >
      {({ seenAt, reject }) => (
        <>
          <RiskReasons risk={prepared.risk} />
          {prepared.approval === 'first' ? (
            <p className="hint">{t('pageToolFirst', { site: request.page.origin })}</p>
          ) : null}
          {view.returned ? <p className="hint">{t('pageToolReturned')}</p> : null}
          {confirming ? <p role="alert">{t('pageToolConfirm', { tool: request.page.name })}</p> : null}
          <div className="buttons">
            <span className="split">
              <DecideButton
                look={confirming ? 'danger' : 'primary'}
                armKey={`${prepared.hash} ${seenAt} ${view.phase}`}
                onPress={() => void actions.pageTools.approve(open, scope === 'run')}
              >
                {t(confirming ? 'pageToolRunNow' : prepared.approval === 'critical' ? 'pageToolContinue' : 'approve')}
              </DecideButton>
              <RememberMenu
                scopes={rememberOptions(
                  grantable('page-tool', { origin: request.page.origin, kind: '' }, prepared.risk),
                )}
                scope={scope}
                onScope={setScope}
              />
            </span>
            {confirming ? (
              <Button onPress={() => actions.pageTools.stepBack(open.interruptId)}>{t('back')}</Button>
            ) : (
              <Button onPress={reject}>{t('reject')}</Button>
            )}
            {scope === 'run' ? <p className="hint">{t('pageToolRemembersRun', { tool: request.page.name })}</p> : null}
          </div>
        </>
      )}
    </Decision>
  );
}
