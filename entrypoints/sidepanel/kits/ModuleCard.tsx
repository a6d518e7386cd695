import type { KitModule } from '@pagehand/contracts/kit-module';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Fold } from '../ui/Card.tsx';
import { MayDo } from './MayDo.tsx';
import { ModuleChanged } from './ModuleChanged.tsx';
import { ModuleEnvironment } from './ModuleEnvironment.tsx';
import { ModuleFiles } from './ModuleFiles.tsx';
import { ModuleImage } from './ModuleImage.tsx';
import { ModuleLog } from './ModuleLog.tsx';
import { ModuleTools } from './ModuleTools.tsx';
import type { Kits } from './use-kits.ts';

/** One module: whether it is on, what it may do, its tools, values, image, history and files. */
export function ModuleCard({ module, all, kits }: { module: KitModule; all: readonly KitModule[]; kits: Kits }) {
  const t = useText();
  const [removing, setRemoving] = useState(false);
  const { moduleId, kit, enabled, problem, image } = module;
  const secrets = module.environment.filter(({ secret }) => secret).map(({ name }) => name);
  // Where the image stands and whether it is switched on is shown already.
  const told = problem !== undefined && enabled && problem.code !== 'kit-image-missing' && image.state !== 'failed';
  return (
    <section
      className={`card module${enabled ? '' : ' module-off'}`}
      aria-label={moduleId}
      data-testid={`module-${moduleId}`}
    >
      <div className="module-head">
        <label className="choice">
          <input
            type="checkbox"
            checked={enabled}
            disabled={kits.busy}
            onChange={(event) => {
              const on = event.target.checked;
              void kits.change((api, signal) => api.enable({ moduleId, enabled: on }, signal));
            }}
          />
          <span>
            <bdi className="choice-name">{moduleId}</bdi>
            <span className="hint">
              <bdi>
                {kit.name} {kit.version}
              </bdi>
              {module.profile === '' || module.profile === 'default' ? null : (
                <>
                  {' · '}
                  <bdi>{module.profile}</bdi>
                </>
              )}
            </span>
          </span>
        </label>
        {enabled ? null : <span className="card-state">{t('kitOff')}</span>}
        <IconButton label={t('kitRemoveNamed', { module: moduleId })} onPress={() => setRemoving(true)}>
          <Trash2 size={16} />
        </IconButton>
      </div>
      <div className="card-body">
        {removing ? (
          <div className="buttons" role="alert">
            <p className="hint">{t('kitRemoveSure')}</p>
            <Button
              look="danger"
              disabled={kits.busy}
              onPress={() => void kits.change((api, signal) => api.remove({ moduleId }, signal))}
            >
              {t('kitRemoveYes')}
            </Button>
            <Button onPress={() => setRemoving(false)}>{t('back')}</Button>
          </div>
        ) : null}
        {told && problem ? <ErrorLine error={problem} /> : null}
        {problem?.code === 'kit-changed' ? <ModuleChanged moduleId={moduleId} kits={kits} /> : null}
        {enabled && kits.list?.engine.ready && problem?.code !== 'kit-changed' ? (
          <ModuleImage module={module} kits={kits} />
        ) : null}
        <div className="folds">
          <Fold summary={t('kitMayDo')} testId="module-may-do">
            <p dir="auto">{kit.description}</p>
            <MayDo network={module.network} ports={module.ports.map(({ port }) => port)} secrets={secrets} />
          </Fold>
          <ModuleTools module={module} all={all} kits={kits} />
          {module.environment.length === 0 ? null : (
            <Fold summary={t('kitEnvironment')} testId="module-environment">
              <ModuleEnvironment module={module} kits={kits} />
            </Fold>
          )}
          <ModuleFiles moduleId={moduleId} />
          <ModuleLog moduleId={moduleId} />
        </div>
      </div>
    </section>
  );
}
