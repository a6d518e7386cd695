import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserFamily } from '../doctor/find-browsers.ts';
import { BUILDS } from './install.mjs';

/**
 * Copies the build of a browser family into the data folder and puts `pairing.json` (`{port, code}`, the code works
 * once) next to its manifest: the panel reads it and pairs by itself.
 * @returns the folder of the copy.
 */
export function makePairedBuild(
  dataFolder: string,
  family: BrowserFamily,
  pairing: { port: number; code: string },
): string {
  const folder = join(dataFolder, 'extension', family);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  cpSync(BUILDS[family], folder, { recursive: true });
  writeFileSync(join(folder, 'pairing.json'), JSON.stringify(pairing), { mode: 0o600 });
  return folder;
}
