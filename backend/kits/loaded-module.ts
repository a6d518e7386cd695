import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { KitLock } from '@pagehand/contracts/kit-lock';
import type { KitTool } from '@pagehand/contracts/kit-tool';
import type { KitModuleRecord } from '../store/store.ts';
import type { ModuleImage } from './module-image.ts';
import type { Workspace } from './workspace.ts';

/** A module as it stands now. `problem`: its kit is gone or was changed. */
export type LoadedModule = {
  record: KitModuleRecord;
  lock: KitLock | undefined;
  problem: AppErrorBody | undefined;
  image: ModuleImage;
  workspace: Workspace;
  /** Takes out what its secrets are, and were since this backend began. */
  mask: (text: string) => string;
};

/** A tool that a module offers; `home` is the module that it runs in: its own, or the one that provides it. */
export type OfferedTool = { module: LoadedModule; home: LoadedModule; tool: KitTool };

/** The tools of a module: those of its profile, then those that others provide to it. One name, one tool. */
export function offeredTools(module: LoadedModule, all: ReadonlyMap<string, LoadedModule>): OfferedTool[] {
  const own = module.lock?.tools.profiles[module.record.profile] ?? [];
  const offered: OfferedTool[] = own.map((tool) => ({ module, home: module, tool }));
  for (const other of module.record.uses) {
    const home = all.get(other);
    for (const tool of home?.lock?.tools.provide ?? [])
      if (home !== undefined && !offered.some((known) => known.tool.name === tool.name))
        offered.push({ module, home, tool });
  }
  return offered;
}

/** Why a module's tools cannot run now, besides the engine. */
export function problemOf({ record, lock, problem, image }: LoadedModule): AppErrorBody | undefined {
  if (problem !== undefined) return problem;
  if (lock === undefined) return new AppError('not-found', `The kit ${record.kit} is not installed any more.`).toBody();
  if (!record.enabled)
    return new AppError('tool-unavailable', `The module ${record.moduleId} is switched off.`).toBody();
  const { state } = image;
  if (state.state === 'failed') return state.error;
  if (state.state === 'building')
    return new AppError('kit-image-missing', `The image of ${record.moduleId} is being made.`).toBody();
  if (state.state !== 'ready')
    return new AppError('kit-image-missing', `The image of ${record.moduleId} was not made yet.`).toBody();
  return undefined;
}
