import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getDocumentProxy } from 'unpdf';

export const REPO = '/repo';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A piece of text where it stands on the page, in points from the lower left corner. */
export type Piece = { text: string; left: number; right: number; bottom: number; height: number };
/** A line of a page: pieces that are apart from each other, from left to right. */
export type Line = { bottom: number; height: number; cells: Piece[] };

/** A path in the workspace. */
export function place(file: string): string {
  const path = resolve(REPO, file);
  if (!path.startsWith(`${REPO}/`))
    throw new Error(`"${file}" is not in the workspace: write its name, like "report.pdf".`);
  return path;
}

/** Opens a PDF of the workspace. */
export async function openPdf(file: string): Promise<Document> {
  let data: Buffer;
  try {
    data = await readFile(place(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(`There is no file "${file}" in the workspace.`);
    throw error;
  }
  try {
    return await getDocumentProxy(new Uint8Array(data));
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') throw new Error(`"${file}" needs a password.`);
    throw new Error(`"${file}" is no PDF, or damaged.`, { cause: error });
  }
}

/** `1-3,5` as page numbers; all of them without it. */
export function pageNumbers(pages: string | undefined, count: number): number[] {
  if (pages === undefined || pages.trim() === '') return Array.from({ length: count }, (_, index) => index + 1);
  const numbers = pages.split(',').flatMap((part) => {
    const found = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part);
    const from = Number(found?.[1]);
    const to = Number(found?.[2] ?? from);
    if (found === null || from < 1 || to < from || to > count)
      throw new Error(`"${part.trim()}" are no pages of it: it has ${count}. Write them like "1-3,5".`);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The lines of a page from top to bottom; pieces that touch are one. */
export async function linesOf(document: Document, pageNumber: number): Promise<Line[]> {
  const page = await document.getPage(pageNumber);
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item): Piece[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [left, bottom] = [Number(item.transform[4]), Number(item.transform[5])];
    return [{ text: item.str, left, right: left + item.width, bottom, height: item.height || 10 }];
  });
  const lines: Line[] = [];
  for (const piece of pieces.sort((a, b) => b.bottom - a.bottom)) {
    const line = lines.at(-1);
    if (line !== undefined && line.bottom - piece.bottom < Math.max(line.height, piece.height) / 2) {
      line.cells.push(piece);
      line.height = Math.max(line.height, piece.height);
    } else lines.push({ bottom: piece.bottom, height: piece.height, cells: [piece] });
  }
  return lines.map((line) => ({ ...line, cells: joined(line.cells.sort((a, b) => a.left - b.left)) }));
}

/** Two words of a sentence are less than a letter's height apart, two cells of a table more. */
function joined(pieces: readonly Piece[]): Piece[] {
  const cells: Piece[] = [];
  for (const piece of pieces) {
    const last = cells.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : piece.left - last.right;
    if (last === undefined || gap > 0.75 * piece.height) {
      cells.push({ ...piece });
      continue;
    }
    const space = gap > 0.15 * piece.height && !last.text.endsWith(' ') && !piece.text.startsWith(' ') ? ' ' : '';
    last.text += space + piece.text;
    last.right = Math.max(last.right, piece.right);
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }));
}
