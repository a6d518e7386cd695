import { AppError } from '@pagehand/contracts/errors';
import { mayDoDifference } from '../../kits/what-kit-may-do.ts';
import { printChange } from './add-kit.ts';
import { type KitParts, whileLocked } from './kit-parts.ts';
import { kitName } from './kit-place.ts';
import { ask, plain } from './print.ts';

/** `kits accept ID[@VERSION]`: shows how an installed kit differs from what was accepted, asks, and locks it as it is. */
export async function acceptKit(text: string, yes: boolean, parts: KitParts): Promise<number> {
  const { library, reader, signal } = parts;
  const { id, version } = kitName(text);
  return whileLocked(parts, async () => {
    const kit = await library.find(id, version, signal);
    if (kit === undefined) throw new AppError('not-found', `The kit ${text} is not installed.`);
    const change = await library.changeOf(kit, signal);
    if (change === undefined) {
      console.log(`${id} ${kit.version} is what was accepted.`);
      return 0;
    }
    console.log(`${id} ${kit.version} differs from what was accepted:`);
    printChange(change);
    const now = await reader.read(kit.folder, false, signal);
    for (const line of mayDoDifference(kit.lock.manifest, now.manifest)) console.log(`  ${plain(line)}`);
    console.log(`Its files are in ${kit.folder}`);
    if (!yes && !(await ask('Accept it as it is now?', signal))) {
      console.log('Nothing was accepted: the kit does not run.');
      return 1;
    }
    await library.accept(kit, change, reader, signal);
    console.log(`Accepted ${id} ${kit.version}.`);
    return 0;
  });
}
