import { LoaderCircle } from 'lucide-react';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { StateCard } from '../states/StateCard.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { AddModule } from './AddModule.tsx';
import { ModuleCard } from './ModuleCard.tsx';
import { useKits } from './use-kits.ts';

/** The modules that there are, what each may do and how it stands; and the kits that one can be made of. */
export function Kits() {
  const t = useText();
  const ready = usePanel((state) => state.connection.state === 'ready');
  return <Page title={t('kits')}>{ready ? <KitList /> : <StateCard />}</Page>;
}

function KitList() {
  const t = useText();
  const kits = useKits();
  const { list, error } = kits;
  return (
    <>
      <p className="hint">{t('kitsAbout')}</p>
      {error ? <ErrorLine error={error} /> : null}
      {list?.engine.ready === false ? (
        <div className="image-state">
          <ErrorLine error={list.engine.error} />
          <div className="buttons">
            <Button disabled={kits.busy} onPress={() => void kits.change(async () => undefined)}>
              {t('tryAgain')}
            </Button>
          </div>
        </div>
      ) : null}
      {list?.modules.length === 0 && list.kits.length > 0 ? <p>{t('kitsNoModules')}</p> : null}
      {list === undefined && error === undefined ? (
        <p className="hint working" role="status">
          <LoaderCircle size={14} className="spin" aria-hidden="true" />
          {t('connectionWorking')}
        </p>
      ) : null}
      <div className="modules">
        {list?.modules.map((module) => (
          <ModuleCard key={module.moduleId} module={module} all={list.modules} kits={kits} />
        ))}
      </div>
      {list ? <AddModule list={list} kits={kits} /> : null}
    </>
  );
}
