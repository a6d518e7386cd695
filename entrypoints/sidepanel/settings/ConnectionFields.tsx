import { CONNECTION_FIELDS, type ConnectionState } from '@pagehand/contracts/connections';
import { useState } from 'react';
import { useText } from '../texts/text.ts';
import { FIELD_NAMES } from './connection-names.ts';

/**
 * What a person enters for a connection, as a form. A secret is written once and never read back; an empty field stays
 * as it is.
 */
export function ConnectionFields(props: {
  state: ConnectionState;
  busy: boolean;
  onSave(fields: Record<string, string>): void;
}) {
  const t = useText();
  const { state } = props;
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const wanted = CONNECTION_FIELDS[state.id];
  const stored = (name: string) => state.fields.find((field) => field.name === name);
  const changed = Object.fromEntries(
    Object.entries(entered).filter(([name, value]) => value.trim() !== '' && value.trim() !== stored(name)?.value),
  );
  const complete = wanted.every(({ name, required }) => !required || stored(name)?.set || changed[name] !== undefined);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!event.nativeEvent.isTrusted || props.busy || !complete || Object.keys(changed).length === 0) return;
        props.onSave(changed);
        setEntered({});
      }}
    >
      {wanted.map(({ name, kind, required }) => (
        <label className="field" key={name}>
          <span>
            {t(FIELD_NAMES[name] ?? 'apiKey')}
            {required ? null : <span className="hint"> {t('optional')}</span>}
          </span>
          <input
            type={kind === 'secret' ? 'password' : kind === 'url' ? 'url' : 'text'}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            name={name}
            placeholder={kind === 'secret' && stored(name)?.set ? t('keyStored') : ''}
            value={entered[name] ?? stored(name)?.value ?? ''}
            onChange={(event) => setEntered({ ...entered, [name]: event.target.value })}
          />
        </label>
      ))}
      <div className="buttons">
        <button
          type="submit"
          className="button button-primary"
          disabled={props.busy || !complete || Object.keys(changed).length === 0}
        >
          {t('save')}
        </button>
      </div>
    </form>
  );
}
