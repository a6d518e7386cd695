import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { KitLock } from '@pagehand/contracts/kit-lock';
import type { KitFile } from '@pagehand/contracts/kit-module';
import { LiveSecrets } from '../live-secrets.ts';
import { secretMask } from '../mask-secrets.ts';
import type { KitModuleRecord, Store } from '../store/store.ts';
import { removeTree } from './closed-folders.ts';
import type { KitLibrary } from './kit-library.ts';
import type { KitEngineStatus, KitRuntime } from './kit-runtime.ts';
import { type LoadedModule, type OfferedTool, offeredTools } from './loaded-module.ts';
import { forgetSecrets, secretValues, withValues } from './module-environment.ts';
import { imageSpec, ModuleImage } from './module-image.ts';
import { type ModuleCall, ModuleRunner } from './module-runner.ts';
import { startFiles } from './start-files.ts';
import { Workspace } from './workspace.ts';

export type KitModulesOptions = {
  store: Pick<Store, 'kitModules' | 'secrets'>;
  runtime: KitRuntime;
  kits: Pick<KitLibrary, 'list' | 'load'>;
  /** Folder of the modules, absolute and without links: `<data>/modules`. */
  folder: string;
};

/** What is known of engine and kits is looked at again after this. */
const FRESH_MS = 3_000;

/** The modules of this backend: what they are, and the way to run their tools. */
export class KitModules {
  readonly #options: KitModulesOptions;
  readonly #loaded = new Map<string, LoadedModule>();
  readonly #secrets = new Map<string, LiveSecrets>();
  readonly #runner: ModuleRunner;
  readonly #stop = new AbortController();
  /** Modules that are being made: a second one of the name is refused from the first moment on. */
  readonly #adding = new Set<string>();
  #engine: KitEngineStatus;
  #refreshed = 0;
  #refreshing: Promise<void> | undefined;

  constructor(options: KitModulesOptions) {
    this.#options = options;
    this.#runner = new ModuleRunner(options);
    const error = new AppError('kit-engine-missing', 'Docker was not looked for yet.').toBody();
    this.#engine = { ready: false, error };
  }

  get engine(): KitEngineStatus {
    return this.#engine;
  }

