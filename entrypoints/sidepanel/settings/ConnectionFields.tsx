import { CONNECTION_FIELDS, type ConnectionState } from '@pagehand/contracts/connections';
import { useState } from 'react';
import { useText } from '../texts/text.ts';
import { CredentialField } from '../ui/TextField.tsx';
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
        <CredentialField
          key={name}
          label={
            <>
              {t(FIELD_NAMES[name] ?? 'apiKey')}
              {required ? null : <span className="hint"> {t('optional')}</span>}
            </>
          }
          secret={kind === 'secret'}
          {...(kind === 'url' ? { type: 'url' } : {})}
          stored={stored(name)?.set ?? false}
          name={name}
          value={entered[name] ?? stored(name)?.value ?? ''}
          onChange={(value) => setEntered({ ...entered, [name]: value })}
        />
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
