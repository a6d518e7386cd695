import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { TextField } from '../ui/TextField.tsx';
import { useAttempt } from '../use-attempt.ts';
import { CopyCommand } from './CopyCommand.tsx';
import { ErrorLine } from './ErrorLine.tsx';

/** Takes the one-time code that the backend prints. */
export function PairForm() {
  const t = useText();
  const { actions, services } = useActions();
  const [code, setCode] = useState('');
  const [port, setPort] = useState(() => String(services.lastPort()));
  const { busy, error, attempt } = useAttempt();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (event.nativeEvent.isTrusted && code.trim() !== '' && !busy)
          void attempt(() => actions.pair(code, Number(port)));
      }}
    >
      <TextField
        label={t('pairCode')}
        autoComplete="one-time-code"
        spellCheck={false}
        value={code}
        onChange={setCode}
      />
      <TextField label={t('port')} type="number" min={1} max={65_535} required value={port} onChange={setPort} />
      {error ? <ErrorLine error={error} /> : null}
      <div className="buttons">
        <button type="submit" className="button button-primary" disabled={code.trim() === '' || busy}>
          {t('pair')}
        </button>
      </div>
      <p className="hint">{t('pairNewCode')}</p>
      <CopyCommand command="npm start -- pair" />
    </form>
  );
}
