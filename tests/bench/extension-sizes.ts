import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUILDS } from '../../backend/bin/install.mjs';
import { kilobytes, type Measurement, upTo } from './measurement.ts';

const CONTENT_SCRIPT_BYTES = 80_000;
const PANEL_GZIP_BYTES = 450_000;

/** Sizes of the two builds: what is injected into pages (minified), and what the panel loads (gzip). */
export function measureSizes(): Measurement[] {
  return Object.entries(BUILDS).flatMap(([family, folder]) => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    const scripts = files.filter((file) => /\.(js|css|html)$/.test(file));
    const injected = scripts
      .filter((file) => file.includes('content-scripts'))
      .map((file) => readFileSync(file).length);
    // Everything else is the panel's, but for the background, which is a few kB: an upper bound.
    const panel = scripts
      .filter((file) => !file.includes('content-scripts') && !file.endsWith('background.js'))
      .map((file) => gzipSync(readFileSync(file)).length);
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    return [
      upTo(`${family}: injected into a page, minified`, sum(injected), CONTENT_SCRIPT_BYTES, kilobytes),
      upTo(`${family}: panel, gzip`, sum(panel), PANEL_GZIP_BYTES, kilobytes),
    ];
  });
}
