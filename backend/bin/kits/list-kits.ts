import { toolsOf } from '../../kits/run-kit-tests.ts';
import type { KitParts } from './kit-parts.ts';
import { plain } from './print.ts';

/** `kits list`: every installed version, and whether its files are what was accepted. */
export async function listKits({ library, signal }: KitParts): Promise<number> {
  const kits = await library.list(signal);
  if (kits.length === 0) console.log('No kits are installed. Add one: npm start -- kits add kits/tables');
  for (const kit of kits) {
    const { manifest, tools, source } = kit.lock;
    // What cannot be read is not what was accepted either.
    const changed = await library.changeOf(kit, signal).then(
      (change) => change !== undefined,
      () => true,
    );
    console.log(
      `${kit.id} ${kit.version}  ${plain(manifest.name)}, from ${plain(source.location)}${changed ? '  CHANGED since it was accepted' : ''}`,
    );
    console.log(`  ${[...new Set(toolsOf(tools).map(({ name }) => name))].join(', ')}`);
  }
  return 0;
}
