import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { type Line, linesOf, openPdf, type Piece, pageNumbers, place } from './document.ts';

type Band = { left: number; right: number };
type Found = { page: number; file: string; rows: string[][] };

/** Lines that follow each other closely, each with several cells. */
function blocks(lines: readonly Line[]): Line[][] {
  const found: Line[][] = [];
  let block: Line[] = [];
  for (const line of lines) {
    const before = block.at(-1);
    const near = before !== undefined && before.bottom - line.bottom < 3 * Math.max(before.height, line.height);
    if (line.cells.length < 2 || (before !== undefined && !near)) {
      found.push(block);
      block = [];
    }
    if (line.cells.length >= 2) block.push(line);
  }
  return [...found, block].filter(({ length }) => length >= 2);
}

const overlaps = (band: Band, cell: Piece): boolean => band.left < cell.right && cell.left < band.right;

/** Columns: where the cells of the fullest rows stand, widened by those of the other rows. */
function columnsOf(lines: readonly Line[]): Band[] {
  const bands: Band[] = [];
  for (const { cells } of [...lines].sort((a, b) => b.cells.length - a.cells.length)) {
    for (const cell of cells) {
      const touched = bands.filter((band) => overlaps(band, cell));
      const [only] = touched;
      if (only === undefined) bands.push({ left: cell.left, right: cell.right });
      else if (touched.length === 1) {
        only.left = Math.min(only.left, cell.left);
        only.right = Math.max(only.right, cell.right);
      }
    }
  }
  return bands.sort((a, b) => a.left - b.left);
}

function tableOf(lines: readonly Line[]): string[][] {
  const columns = columnsOf(lines);
  return lines.map(({ cells }) => {
    const row = columns.map(() => '');
    for (const cell of cells) {
      const index = columns.findIndex((band) => overlaps(band, cell));
      if (index >= 0) row[index] = row[index] === '' ? cell.text : `${row[index]} ${cell.text}`;
    }
    return row;
  });
}

/**
 * Finds the tables of a PDF by how its text is laid out, and writes each as a CSV file.
 * @param file - The PDF in the workspace.
 * @param pages - Like "1-3,5". Default: all.
 */
export async function pdf_tables(file: string, pages?: string): Promise<{ tables: Found[] }> {
  const document = await openPdf(file);
  const name = basename(file).replace(/\.pdf$/i, '');
  const tables: Found[] = [];
  for (const page of pageNumbers(pages, document.numPages)) {
    for (const [index, lines] of blocks(await linesOf(document, page)).entries()) {
      const rows = tableOf(lines);
      const output = `${name}-page-${page}-table-${index + 1}.csv`;
      await writeFile(place(output), stringify(rows));
      tables.push({ page, file: output, rows: rows.slice(0, 20) });
    }
  }
  return { tables };
}
