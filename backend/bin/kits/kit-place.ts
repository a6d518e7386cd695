import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import type { KitLibrary } from '../../kits/kit-library.ts';
import { MANIFEST_FILE } from '../../kits/parse-manifest.ts';

/** A path as the person typed it: npm runs scripts from the project's folder, wherever they were typed. */
export const typedPath = (text: string): string => resolve(process.env['INIT_CWD'] ?? '.', text);

/** `id` or `id@version`. */
export function kitName(text: string): { id: string; version: string | undefined } {
  const [id = '', version] = text.split('@');
  return { id, version };
}

/** A kit that the person names: a folder that they work in, or an installed one. */
export type KitPlace = { folder: string; installed: boolean; id: string | undefined; version: string | undefined };

/**
 * A folder wins over an installed kit of the same name.
 * @throws AppError `not-found`
 */
export async function findKit(text: string, library: KitLibrary, signal: AbortSignal): Promise<KitPlace> {
  const folder = typedPath(text);
  if (existsSync(join(folder, MANIFEST_FILE)))
    return { folder: await realpath(folder), installed: false, id: undefined, version: undefined };
  const { id, version } = kitName(text);
  const kit = /^[a-z0-9-]+$/.test(id) ? await library.find(id, version, signal) : undefined;
  if (kit === undefined)
    throw new AppError(
      'not-found',
      `There is no kit.yaml in ${text}, and no kit of that name is installed: npm start -- kits list`,
    );
  return { folder: await realpath(kit.folder), installed: true, id: kit.id, version: kit.version };
}
