import type { KitModule } from '@pagehand/contracts/kit-module';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { useText } from '../texts/text.ts';
import { Fold } from '../ui/Card.tsx';
import type { Kits } from './use-kits.ts';

/** The tools of a module with their risks, and the modules whose tools it may use besides. */
export function ModuleTools({ module, all, kits }: { module: KitModule; all: readonly KitModule[]; kits: Kits }) {
  const t = useText();
  const { moduleId, tools, uses } = module;
  const others = all.filter((other) => other.provides && other.moduleId !== moduleId);
  return (
    <Fold summary={t.count('kitTools', tools.length)} testId="module-tools">
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
            checked={uses.includes(other.moduleId)}
            disabled={kits.busy}
            onChange={(event) => {
              const rest = uses.filter((one) => one !== other.moduleId);
              const wanted = event.target.checked ? [...rest, other.moduleId] : rest;
              void kits.change((api, signal) => api.use({ moduleId, uses: wanted }, signal));
            }}
          />
          <span className="choice-name">{t('kitUse', { module: other.moduleId })}</span>
        </label>
      ))}
    </Fold>
  );
}
