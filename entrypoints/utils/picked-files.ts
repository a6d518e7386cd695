import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';

/** A file as the page's script gets it. */
export type FileBytes = { name: string; type: string; base64: string };

/** Files that the person picked for a plan, by its interrupt. Kept in this panel document alone, never stored. */
const picked = new Map<string, Map<string, File>>();

/** @throws AppError `too-large` beyond LIMITS.uploadBytes. */
export function pickFiles(interruptId: string, files: readonly File[]): void {
  const known = picked.get(interruptId) ?? new Map<string, File>();
  for (const file of files) known.set(file.name, file);
  const bytes = [...known.values()].reduce((sum, file) => sum + file.size, 0);
  if (bytes > LIMITS.uploadBytes)
    throw new AppError('too-large', `Files of one plan may have ${LIMITS.uploadBytes / 1_000_000} MB together.`);
  picked.set(interruptId, known);
}

export const hasFiles = (interruptId: string, names: readonly string[]): boolean =>
  names.every((name) => picked.get(interruptId)?.has(name) === true);

/** @throws AppError `file-not-picked`. */
export async function readFiles(interruptId: string, names: readonly string[]): Promise<FileBytes[]> {
  return Promise.all(
    names.map(async (name) => {
      const file = picked.get(interruptId)?.get(name);
      if (file === undefined) throw new AppError('file-not-picked', `${name} was not picked in this panel.`);
      return { name, type: file.type, base64: toBase64(new Uint8Array(await file.arrayBuffer())) };
    }),
  );
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
