import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import JSZip from 'jszip';

/** The files of a built extension as an XPI (a zip with the manifest at its top). */
export async function packAddOn(folder: string): Promise<Buffer> {
  const zip = new JSZip();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    zip.file(relative(folder, path).split(sep).join('/'), readFileSync(path));
  }
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}
