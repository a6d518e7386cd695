import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUILDS } from '../../backend/bin/install.mjs';
import { kilobytes, type Measurement, upTo } from './measurement.ts';

/** Of one injected script; the one that acts goes only where a plan runs. */
const SCRIPT_BYTES = 80_000;
const PANEL_GZIP_BYTES = 450_000;

/** Sizes of the two builds: each script that is injected into pages (minified), and what the panel loads (gzip). */
export function measureSizes(): Measurement[] {
  return Object.entries(BUILDS).flatMap(([family, folder]) => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    const scripts = files.filter((file) => /\.(js|css|html)$/.test(file));
    const injected = scripts.filter((file) => file.includes('content-scripts'));
    // Everything else is the panel's, but for the background, which is a few kB: an upper bound.
    const panel = scripts.filter((file) => !injected.includes(file) && !file.endsWith('background.js'));
    const gzip = panel.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    return [
      ...injected.map((file) =>
        upTo(`${family}: ${basename(file)}, injected, minified`, readFileSync(file).length, SCRIPT_BYTES, kilobytes),
      ),
      upTo(`${family}: panel, gzip`, gzip, PANEL_GZIP_BYTES, kilobytes),
    ];
  });
}
