import { GOOGLE_ACCESSES, type GoogleAccess } from '@pagehand/contracts/connection-ids';
import type { ConnectionState } from '@pagehand/contracts/connections';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { CopyCommand } from '../states/CopyCommand.tsx';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Fold } from '../ui/Card.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ACCESS_NAMES } from './connection-names.ts';
import type { useConnection } from './use-connection.ts';

/**
 * A Google account by the person's own client id: how to make one, what shall be allowed, signing in. Only what is ticked
 * is asked for.
 */
export function GoogleConnection(props: {
  state: ConnectionState;
  wanted: readonly GoogleAccess[];
  connection: ReturnType<typeof useConnection>;
}) {
  const t = useText();
  const { services } = useActions();
  const { state, wanted, connection } = props;
  const allowed = state.access ?? [];
  const [ticked, setTicked] = useState<readonly GoogleAccess[]>(wanted);
  const asked = ticked.filter((access) => !allowed.includes(access));
  const clientId = state.fields.find(({ name }) => name === 'client_id')?.value;
  const busy = connection.work.busy !== undefined;
  return (
    <>
      <Fold summary={t('googleHow')} open={clientId === undefined}>
        <ol className="how-to">
          <li>{t('googleHowProject')}</li>
          <li>{t('googleHowClient')}</li>
          <li>
            {t('googleHowRedirect')}
            <CopyCommand command={services.google.redirectUri()} />
          </li>
          <li>{t('googleHowEnter')}</li>
        </ol>
        <Button onPress={() => services.openLink('https://console.cloud.google.com/apis/credentials')}>
          {t('googleOpenConsole')}
        </Button>
      </Fold>
      <ConnectionFields state={state} busy={busy} onSave={(fields) => void connection.save(fields)} />
      {clientId === undefined ? null : (
        <>
          <fieldset className="accesses">
            <legend>{t('googleAllow')}</legend>
            {GOOGLE_ACCESSES.map((access) => (
              <label className="choice" key={access}>
                <input
                  type="checkbox"
                  name={access}
                  checked={allowed.includes(access) || ticked.includes(access)}
                  disabled={busy || allowed.includes(access)}
                  onChange={(event) =>
                    setTicked(event.target.checked ? [...ticked, access] : ticked.filter((one) => one !== access))
                  }
                />
                <span>
                  <span className="choice-name">{t(ACCESS_NAMES[access])}</span>
                  {allowed.includes(access) ? <span className="hint">{t('googleAllowed')}</span> : null}
                </span>
              </label>
            ))}
          </fieldset>
          <div className="buttons">
            <Button
              look="primary"
              disabled={busy || asked.length === 0}
              onPress={() =>
                void connection.signIn({ authorizeUrl: state.authorizeUrl ?? '', clientId, access: asked })
              }
            >
              {t('googleSignIn')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
