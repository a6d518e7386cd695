import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KitChange, KitSource } from '@pagehand/contracts/kit-lock';
import { isPinnedImage } from '@pagehand/contracts/kit-manifest';
import { fetchSource } from './fetch-source.ts';
import type { InstalledKit, KitLibrary } from './kit-library.ts';
import type { KitReader } from './kit-reader.ts';
import type { KitRuntime } from './kit-runtime.ts';
import type { Kit } from './load-kit.ts';
import { changeOf, makeLock } from './lock.ts';
import { mayDoDifference, whatKitMayDo } from './what-kit-may-do.ts';

/** A kit that was fetched and checked, and waits for the person's yes. `take` or `drop` it, once. */
export type KitOffer = {
  kit: Kit;
  source: KitSource;
  /** What it may do: lines to show before asking. */
  mayDo: string[];
  /** Against the newest version that is installed, where one is. */
  before?: { version: string; change: KitChange | undefined; mayDo: string[] };
  /**
   * Installs it: pins its image, moves it into the library, locks it.
   * @throws AppError `kit-exists` for a version that is there, `kit-image-missing`, `kit-engine-missing`
   */
  take(onProgress: (line: string) => void, signal: AbortSignal): Promise<InstalledKit>;
  /** Forgets it. Also right after `take`. */
  drop(): Promise<void>;
};

export type InstallParts = {
  library: KitLibrary;
  reader: KitReader;
  /** Resolves a tag, or the runtime's own base image, to what is pinned. */
  resolveBase: KitRuntime['resolveBase'];
};

/**
 * Fetches a kit (folder, tar archive or Git URL) and checks all of it on the copy that would be installed.
 * @throws AppError `not-found`, `kit-source-refused`, `kit-invalid`, `cancelled`, `timeout`
 */
export async function offerKit(
  text: string,
  { library, reader, resolveBase }: InstallParts,
  signal: AbortSignal,
): Promise<KitOffer> {
  const room = await library.makeRoom();
  const drop = () => rm(room, { recursive: true, force: true });
  try {
    const folder = join(room, 'kit');
    const work = join(room, 'work');
    await mkdir(folder, { mode: 0o755 });
    await mkdir(work);
    const source = await fetchSource(text, folder, work, signal);
    await rm(work, { recursive: true, force: true });
    const kit = await reader.read(folder, false, signal);
    const { manifest } = kit;
    const newest = await library.find(manifest.id, undefined, signal);
    return {
      kit,
      source,
      mayDo: whatKitMayDo(manifest),
      ...(newest === undefined
        ? {}
        : {
            before: {
              version: newest.version,
              change: changeOf(newest.lock.files, kit.files),
              mayDo: mayDoDifference(newest.lock.manifest, manifest),
            },
          }),
      take: async (onProgress, stop) => {
        const { image } = manifest;
        const pinned =
          image !== undefined && isPinnedImage(image)
            ? image
            : (await resolveBase(image, manifest.runtime, onProgress, stop)).image;
        const installed = await library.put(folder, makeLock(kit, source, pinned, new Date()), stop);
        await drop();
        return installed;
      },
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
}
