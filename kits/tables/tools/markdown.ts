import { markdownTable } from 'markdown-table';
import { square, type Table } from './table.ts';

/** Cells of one line of a Markdown table; `\|` is a bar inside of a cell. */
function cellsOf(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The first table of a Markdown text. */
export function parseMarkdown(text: string): Table {
  const lines = text.split(/\r?\n/);
  const rule = lines.findIndex((line, index) => index > 0 && /^\s*\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?)?\s*$/.test(line));
  if (rule < 1) throw new Error('There is no table in this Markdown.');
  const rest = lines.slice(rule + 1);
  const end = rest.findIndex((line) => !line.includes('|'));
  return square(cellsOf(lines[rule - 1] ?? ''), rest.slice(0, end < 0 ? undefined : end).map(cellsOf));
}

export function printMarkdown({ columns, rows }: Table): string {
  const text = (cell: unknown): string =>
    String(cell ?? '')
      .replaceAll('|', '\\|')
      .replaceAll(/\s*\r?\n\s*/g, ' ');
  return `${markdownTable([columns.map(text), ...rows.map((row) => row.map(text))])}\n`;
}
