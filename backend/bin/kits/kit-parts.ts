import { AppError } from '@pagehand/contracts/errors';
import { loadConfig } from '../../config.ts';
import { createEgress } from '../../egress/guarded-fetch.ts';
import { KitLibrary } from '../../kits/kit-library.ts';
import { KitReader } from '../../kits/kit-reader.ts';
import type { KitRuntime } from '../../kits/kit-runtime.ts';
import { createKitRuntime } from '../../kits/run-kits.ts';
import { lockDataFolder, prepareDataFolder } from '../../store/data-folder.ts';

/** What the commands about kits work with; Ctrl+C aborts the signal. */
export type KitParts = {
  dataFolder: string;
  library: KitLibrary;
  reader: KitReader;
  runtime: KitRuntime;
  signal: AbortSignal;
};

/** Makes the parts for one command, and closes them after it. @returns the exit code of the command */
export async function withKitParts(
  data: string | undefined,
  command: (parts: KitParts) => Promise<number>,
): Promise<number> {
  const { data: dataFolder, endpoints = {} } = loadConfig({ data });
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  const reader = new KitReader();
  const egress = createEgress({ ownHosts: [], configured: () => Object.values(endpoints) });
  const runtime = createKitRuntime({ dataFolder, connect: egress.connect });
  try {
    const library = new KitLibrary(dataFolder);
    return await command({ dataFolder, library, reader, runtime, signal: stop.signal });
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    await reader.close();
    await runtime.close();
    await egress.close();
  }
}

/**
 * Holds the lock of the library while something is written to it. It is not the lock of the data folder: the running
 * backend reads the library anew each time, and need not be asked.
 * @throws AppError `conflict` while another command writes
 */
export async function whileLocked<T>({ dataFolder, library }: KitParts, work: () => Promise<T>): Promise<T> {
  prepareDataFolder(dataFolder);
  prepareDataFolder(library.root);
  let release: () => void;
  try {
    release = lockDataFolder(library.root);
  } catch (cause) {
    throw new AppError('conflict', 'Another command changes the kits right now. Try again when it is done.', { cause });
  }
  try {
    return await work();
  } finally {
    release();
  }
}
