import type { KitDifference, KitPowers } from '@pagehand/contracts/kit-module';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { Value } from '../plan/Value.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { type TextKey, useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { useAttempt } from '../use-attempt.ts';
import { MayDo } from './MayDo.tsx';
import type { Kits } from './use-kits.ts';

type File = KitDifference['files'][number];

const CHANGES = {
  added: 'kitFile_added',
  changed: 'kitFile_changed',
  removed: 'kitFile_removed',
} as const satisfies Record<File['change'], TextKey>;

/** A kit that is not what was accepted: first what is different, then a yes to exactly that. */
export function ModuleChanged({ moduleId, kits }: { moduleId: string; kits: Kits }) {
  const t = useText();
  const { services } = useActions();
  const [seen, setSeen] = useState<KitDifference>();
  const { error, attempt } = useAttempt();
  const look = () =>
    attempt(async () => setSeen(await services.kits.difference({ moduleId }, AbortSignal.timeout(60_000))));
  return (
    <div className="image-state" data-testid="module-changed">
      {error ? <ErrorLine error={error} /> : null}
      {seen === undefined ? null : <Difference seen={seen} />}
      <div className="buttons">
        {seen === undefined ? (
          <Button look="primary" onPress={() => void look()}>
            {t('kitLook')}
          </Button>
        ) : (
          <Button
            look="primary"
            disabled={kits.busy}
            onPress={() => {
              setSeen(undefined);
              void kits.change((api, signal) => api.accept({ moduleId, digest: seen.digest }, signal));
            }}
          >
            {t('kitAccept')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Difference({ seen }: { seen: KitDifference }) {
  const t = useText();
  const same = JSON.stringify(seen.before) === JSON.stringify(seen.now);
  return (
    <section className="difference" aria-label={t('kitDifference')}>
      <ul className="rows">
        {seen.files.map((file) => (
          <li key={file.path}>
            <ChangedFile file={file} />
          </li>
        ))}
      </ul>
      {same ? <p className="hint">{t('kitMayDoSame')}</p> : <Powers now={seen.now} />}
    </section>
  );
}

/** A file's path and what became of it; opened, its text as it is now. */
function ChangedFile({ file }: { file: File }) {
  const t = useText();
  const name = (
    <>
      <Value text={file.path} /> <span className="hint">{t(CHANGES[file.change])}</span>
    </>
  );
  if (file.text === undefined) return <span className="difference-file">{name}</span>;
  return (
    <details className="fold row-name">
      <summary>{name}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className="output" dir="ltr" tabIndex={0}>
        {file.text}
      </pre>
    </details>
  );
}

function Powers({ now }: { now: KitPowers }) {
  const t = useText();
  return (
    <>
      <p className="difference-head">{t('kitMayDoNow')}</p>
      <MayDo network={now.network} ports={now.ports} secrets={now.secrets} packages={now.packages} />
      <ul className="rows">
        {now.tools.map(({ name, risk }) => (
          <li key={name}>
            <code className="row-name">{name}</code>
            <RiskBadge risk={risk} />
          </li>
        ))}
      </ul>
    </>
  );
}
