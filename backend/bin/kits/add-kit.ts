import { existsSync } from 'node:fs';
import { AppError } from '@pagehand/contracts/errors';
import type { KitChange } from '@pagehand/contracts/kit-lock';
import { offerKit } from '../../kits/install-kit.ts';
import { prepareKitImage } from './kit-image.ts';
import { type KitParts, whileLocked } from './kit-parts.ts';
import { typedPath } from './kit-place.ts';
import { ask, plain } from './print.ts';

/** `kits add SOURCE`: shows what the kit may do, asks, installs it, and prepares its image. */
export async function addKit(text: string, yes: boolean, parts: KitParts): Promise<number> {
  const { library, reader, runtime, signal } = parts;
  // A path is meant from where the person stands; a Git URL stays as it is.
  const source = existsSync(typedPath(text)) ? typedPath(text) : text;
  return whileLocked(parts, async () => {
    const offer = await offerKit(source, { library, reader, resolveBase: runtime.resolveBase }, signal);
    try {
      const { manifest } = offer.kit;
      console.log(
        `${plain(manifest.name)} (${manifest.id} ${manifest.version}), by ${plain(manifest.owner)}\n${plain(manifest.description)}`,
      );
      console.log(
        `From ${plain(offer.source.location)}${offer.source.commit === undefined ? '' : ` at ${offer.source.commit}`}\n`,
      );
      for (const line of offer.mayDo) console.log(`  ${plain(line)}`);
      if (offer.before !== undefined) printBefore(offer.before);
      if (!yes && !(await ask(`\nAdd this kit?`, signal))) {
        console.log('Nothing was added.');
        return 1;
      }
      const installed = await offer.take((line) => console.log(plain(line)), signal);
      console.log(`Added ${installed.id} ${installed.version}. Make a module of it in the panel: thread menu, Kits.`);
      return await imageOf(installed.id, installed.version, parts);
    } finally {
      await offer.drop();
    }
  });
}

/** The kit is added, whatever becomes of its image: that can be made later. */
async function imageOf(id: string, version: string, parts: KitParts): Promise<number> {
  try {
    await prepareKitImage(await parts.library.load(id, version, parts.signal), parts);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(`Its image could not be made: ${plain(error.message)} Try again: npm start -- kits check ${id}`);
    return 1;
  }
}

function printBefore({
  version,
  change,
  mayDo,
}: {
  version: string;
  change: KitChange | undefined;
  mayDo: string[];
}): void {
  console.log(`\n${version} is installed. Against it:`);
  if (mayDo.length === 0) console.log('  It may do the same.');
  for (const line of mayDo) console.log(`  ${plain(line)}`);
  printChange(change);
}

/** The files that differ. */
export function printChange(change: KitChange | undefined): void {
  if (change === undefined) console.log('  No file differs.');
  for (const kind of ['added', 'removed', 'changed'] as const)
    for (const path of change?.[kind] ?? []) console.log(`  ${kind}: ${plain(path)}`);
}
