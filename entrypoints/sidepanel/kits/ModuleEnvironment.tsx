import type { KitModule } from '@pagehand/contracts/kit-module';
import { useState } from 'react';
import { useText } from '../texts/text.ts';
import { CredentialField } from '../ui/TextField.tsx';
import type { Kits } from './use-kits.ts';

/** The values that a kit asks for. A secret is written once and never read back; an empty field stays as it is. */
export function ModuleEnvironment({ module, kits }: { module: KitModule; kits: Kits }) {
  const t = useText();
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const stored = new Map(module.environment.map(({ name, value }) => [name, value]));
  const changed = Object.fromEntries(
    Object.entries(entered).filter(([name, value]) => value !== '' && value !== stored.get(name)),
  );
  const nothing = Object.keys(changed).length === 0;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!event.nativeEvent.isTrusted || nothing || kits.busy) return;
        const request = { moduleId: module.moduleId, values: changed };
        void kits.change((api, signal) => api.environment(request, signal)).then(() => setEntered({}));
      }}
    >
      {module.environment.map(({ name, description, required, secret, set, value }) => (
        <CredentialField
          key={name}
          label={
            <>
              <code>{name}</code>
              {required ? null : <span className="hint"> {t('optional')}</span>}
            </>
          }
          secret={secret}
          stored={set}
          name={name}
          value={entered[name] ?? value ?? ''}
          onChange={(next) => setEntered({ ...entered, [name]: next })}
        >
          <span className="hint" dir="auto">
            {description}
          </span>
        </CredentialField>
      ))}
      <div className="buttons">
        <button type="submit" className="button button-primary" disabled={nothing || kits.busy}>
          {t('save')}
        </button>
      </div>
    </form>
  );
}
