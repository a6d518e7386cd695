import { squash } from './name-parts.ts';
import { cleanPageText } from './text-hygiene.ts';

const HEADER_CHARS = 40;

/** Names the column that a cell stands in by its header. One per capture: the page may change afterwards. */
export class Columns {
  readonly #headers = new Map<HTMLTableElement, string[]>();

  /** Header text of the column of a table cell, and the row it stands in; undefined for columns without one. */
  of(element: Element): { header: string; row: Element } | undefined {
    const cell = element.closest('td,th');
    const table = cell?.closest('table');
    if (!(cell instanceof HTMLTableCellElement) || !(table instanceof HTMLTableElement)) return undefined;
    let headers = this.#headers.get(table);
    if (headers === undefined) {
      headers = headersOf(table);
      this.#headers.set(table, headers);
    }
    const row = headerRow(table);
    const header = headers[columnOf(cell)];
    return header && row !== undefined && cell.parentElement !== row ? { header, row } : undefined;
  }
}

const headerRow = (table: HTMLTableElement): HTMLTableRowElement | undefined => table.tHead?.rows[0] ?? table.rows[0];

function headersOf(table: HTMLTableElement): string[] {
  const row = headerRow(table);
  const headers: string[] = [];
  for (const cell of row?.cells ?? []) {
    const text =
      cell.localName === 'th' ? cleanPageText(squash(cell.textContent.slice(0, 500)), {}).slice(0, HEADER_CHARS) : '';
    for (let span = 0; span < Math.min(cell.colSpan, 100); span += 1) headers.push(text);
  }
  return headers;
}

function columnOf(cell: HTMLTableCellElement): number {
  let column = 0;
  for (let before = cell.previousElementSibling; before !== null; before = before.previousElementSibling)
    if (before instanceof HTMLTableCellElement) column += before.colSpan;
  return column;
}
