import type { KitLock } from '@pagehand/contracts/kit-lock';
import type { InstalledKit, KitModule, KitResponses } from '@pagehand/contracts/kit-module';
import { maxRisk } from '@pagehand/contracts/risk-level';
import type * as z from 'zod';
import { type LoadedModule, offeredTools, problemOf } from '../kits/loaded-module.ts';
import { shownEnvironment } from '../kits/module-environment.ts';
import type { KitModules } from '../kits/modules.ts';
import type { Store } from '../store/store.ts';
import { baseRisk } from '../tools/kit-risk.ts';

/** Everything that the panel's page of kits shows. No secret, no path of this machine. */
export async function showKits(
  modules: KitModules,
  secrets: Store['secrets'],
  signal: AbortSignal,
): Promise<z.infer<typeof KitResponses.list>> {
  await modules.refresh();
  const { engine } = modules;
  const all = modules.modules();
  return {
    engine: engine.ready ? { ready: true, version: engine.version } : { ready: false, error: engine.error },
    kits: (await modules.installed(signal)).map(showKit),
    modules: [...all.values()].map((module) => showModule(module, all, secrets)),
  };
}

function showKit({ id, version, source, manifest }: KitLock): InstalledKit {
  const { name, owner, description, profiles, network, ports, environment } = manifest;
  return {
    id,
    version,
    name,
    owner,
    description,
    // A folder of this machine is nobody else's business.
    source: source.kind === 'git' ? source : { ...source, location: source.location.split(/[/\\]/).at(-1) ?? '' },
    profiles: Object.keys(profiles),
    network,
    ports: ports.map(({ port }) => port),
    secrets: environment.filter(({ secret }) => secret).map(({ name: variable }) => variable),
  };
}

function showModule(
  module: LoadedModule,
  all: ReadonlyMap<string, LoadedModule>,
  secrets: Store['secrets'],
): KitModule {
  const { record, lock, image } = module;
  const { moduleId, kit, version, profile, enabled, uses } = record;
  const problem = problemOf(module);
  const { name, owner, description, network, ports } = lock?.manifest ?? {
    name: kit,
    owner: '',
    description: '',
    network: 'none',
    ports: [],
  };
  return {
    moduleId,
    kit: { id: kit, version, name, owner, description },
    profile,
    enabled,
    tools: offeredTools(module, all).map((offered) => ({
      name: offered.tool.name,
      description: offered.tool.description,
      risk: maxRisk(baseRisk(offered), offered.tool.risk),
      ...(offered.home === module ? {} : { providedBy: offered.home.record.moduleId }),
    })),
    network,
    ports: ports.map((port) => ({ name: port.name, port: port.port })),
    environment: shownEnvironment(record, lock?.manifest.environment ?? [], secrets),
    uses,
    provides: (lock?.tools.provide ?? []).length > 0,
    image: image.state,
    ...(problem === undefined ? {} : { problem }),
  };
}
