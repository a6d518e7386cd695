import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { readSheet } from 'read-excel-file/node';
import writeSheet from 'write-excel-file/node';
import { parseMarkdown, printMarkdown } from './markdown.ts';
import { type Cell, square, type Table, toObjects, type Written } from './table.ts';

const REPO = '/repo';
const ENDINGS = ['.csv', '.tsv', '.json', '.xlsx', '.md'];

function place(file: string): { path: string; ending: string } {
  const path = resolve(REPO, file);
  if (!path.startsWith(`${REPO}/`))
    throw new Error(`"${file}" is not in the workspace: write its name, like "table.csv".`);
  const ending = extname(path).toLowerCase();
  if (!ENDINGS.includes(ending)) throw new Error(`"${file}" does not end in ${ENDINGS.join(', ')}.`);
  return { path, ending };
}

/** Reads a table of the workspace; its first row names the columns. */
export async function readTable(file: string, sheet?: string): Promise<Table> {
  const { path, ending } = place(file);
  let data: Buffer;
  try {
    data = await readFile(path);
  } catch {
    throw new Error(`There is no file "${file}" in the workspace.`);
  }
  if (data.length === 0) throw new Error(`"${file}" is empty.`);
  try {
    return await parseTable(data, ending, sheet);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`"${file}" cannot be read as ${ending.slice(1).toUpperCase()}: ${why}`);
  }
}

async function parseTable(data: Buffer, ending: string, sheet: string | undefined): Promise<Table> {
  if (ending === '.xlsx') return fromSheet(await readSheet(data, sheet));
  const text = decode(data);
  if (ending === '.json') return fromJson(text);
  if (ending === '.md') return parseMarkdown(text);
  // Excel's own first line names the separator.
  const [first = '', named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const rows: string[][] = parse(text.slice(first.length), {
    delimiter: named ?? (ending === '.tsv' ? '\t' : delimiterOf(text)),
    relax_column_count: true,
    skip_empty_lines: true,
  });
  return square(rows[0] ?? [], rows.slice(1));
}

/** UTF-16 by its byte order mark, UTF-8, or else what programs of Windows write. The mark is no part of the text. */
function decode(data: Buffer): string {
  if (data[0] === 0xff && data[1] === 0xfe) return new TextDecoder('utf-16le').decode(data);
  if (data[0] === 0xfe && data[1] === 0xff) return new TextDecoder('utf-16be').decode(data);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return new TextDecoder('windows-1252').decode(data);
  }
}

/** The separator that comes up most in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, 10_000)
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/\r?\n/, 1)[0] ?? '';
  const count = (separator: string): number => line.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function fromSheet(rows: readonly (readonly unknown[])[]): Table {
  const cells = rows.map((row) => row.map(cellOf));
  return square(cells[0] ?? [], cells.slice(1));
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return value === undefined ? null : JSON.stringify(value);
}

/** A list of objects, a list of lists (the first names the columns), or an object that holds one of them. */
function fromJson(text: string): Table {
  const value: unknown = JSON.parse(text);
  const list = Array.isArray(value) ? value : Object.values(Object(value)).find((part) => Array.isArray(part));
  if (!Array.isArray(list)) throw new Error('it holds no list of rows.');
  if (list.every((row) => Array.isArray(row))) return fromSheet(list);
  const columns = [...new Set(list.flatMap((row) => Object.keys(Object(row))))];
  return square(
    columns,
    list.map((row) => columns.map((column) => cellOf(Object(row)[column]))),
  );
}

/** Writes a table into the workspace, in the format that the file's ending says. */
export async function writeTable(file: string, table: Table): Promise<Written> {
  const { path, ending } = place(file);
  await writeFile(path, await print(table, ending));
  return {
    file,
    rows: table.rows.length,
    columns: table.columns,
    first_rows: toObjects({ ...table, rows: table.rows.slice(0, 5) }),
  };
}

async function print(table: Table, ending: string): Promise<string | Buffer> {
  const { columns, rows } = table;
  if (ending === '.json') return `${JSON.stringify(toObjects(table), undefined, 2)}\n`;
  if (ending === '.md') return printMarkdown(table);
  if (ending === '.xlsx') {
    const header = columns.map((value) => ({ value, fontWeight: 'bold' as const }));
    return writeSheet([
      header,
      ...rows.map((row) => row.map((value) => (value === null ? null : { value }))),
    ]).toBuffer();
  }
  // Text that a spreadsheet would run as a formula gets a quote in front, as OWASP says.
  const safe = (cell: Cell): Cell =>
    typeof cell === 'string' && /^[=+@\t\r-]/.test(cell) && Number.isNaN(Number(cell)) ? `'${cell}` : cell;
  return stringify([columns, ...rows.map((row) => row.map(safe))], {
    delimiter: ending === '.tsv' ? '\t' : ',',
    cast: { boolean: String },
  });
}
