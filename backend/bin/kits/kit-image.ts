import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import { LOCK_FILES } from '../../kits/dependency-problems.ts';
import type { InstalledKit } from '../../kits/kit-library.ts';
import type { ImageSpec } from '../../kits/kit-runtime.ts';
import type { Kit } from '../../kits/load-kit.ts';
import { FOREIGN_BASE, packagesInForeignBase } from '../../kits/own-bases.ts';
import type { KitParts } from './kit-parts.ts';
import { plain } from './print.ts';

/** The image of an installed kit, made where it is not there yet. */
export async function prepareKitImage({ folder, lock }: InstalledKit, parts: KitParts): Promise<string> {
  if (packagesInForeignBase(lock.manifest)) throw new AppError('kit-invalid', FOREIGN_BASE);
  return prepare(folder, lock, lock.image.pinned, parts);
}

/** The image of a kit in a folder that somebody works in: its tag is resolved each time. */
export async function prepareFolderImage(folder: string, kit: Kit, parts: KitParts): Promise<string> {
  const { image, runtime } = kit.manifest;
  const base = await parts.runtime.resolveBase(image, runtime, (line) => console.log(plain(line)), parts.signal);
  return prepare(folder, kit, base.image, parts);
}

async function prepare(
  folder: string,
  { manifest, files }: Pick<Kit, 'manifest' | 'files'>,
  base: string,
  { runtime, signal }: KitParts,
): Promise<string> {
  const file = LOCK_FILES[manifest.runtime];
  const text = (path: string) => readFile(join(folder, path), { encoding: 'utf8', signal });
  const dependencies: ImageSpec['dependencies'] = !Object.hasOwn(files, file)
    ? undefined
    : file === 'requirements.txt'
      ? { file, content: await text(file) }
      : { file, content: await text(file), packageJson: await text('package.json') };
  const spec: ImageSpec = { runtime: manifest.runtime, base, ...(dependencies === undefined ? {} : { dependencies }) };
  const { image, cached } = await runtime.prepareImage(spec, (line) => console.log(plain(line)), signal);
  if (!cached) console.log('The image of the kit is made.');
  return image;
}
