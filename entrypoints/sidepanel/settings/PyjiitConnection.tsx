import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';
import { IconButton } from '../ui/Button.tsx';
import { CredentialField } from '../ui/TextField.tsx';
import { useAttempt } from '../use-attempt.ts';
import type { useConnection } from './use-connection.ts';

const EMPTY = { username: '', password: '', captcha: '' };

/**
 * The login at the institute's portal. The person reads the captcha; the password goes to the backend once, which keeps only
 * the session. A captcha is good for one try.
 */
export function PyjiitConnection({ connection }: { connection: ReturnType<typeof useConnection> }) {
  const t = useText();
  const { services } = useActions();
  const [picture, setPicture] = useState<{ captchaId: string; image: string }>();
  const { error, attempt } = useAttempt();
  const [entered, setEntered] = useState(EMPTY);
  const { work } = connection;
  const load = useCallback(async () => {
    setPicture(undefined);
    await attempt(async () => setPicture(await services.connections.captcha({}, AbortSignal.timeout(40_000))));
  }, [attempt, services]);
  useEffect(() => void load(), [load]);
  const complete = Object.values(entered).every((value) => value.trim() !== '');
  const login = async (captchaId: string) => {
    setEntered({ ...entered, password: '', captcha: '' });
    await connection.login({
      ...entered,
      username: entered.username.trim(),
      captcha: entered.captcha.trim(),
      captchaId,
    });
    await load();
  };
  const field = (name: keyof typeof EMPTY, label: string) => (
    <CredentialField
      label={label}
      secret={name === 'password'}
      name={name}
      value={entered[name]}
      onChange={(value) => setEntered({ ...entered, [name]: value })}
    />
  );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (event.nativeEvent.isTrusted && picture && complete && work.busy === undefined)
          void login(picture.captchaId);
      }}
    >
      {field('username', t('enrolmentNumber'))}
      {field('password', t('password'))}
      <div className="captcha">
        {picture ? (
          <img src={picture.image} alt={t('captchaPicture')} />
        ) : (
          <span className="hint">{t('captchaLoading')}</span>
        )}
        <IconButton label={t('captchaAnother')} onPress={() => void load()}>
          <RefreshCw size={14} />
        </IconButton>
      </div>
      {field('captcha', t('captchaCharacters'))}
      {error ? <ErrorLine error={error} /> : null}
      <div className="buttons">
        <button
          type="submit"
          className="button button-primary"
          disabled={picture === undefined || !complete || work.busy !== undefined}
        >
          {t('logIn')}
        </button>
      </div>
    </form>
  );
}
