import { AppError } from '@pagehand/contracts/errors';
import { type KitParts, whileLocked } from './kit-parts.ts';
import { kitName } from './kit-place.ts';
import { ask } from './print.ts';

/** `kits remove ID[@VERSION]`: without a version all of them. Workspaces of modules stay. */
export async function removeKit(text: string, yes: boolean, parts: KitParts): Promise<number> {
  const { library, signal } = parts;
  const { id, version } = kitName(text);
  return whileLocked(parts, async () => {
    // Also what cannot be read any more can be removed, when it is named exactly.
    const found = (await library.list(signal)).filter(
      (kit) => kit.id === id && (version === undefined || kit.version === version),
    );
    const versions = version === undefined ? found.map((kit) => kit.version) : [version];
    if (versions.length === 0) throw new AppError('not-found', `The kit ${text} is not installed.`);
    if (
      !yes &&
      !(await ask(
        `Remove ${id} ${versions.join(', ')}? Its modules keep their workspaces, and cannot run until it is added again.`,
        signal,
      ))
    )
      return 1;
    let removed = 0;
    for (const each of versions) if (await library.remove(id, each)) removed += 1;
    if (removed === 0) throw new AppError('not-found', `The kit ${text} is not installed.`);
    console.log(`Removed ${id} ${versions.join(', ')}.`);
    return 0;
  });
}
