import { ErrorLine } from '../states/ErrorLine.tsx';
import { StateCard } from '../states/StateCard.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
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
      {list?.engine.ready === false ? <ErrorLine error={list.engine.error} /> : null}
      {list?.modules.length === 0 ? <p>{t('kitsNoModules')}</p> : null}
      <div className="modules">
        {list?.modules.map((module) => (
          <ModuleCard key={module.moduleId} module={module} all={list.modules} kits={kits} />
        ))}
      </div>
      {list ? <AddModule list={list} kits={kits} /> : null}
    </>
  );
}
