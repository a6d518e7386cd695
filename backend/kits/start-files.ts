import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KitLock } from '@pagehand/contracts/kit-lock';

/** What a new workspace begins with: the files of the kit's `workspace/` that kit.yaml names, all of them locked. */
export async function startFiles(lock: KitLock, folder: string, signal: AbortSignal): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { path } of lock.manifest.workspace.files)
    if (`workspace/${path}` in lock.files) files.set(path, await readFile(join(folder, 'workspace', path), { signal }));
  return files;
}
