/** A table as the tools work with it. Cells of a row stand in the order of `columns`. */
export type Cell = string | number | boolean | null;
export type Table = { columns: string[]; rows: Cell[][] };

/** What a tool says of the table that it wrote. */
export type Written = { file: string; rows: number; columns: string[]; first_rows: Record<string, Cell>[] };

export const isEmpty = (cell: Cell | undefined): boolean => cell === null || cell === undefined || cell === '';

/**
 * The number that a cell stands for, also as people write it: 1,234.50, 1.234,50, 1 234, 1’234, 12 %, $5. One comma
 * before three digits parts thousands, but not behind a single zero. Undefined where it is none.
 */
export function numberOf(cell: Cell | undefined): number | undefined {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim().replace(/^[$€£₹]\s*|\s*[$€£₹%]$/g, '');
  if (/^[+-]?[1-9]\d{0,2}([ \u00a0\u202f,'’]\d{3})+(\.\d+)?$/.test(text))
    return Number(text.replace(/[ \u00a0\u202f,'’]/g, ''));
  if (/^[+-]?[1-9]\d{0,2}((\.\d{3})+,\d+|(\.\d{3}){2,})$/.test(text))
    return Number(text.replaceAll('.', '').replace(',', '.'));
  if (/^[+-]?(\d+,\d{1,2}|0,\d+)$/.test(text)) return Number(text.replace(',', '.'));
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

/** Index of a column by its name; a difference in case or white space is forgiven where it is no other column. */
export function columnIndex({ columns }: Table, name: string): number {
  const exact = columns.indexOf(name);
  if (exact >= 0) return exact;
  const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
  const near = columns.flatMap((column, index) => (plain(column) === plain(name) ? [index] : []));
  const [only] = near;
  if (near.length === 1 && only !== undefined) return only;
  throw new Error(`There is no column "${name}". The columns are: ${columns.join(', ')}.`);
}

/** Rows as objects; of two columns with one name the second has a number. */
export function toObjects({ columns, rows }: Table): Record<string, Cell>[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
}

/** Gives every column a name of its own, and every row a cell for each column. */
export function square(columns: readonly Cell[], rows: readonly (readonly Cell[])[]): Table {
  const width = rows.reduce((most, row) => Math.max(most, row.length), columns.length);
  const names: string[] = [];
  for (let index = 0; index < width; index += 1) {
    const wanted = String(columns[index] ?? '').trim() || `column ${index + 1}`;
    let name = wanted;
    for (let count = 2; names.includes(name); count += 1) name = `${wanted} (${count})`;
    names.push(name);
  }
  return { columns: names, rows: rows.map((row) => names.map((_, index) => row[index] ?? null)) };
}
