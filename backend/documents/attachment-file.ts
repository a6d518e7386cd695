import { basename } from 'node:path';
import type { AttachmentType } from '@pagehand/contracts/attachments';
import { ATTACHMENT_TYPES } from '@pagehand/contracts/attachments';
import { cleanText } from '@pagehand/contracts/clean-text';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { fileTypeFromBuffer } from 'file-type';

const isKnown = (type: string): type is AttachmentType => Object.hasOwn(ATTACHMENT_TYPES, type);

/**
 * What a file is, by its first bytes; text only where it is valid UTF-8 without control signs. The name decides nothing
 * but whether a text is a table.
 * @throws AppError `bad-request` for every other kind of file.
 */
export async function sniffType(content: Uint8Array, name: string): Promise<AttachmentType> {
  const found = await fileTypeFromBuffer(content);
  if (found !== undefined && isKnown(found.mime)) return found.mime;
  if (found === undefined && isText(content)) {
    if (/\.csv$/i.test(name)) return 'text/csv';
    return /\.(?:tsv|tab)$/i.test(name) ? 'text/tab-separated-values' : 'text/plain';
  }
  throw new AppError(
    'bad-request',
    'Only pictures (PNG, JPEG, GIF, WebP), PDF, plain text, CSV and XLSX can be attached.',
  );
}

function isText(content: Uint8Array): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what tells a binary file
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return false;
  }
}

/** A name to show: no folder, nothing invisible, not longer than the bound (its end stays). */
export function shownName(name: string): string {
  const clean = cleanText(basename(name.replaceAll('\\', '/')))
    .text.replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  if (clean.length <= LIMITS.attachmentName) return clean === '' ? 'file' : clean;
  const end = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  return `${clean.slice(0, LIMITS.attachmentName - end.length - 1)}…${end}`;
}
