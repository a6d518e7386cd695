import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { type KitReading, loadKit } from './load-kit.ts';

export type KitReaderTask = { folder: string; leaveOut: boolean };
export type KitReaderAnswer = { reading: KitReading } | { error: AppErrorBody };

/** The worker thread of kit-reader.ts: a folder in, the kit or its problems out. The thread is ended to stop it. */
export async function read({ folder, leaveOut }: KitReaderTask): Promise<KitReaderAnswer> {
  try {
    return { reading: await loadKit(folder, leaveOut, new AbortController().signal) };
  } catch (error) {
    // An error loses its class on the way between threads.
    if (error instanceof AppError) return { error: error.toBody() };
    throw error;
  }
}
