import type { KitModule } from '@pagehand/contracts/kit-module';
import { useState } from 'react';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Fold } from '../ui/Card.tsx';
import { MayDo } from './MayDo.tsx';
import { ModuleEnvironment } from './ModuleEnvironment.tsx';
import { ModuleFiles } from './ModuleFiles.tsx';
import { ModuleImage } from './ModuleImage.tsx';
import { ModuleLog } from './ModuleLog.tsx';
import type { Kits } from './use-kits.ts';

/** One module: whether it is on, what it may do, its tools, values, image, history and files. */
export function ModuleCard({ module, all, kits }: { module: KitModule; all: readonly KitModule[]; kits: Kits }) {
  const t = useText();
  const [removing, setRemoving] = useState(false);
  const { moduleId, kit, enabled, tools, problem, image } = module;
  const secrets = module.environment.filter(({ secret }) => secret).map(({ name }) => name);
  const others = all.filter((other) => other.provides && other.moduleId !== moduleId);
  // Where the image stands and whether it is switched on is shown already.
  const told = problem !== undefined && enabled && problem.code !== 'kit-image-missing' && image.state !== 'failed';
  return (
    <section className="card module" aria-label={moduleId} data-testid={`module-${moduleId}`}>
      <label className="choice module-head">
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
          <span className="choice-name">{moduleId}</span>
          <span className="hint">
            <bdi>
              {kit.name} {kit.version}
            </bdi>
            {module.profile === '' || module.profile === 'default' ? null : ` · ${module.profile}`}
          </span>
        </span>
      </label>
      <div className="card-body">
        {told && problem ? <ErrorLine error={problem} /> : null}
        <ModuleImage module={module} kits={kits} />
        <Fold summary={t('kitMayDo')} testId="module-may-do">
          <p dir="auto">{kit.description}</p>
          <MayDo network={module.network} ports={module.ports.map(({ port }) => port)} secrets={secrets} />
        </Fold>
        <Fold summary={t.count('kitTools', tools.length)}>
          <ul className="rows">
            {tools.map((tool) => (
              <li key={tool.name}>
                <span className="row-name">
                  <code>{tool.name}</code>
                  <span className="hint" dir="auto">
                    {tool.description}
                  </span>
                  {tool.providedBy === undefined ? null : (
                    <span className="hint">{t('kitProvidedBy', { module: tool.providedBy })}</span>
                  )}
                </span>
                <RiskBadge risk={tool.risk} />
              </li>
            ))}
          </ul>
          {others.map((other) => (
            <label className="choice" key={other.moduleId}>
              <input
                type="checkbox"
                checked={module.uses.includes(other.moduleId)}
                disabled={kits.busy}
                onChange={(event) => {
                  const rest = module.uses.filter((one) => one !== other.moduleId);
                  const uses = event.target.checked ? [...rest, other.moduleId] : rest;
                  void kits.change((api, signal) => api.use({ moduleId, uses }, signal));
                }}
              />
              <span className="choice-name">{t('kitUse', { module: other.moduleId })}</span>
            </label>
          ))}
        </Fold>
        {module.environment.length === 0 ? null : (
          <Fold summary={t('kitEnvironment')} testId="module-environment">
            <ModuleEnvironment module={module} kits={kits} />
          </Fold>
        )}
        <ModuleFiles moduleId={moduleId} />
        <ModuleLog moduleId={moduleId} />
        {removing ? (
          <div className="buttons">
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
        ) : (
          <div className="buttons">
            <Button look="quiet" aria-label={`${t('kitRemove')}: ${moduleId}`} onPress={() => setRemoving(true)}>
              {t('kitRemove')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
