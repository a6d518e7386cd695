import type { ConnectionState } from '@pagehand/contracts/connections';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { useAttempt } from '../use-attempt.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ConnectionResult } from './ConnectionResult.tsx';
import { CONNECTION_ABOUT, CONNECTION_NAMES } from './connection-names.ts';
import { GoogleConnection } from './GoogleConnection.tsx';
import { PyjiitConnection } from './PyjiitConnection.tsx';
import { useConnection } from './use-connection.ts';

/** Everything a person can connect: one fold each, opened at what something asked for. */
export function Connections() {
  const { services } = useActions();
  const [list, setList] = useState<ConnectionState[]>();
  const { error, attempt } = useAttempt();
  const load = useCallback(
    () => attempt(async () => setList((await services.connections.list({}, AbortSignal.timeout(20_000))).connections)),
    [attempt, services],
  );
  useEffect(() => void load(), [load]);
  return (
    <>
      {error ? <ErrorLine error={error} /> : null}
      {list?.map((state) => (
        <Connection key={state.id} state={state} reload={load} />
      ))}
    </>
  );
}

function Connection({ state, reload }: { state: ConnectionState; reload: () => Promise<unknown> }) {
  const t = useText();
  const wanted = usePanel((panel) => (panel.wanted?.id === state.id ? panel.wanted : undefined));
  const connection = useConnection(state.id, reload);
  const [opened, setOpened] = useState(wanted !== undefined);
  const summary = useRef<HTMLElement>(null);
  const { work } = connection;
  useEffect(() => {
    if (!wanted) return;
    summary.current?.scrollIntoView({ block: 'start' });
    summary.current?.focus();
  }, [wanted]);
  const name = CONNECTION_NAMES[state.id];
  const entered = state.connected || state.fields.some((field) => field.set);
  return (
    <details
      className="fold"
      data-testid={`connection-${state.id}`}
      open={wanted !== undefined}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary ref={summary}>
        <bdi className="connection-name">{name}</bdi>{' '}
        <span className="card-state">{t(state.connected ? 'connected' : 'notConnected')}</span>
      </summary>
      <div className="fold-body form">
        <p className="hint">{t(CONNECTION_ABOUT[state.id])}</p>
        {state.account ? (
          <p className="hint">
            <bdi>{state.account}</bdi>
          </p>
        ) : null}
        {state.id === 'google' ? (
          <GoogleConnection state={state} wanted={wanted?.access ?? []} connection={connection} />
        ) : state.id === 'pyjiit' ? (
          opened && !state.connected ? (
            <PyjiitConnection connection={connection} />
          ) : null
        ) : (
          <ConnectionFields
            state={state}
            busy={work.busy !== undefined}
            onSave={(fields) => void connection.save(fields)}
          />
        )}
        <ConnectionResult work={work} />
        {entered ? (
          <div className="buttons">
            <Button
              disabled={work.busy !== undefined}
              aria-label={`${t('testConnection')}: ${name}`}
              onPress={() => void connection.test()}
            >
              {t('testConnection')}
            </Button>
            <Button
              disabled={work.busy !== undefined}
              aria-label={`${t('disconnect')}: ${name}`}
              onPress={() => void connection.remove()}
            >
              {t('disconnect')}
            </Button>
          </div>
        ) : null}
      </div>
    </details>
  );
}
