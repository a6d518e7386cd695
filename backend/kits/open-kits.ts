import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Store } from '../store/store.ts';
import { ChangedKits } from './changed-kits.ts';
import { KitLibrary } from './kit-library.ts';
import type { Connect } from './kit-network.ts';
import { KitModules } from './modules.ts';
import { createKitRuntime } from './run-kits.ts';

/** The modules of a data folder on the machine's engine; what an earlier process left in it is removed. */
export async function openKits(options: {
  data: string;
  store: Pick<Store, 'kitModules' | 'secrets'>;
  logger: Logger;
  /** The guarded way out, for kits that name hosts. */
  connect: Connect;
}): Promise<{ modules: KitModules; changed: ChangedKits; close(): Promise<void> }> {
  const dataFolder = realpathSync(options.data);
  const runtime = createKitRuntime({ dataFolder, connect: logged(options.connect, options.logger) });
  const library = new KitLibrary(dataFolder);
  const changed = new ChangedKits(library);
  const modules = new KitModules({
    store: options.store,
    runtime,
    kits: library,
    folder: join(dataFolder, 'modules'),
  });
  // Only where there is something to look after: whoever has no kits does not wait for Docker.
  if (options.store.kitModules.list().length > 0) {
    await modules.refresh().catch((error: unknown) => options.logger.warn({ err: error }, 'the kits cannot be read'));
    if (modules.engine.ready)
      await runtime.reap().catch((error: unknown) => options.logger.warn({ err: error }, 'old containers remain'));
  }
  return {
    modules,
    changed,
    async close() {
      await changed.close();
      await modules.close();
      await runtime.close();
    },
  };
}

/** Each connection of a kit stands in the log too: the call's own record is the person's to delete. */
const logged =
  (connect: Connect, logger: Logger): Connect =>
  async (target, signal) => {
    logger.info(target, 'a kit opens a connection');
    return connect(target, signal);
  };
