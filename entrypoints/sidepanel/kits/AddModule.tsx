import type { InstalledKit } from '@pagehand/contracts/kit-module';
import { useId, useState } from 'react';
import type { KitList } from '../services.ts';
import { CopyCommand } from '../states/CopyCommand.tsx';
import { useText } from '../texts/text.ts';
import { TextField } from '../ui/TextField.tsx';
import { MayDo } from './MayDo.tsx';
import type { Kits } from './use-kits.ts';

const MODULE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The kits that are installed; each becomes a module under a name that the person chooses. */
export function AddModule({ list, kits }: { list: KitList; kits: Kits }) {
  const t = useText();
  return (
    <section className="section">
      <h2>{t('kitsInstalled')}</h2>
      {list.kits.length === 0 ? (
        <>
          <p className="hint">{t('kitsNone')}</p>
          <CopyCommand command="npm start -- kits add FOLDER" />
        </>
      ) : null}
      {list.kits.map((kit) => (
        <NewModule key={`${kit.id} ${kit.version}`} kit={kit} list={list} kits={kits} />
      ))}
    </section>
  );
}

function NewModule({ kit, list, kits }: { kit: InstalledKit; list: KitList; kits: Kits }) {
  const t = useText();
  const taken = list.modules.map(({ moduleId }) => moduleId);
  const proposed = taken.includes(kit.id.slice(0, 24)) ? '' : kit.id.slice(0, 24).replace(/-+$/, '');
  const [name, setName] = useState(proposed);
  const [profile, setProfile] = useState(kit.profiles[0] ?? '');
  const id = useId();
  const fits = MODULE.test(name) && name.length <= 24 && !taken.includes(name);
  return (
    <details className="fold" data-testid={`kit-${kit.id}`}>
      <summary>
        <bdi>
          {kit.name} {kit.version}
        </bdi>
      </summary>
      <form
        className="fold-body form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!event.nativeEvent.isTrusted || !fits || kits.busy) return;
          const wanted = { moduleId: name, kit: kit.id, version: kit.version, profile };
          void kits.change((api, signal) => api.add(wanted, signal)).then(() => setName(''));
        }}
      >
        <p dir="auto">{kit.description}</p>
        <MayDo network={kit.network} ports={kit.ports} secrets={kit.secrets} />
        {kit.profiles.length > 1 ? (
          <label className="field">
            <span>{t('kitProfile')}</span>
            <select value={profile} onChange={(event) => setProfile(event.target.value)}>
              {kit.profiles.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        ) : null}
        <TextField
          label={t('kitModuleName')}
          spellCheck={false}
          autoComplete="off"
          maxLength={24}
          aria-describedby={id}
          value={name}
          onChange={setName}
        >
          <span className="hint" id={id}>
            {t(taken.includes(name) ? 'kitModuleTaken' : 'kitModuleNameAbout')}
          </span>
        </TextField>
        <div className="buttons">
          <button type="submit" className="button button-primary" disabled={!fits || kits.busy}>
            {t('kitAdd')}
          </button>
        </div>
      </form>
    </details>
  );
}
