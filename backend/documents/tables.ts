import { placeOf, plain, toPassages } from './passages.ts';

/** What a table can be written as. */
export type TableFormat = 'csv' | 'markdown' | 'json';

/** A table of the page: every value whole, in page order. */
export type PageTable = {
  /** Its caption, else the heading above it; empty when it has neither. */
  name: string;
  place: string;
  /** Empty when the table has no header. */
  header: string[];
  rows: string[][];
};

/** Tables of a page's Markdown. */
export function tablesOf(markdown: string): PageTable[] {
  const passages = toPassages(markdown);
  return passages.flatMap((passage, index): PageTable[] => {
    if (passage.kind !== 'table') return [];
    const lines = passage.text.split('\n').map(cells);
    const rule = lines.findIndex((line) => line.length > 0 && line.every((cell) => /^:?-{3,}:?$/.test(cell)));
    const head = rule === 1 ? (lines[0] ?? []) : [];
    const before = passages[index - 1];
    const caption =
      before !== undefined &&
      markdown.slice(before.end, passage.start).trim() === '' &&
      /^\*\*[^\n]*\*\*$/.test(markdown.slice(before.start, before.end).trim())
        ? before.text
        : '';
    const rows = lines.filter((_, place) => place !== rule && !(rule === 1 && place === 0));
    return [
      {
        name: caption || (passage.headings.at(-1) ?? ''),
        place: placeOf(passage),
        header: head.every((cell) => cell === '') ? [] : head.map(value),
        rows: rows.map((row) => row.map(value)),
      },
    ];
  });
}

/** Cells of a row: parted by `|` that no backslash escapes. */
function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

function value(cell: string): string {
  return cell
    .split('<br>')
    .map((part) => plain(part))
    .join('\n')
    .trim();
}

/** The table in a format. CSV by RFC 4180 with line feeds; JSON: objects by header, arrays without one. */
export function formatTable(table: PageTable, format: TableFormat): string {
  if (format === 'csv')
    return [...(table.header.length > 0 ? [table.header] : []), ...table.rows]
      .map((row) => row.map(csvCell).join(','))
      .join('\n');
  if (format === 'json') return JSON.stringify(table.header.length > 0 ? objects(table) : table.rows, undefined, 2);
  const width = Math.max(table.header.length, ...table.rows.map((row) => row.length));
  const draw = (row: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, x) => (row[x] ?? '').replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`;
  return [draw(table.header), `|${' --- |'.repeat(width)}`, ...table.rows.map(draw)].join('\n');
}

function csvCell(text: string): string {
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function objects(table: PageTable): Record<string, string>[] {
  const keys: string[] = [];
  for (const [index, head] of table.header.entries()) {
    const name = head === '' ? `column ${index + 1}` : head;
    const same = keys.filter((key) => key === name || key.startsWith(`${name} (`)).length;
    keys.push(same === 0 ? name : `${name} (${same + 1})`);
  }
  return table.rows.map((row) =>
    Object.fromEntries(row.map((cell, index) => [keys[index] ?? `column ${index + 1}`, cell])),
  );
}