  /** As last looked at; a look that is not fresh any more is taken again in the background. */
  modules(): ReadonlyMap<string, LoadedModule> {
    if (Date.now() - this.#refreshed > FRESH_MS) void this.refresh().catch(() => undefined);
    return this.#loaded;
  }

  tools(): OfferedTool[] {
    const all = this.modules();
    return [...all.values()].flatMap((module) => offeredTools(module, all));
  }

  /** Looks at the engine, the kits and the images. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
      this.#refreshed = Date.now();
    });
    return this.#refreshing;
  }

  /** @throws AppError `not-found` */
  get(moduleId: string): LoadedModule {
    const module = this.#loaded.get(moduleId);
    if (module !== undefined) return module;
    const names = [...this.#loaded.keys()];
    throw new AppError(
      'not-found',
      names.length === 0
        ? 'There are no modules yet: add one in the settings.'
        : `The modules are: ${names.join(', ')}.`,
    );
  }

  /** All kits that are installed. */
  async installed(signal: AbortSignal): Promise<KitLock[]> {
    return (await this.#options.kits.list(signal)).map(({ lock }) => lock);
  }

  /** A module with its kit, compared with its lock. @throws AppError `not-found`, `kit-changed` */
  async open(
    moduleId: string,
    signal: AbortSignal,
  ): Promise<{ record: KitModuleRecord; lock: KitLock; folder: string }> {
    const { record } = this.get(moduleId);
    const { lock, folder } = await this.#options.kits.load(record.kit, record.version, signal);
    return { record, lock, folder };
  }

  /** Makes a module of an installed kit, with its workspace. @throws AppError `conflict`, `not-found`, `kit-changed` */
  async add(
    wanted: { moduleId: string; kit: string; version: string; profile: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { moduleId } = wanted;
    const taken = () => new AppError('conflict', `There is a module ${moduleId} already.`);
    if (this.#adding.has(moduleId)) throw taken();
    this.#adding.add(moduleId);
    try {
      await this.refresh();
      if (this.#loaded.has(moduleId)) throw taken();
      await this.#add(wanted, signal);
    } finally {
      this.#adding.delete(moduleId);
    }
  }

  async #add(
    wanted: { moduleId: string; kit: string; version: string; profile: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { lock, folder } = await this.#options.kits.load(wanted.kit, wanted.version, signal);
    const profiles = Object.keys(lock.manifest.profiles);
    if (profiles.length > 0 && !profiles.includes(wanted.profile))
      throw new AppError('bad-request', `The kit has the profiles ${profiles.join(', ')}.`);
    const workspace = this.#workspace(wanted.moduleId, lock);
    await workspace.create(await startFiles(lock, folder, signal), signal);
    this.#options.store.kitModules.put({ ...wanted, enabled: true, values: {}, uses: [] });
    await this.refresh();
    this.build(wanted.moduleId);
  }

  /** Ends what runs of it and removes it, its workspace and its secrets. */
  async remove(moduleId: string): Promise<void> {
    const { lock, image } = this.get(moduleId);
    await this.#runner.drop(moduleId);
    await image.close();
    // First: where it fails the module is still there, and can be removed again.
    await removeTree(join(this.#options.folder, moduleId));
    forgetSecrets(moduleId, lock?.manifest.environment ?? [], this.#options.store.secrets);
    this.#options.store.kitModules.remove(moduleId);
    this.#loaded.delete(moduleId);
    this.#secrets.delete(moduleId);
    for (const { record } of this.#loaded.values())
      if (record.uses.includes(moduleId))
        this.#options.store.kitModules.put({ ...record, uses: record.uses.filter((other) => other !== moduleId) });
    await this.refresh();
  }

  async enable(moduleId: string, enabled: boolean): Promise<void> {
    const { record } = this.get(moduleId);
    this.#options.store.kitModules.put({ ...record, enabled });
    await this.#runner.drop(moduleId);
    await this.refresh();
    if (enabled && this.get(moduleId).image.id === undefined) this.build(moduleId);
  }

  /** @throws AppError `bad-request` for a variable that the kit does not declare. */
  async setEnvironment(moduleId: string, values: Readonly<Record<string, string | null>>): Promise<void> {
    const { record, lock } = this.get(moduleId);
    const { kitModules, secrets } = this.#options.store;
    kitModules.put(withValues(record, lock?.manifest.environment ?? [], values, secrets));
    // What waits has the old values.
    await this.#runner.drop(moduleId);
    await this.refresh();
  }

  /** @throws AppError `bad-request` for a module that gives nothing, or for itself. */
  async use(moduleId: string, uses: readonly string[]): Promise<void> {
    const { record } = this.get(moduleId);
    for (const other of uses)
      if (other === moduleId || (this.get(other).lock?.tools.provide ?? []).length === 0)
        throw new AppError('bad-request', `The module ${other} has no tools to give to ${moduleId}.`);
    this.#options.store.kitModules.put({ ...record, uses: [...new Set(uses)] });
    await this.refresh();
  }

  /** Begins to prepare the image of a module. */
  build(moduleId: string): void {
    const module = this.get(moduleId);
    module.image.build(
      () => this.#imageSpec(module),
      () => void this.refresh().catch(() => undefined),
    );
  }

  /** Runs one tool: see ModuleRunner. `files` are those that it made or changed. */
  async call(
    offered: OfferedTool,
    call: ModuleCall,
    onOutput: (stream: 'stdout' | 'stderr', text: string) => void,
    signal: AbortSignal,
  ): Promise<Awaited<ReturnType<ModuleRunner['call']>> & { files: KitFile[] }> {
    const done = await this.#runner.call(offered, call, onOutput, signal);
    const written = new Set(done.commit?.changes.flatMap(({ path, change }) => (change === 'removed' ? [] : [path])));
    const { moduleId } = offered.home.record;
    const files = written.size === 0 ? [] : await this.files(moduleId, AbortSignal.timeout(30_000));
    return { ...done, files: files.filter(({ path }) => written.has(path)) };
  }

  /** The files of a workspace as they may be downloaded. */
  async files(moduleId: string, signal: AbortSignal): Promise<KitFile[]> {
    const found = await this.get(moduleId).workspace.files(signal);
    return found.map(({ path, hash, size }) => ({ fileId: fileId(moduleId, path, hash), path, size }));
  }

  /**
   * A file by the id that `files` gave; it comes from the history, so that no path and no link is ever followed.
   * @throws AppError `not-found` when the file is another one by now.
   */
  async file(moduleId: string, id: string, signal: AbortSignal): Promise<{ path: string; content: Buffer }> {
    const { workspace } = this.get(moduleId);
    const found = (await workspace.files(signal)).find(({ path, hash }) => fileId(moduleId, path, hash) === id);
    if (found === undefined)
      throw new AppError('not-found', 'The file was changed or removed: look at the list again.');
    return { path: found.path, content: await workspace.content(found.hash, signal) };
  }

  /** Ends what is being prepared; the runtime is closed by whoever made it. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#runner.close();
    await Promise.all([...this.#loaded.values()].map(({ image }) => image.close()));
    await this.#refreshing?.catch(() => undefined);
  }

  async #refresh(): Promise<void> {
    const { signal } = this.#stop;
    const { store, runtime, kits } = this.#options;
    this.#engine = await runtime.status(signal);
    const records = store.kitModules.list();
    for (const moduleId of this.#loaded.keys())
      if (!records.some((record) => record.moduleId === moduleId)) this.#loaded.delete(moduleId);
    for (const record of records) {
      const known = this.#loaded.get(record.moduleId);
      const opened = await kits
        .load(record.kit, record.version, signal)
        .then(({ lock }) => ({ lock, problem: undefined }))
        .catch((error: unknown): { lock: LoadedModule['lock']; problem: AppErrorBody } => ({
          lock: known?.lock,
          problem: (error instanceof AppError
            ? error
            : new AppError('internal', `The kit ${record.kit} cannot be read.`)
          ).toBody(),
        }));
      const module: LoadedModule = {
        record,
        ...opened,
        image: known?.image ?? new ModuleImage(runtime),
        workspace: known?.workspace ?? this.#workspace(record.moduleId, opened.lock),
        mask: this.#maskOf(record.moduleId, opened.lock),
      };
      this.#loaded.set(record.moduleId, module);
      if (known?.lock !== undefined && known.lock.digest !== opened.lock?.digest) {
        // Another kit was installed in its place: its image and what waits are of the old one.
        module.image.forget();
        await this.#runner.drop(record.moduleId);
      }
      if (this.#engine.ready && opened.problem === undefined) await module.image.look(() => this.#imageSpec(module));
    }
  }

  #workspace(moduleId: string, lock: KitLock | undefined): Workspace {
    return new Workspace(join(this.#options.folder, moduleId), lock?.manifest.workspace.ignore ?? [], (text) =>
      this.#maskOf(moduleId, this.#loaded.get(moduleId)?.lock ?? lock)(text),
    );
  }

  /** What was a secret of the module stays one: its history may still hold it. */
  #maskOf(moduleId: string, lock: KitLock | undefined): (text: string) => string {
    const live = this.#secrets.get(moduleId) ?? new LiveSecrets();
    this.#secrets.set(moduleId, live);
    live.add(...secretValues(moduleId, lock?.manifest.environment ?? [], this.#options.store.secrets));
    return secretMask(live.list());
  }

  async #imageSpec({ record }: LoadedModule): ReturnType<typeof imageSpec> {
    const { signal } = this.#stop;
    const { lock, folder } = await this.#options.kits.load(record.kit, record.version, signal);
    return imageSpec(lock, folder, signal);
  }
}

/** Says nothing about where the file lies, and is another one as soon as its content is. */
const fileId = (moduleId: string, path: string, hash: string): string =>
  createHash('sha256').update(`${moduleId}\0${path}\0${hash}`).digest('hex').slice(0, 40);
