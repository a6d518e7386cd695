import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import type { Store } from '../store/store.ts';
import type { KitLibrary } from './kit-library.ts';
import type { KitOutcome, KitRuntime, ModuleSpec } from './kit-runtime.ts';
import type { LoadedModule, OfferedTool } from './loaded-module.ts';
import { maskOutcome, maskStream } from './mask-outcome.ts';
import { moduleEnvironment } from './module-environment.ts';
import type { Commit } from './workspace.ts';

/** How long a container waits for the next call of a module. */
const WARM_MS = 10 * 60_000;

export type RunnerOptions = { store: Pick<Store, 'secrets'>; runtime: KitRuntime; kits: Pick<KitLibrary, 'load'> };
export type ModuleCall = { callId: string; name: string; args: Record<string, unknown> };

/** Runs tools of modules: the right folders, environment and image, one call of a workspace at a time. */
export class ModuleRunner {
  readonly #options: RunnerOptions;
  readonly #cooling = new Map<string, NodeJS.Timeout>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /**
   * Runs one tool in its home: alone on that workspace, with the home's environment.
   * @throws AppError when it could not begin: `kit-changed`, `not-found`, `kit-image-missing`, `tool-unavailable`,
   *   `cancelled`.
   */
  async call(
    { home, tool }: OfferedTool,
    { callId, name, args }: ModuleCall,
    onOutput: (stream: 'stdout' | 'stderr', text: string) => void,
    signal: AbortSignal,
  ): Promise<{ outcome: KitOutcome; commit: Commit | undefined; rolledBack: AppError | undefined }> {
    const spec = await this.#spec(home, signal);
    const { runtime } = this.#options;
    this.#warm(spec);
    const parameters = Object.keys(Object(tool.parameters['properties']));
    const { file, function: name_, timeoutMs } = tool;
    const run = { callId, file, function: name_, args, parameters, timeoutMs };
    const masked = maskStream(onOutput, home.mask);
    const { value, commit, rolledBack } = await home.workspace.change(
      { kind: 'call', callId, tool: name },
      signal,
      () => runtime.call(spec, run, masked.add, signal),
      ({ lingers }) => lingers,
    );
    masked.end();
    if (!value.ok && value.error.code === 'kit-image-missing') home.image.forget();
    return { outcome: maskOutcome(value, home.mask), commit, rolledBack };
  }

  /** Ends what runs and what waits of a module: its settings have changed. */
  async drop(moduleId: string): Promise<void> {
    clearTimeout(this.#cooling.get(moduleId));
    this.#cooling.delete(moduleId);
    await this.#options.runtime.drop(moduleId);
  }

  close(): void {
    for (const timer of this.#cooling.values()) clearTimeout(timer);
  }

  async #spec({ record, lock: known, image, workspace }: LoadedModule, signal: AbortSignal): Promise<ModuleSpec> {
    // Compared with its lock at each call: what runs is what was accepted.
    const { lock, folder } = await this.#options.kits.load(record.kit, record.version, signal);
    const { runtime, ports, network, environment } = lock.manifest;
    // The image is that of the kit as it was last looked at.
    if (known !== undefined && known.digest !== lock.digest)
      throw new AppError(
        'kit-changed',
        `The kit of ${record.moduleId} was replaced a moment ago: call the tool again.`,
      );
    if (image.id === undefined)
      throw new AppError('kit-image-missing', `The image of ${record.moduleId} was not made yet.`);
    return {
      moduleId: record.moduleId,
      digest: lock.digest,
      runtime,
      image: image.id,
      toolsDir: join(folder, 'tools'),
      workspaceDir: workspace.folder,
      environment: moduleEnvironment(record, environment, this.#options.store.secrets),
      ports: ports.map(({ name, port }) => ({ name, port })),
      network,
    };
  }

  /** Keeps a container ready for the next call, for a while. */
  #warm(spec: ModuleSpec): void {
    const { runtime } = this.#options;
    if (spec.ports.length > 0) return;
    clearTimeout(this.#cooling.get(spec.moduleId));
    runtime.warm(spec, 1);
    const timer = setTimeout(() => runtime.warm(spec, 0), WARM_MS);
    timer.unref();
    this.#cooling.set(spec.moduleId, timer);
  }
}
