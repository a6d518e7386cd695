import { Readable } from 'node:stream';
import JSZip from 'jszip';

/** Bytes that a workbook may unpack to, and the files in it. */
const MOST_BYTES = 64_000_000;
const MOST_FILES = 2_000;

/**
 * The XML files of a workbook in an archive that is not packed: counted while they are unpacked, whatever its directory
 * says of their sizes. What reads the workbook then sees exactly what was counted.
 * @throws Error when it is no archive, or unpacks to too much.
 */
export async function unpackWorkbook(content: Uint8Array): Promise<Buffer> {
  const packed = await JSZip.loadAsync(content);
  const files = Object.values(packed.files).filter(({ name }) => /\.(?:xml|xml\.rels)$/.test(name));
  if (files.length > MOST_FILES) throw new Error('The workbook has too many files.');
  const plain = new JSZip();
  let bytes = 0;
  for (const file of files) {
    const parts: Buffer[] = [];
    for await (const part of new Readable().wrap(file.nodeStream())) {
      const chunk = Buffer.from(part);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new Error('The workbook unpacks to too much.');
      parts.push(chunk);
    }
    plain.file(file.name, Buffer.concat(parts), { createFolders: false });
  }
  return plain.generateAsync({ type: 'nodebuffer', compression: 'STORE' });
}
