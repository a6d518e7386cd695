import { readTable, writeTable } from './files.ts';
import { type Cell, columnIndex, isEmpty, numberOf, type Table, type Written } from './table.ts';

/** One condition; a row must meet all of them. */
interface Condition {
  /** Name of the column. */
  column: string;
  /** How to compare. Numbers are compared as numbers, text without regard to case. */
  is:
    | 'equal'
    | 'not_equal'
    | 'less'
    | 'at_most'
    | 'more'
    | 'at_least'
    | 'contains'
    | 'starts_with'
    | 'empty'
    | 'not_empty';
  /** What to compare with; nothing for empty and not_empty. */
  value?: string | number;
}

/** How to order the rows. */
interface Order {
  column: string;
  /** The largest first. */
  descending?: boolean;
}

/**
 * Keeps the rows that meet all conditions, in an order, with the columns that are wanted.
 * @param file - The table in the workspace.
 * @param output - The file to write, like "result.csv".
 * @param where - The conditions. None keeps all rows.
 * @param columns - The columns to keep, in this order. Default: all.
 * @param order - How to sort.
 * @param limit - Keep at most so many rows, after sorting.
 */
export async function filter_table(
  file: string,
  output: string,
  where: Condition[] = [],
  columns?: string[],
  order?: Order,
  limit?: number,
): Promise<Written> {
  const table = await readTable(file);
  const tests = where.map((condition) => testOf(table, condition));
  let rows = table.rows.filter((row) => tests.every((test) => test(row)));
  if (order !== undefined) {
    const index = columnIndex(table, order.column);
    const direction = order.descending === true ? -1 : 1;
    // Empty cells come last, whatever the direction.
    rows = rows.toSorted(
      (a, b) =>
        Number(isEmpty(a[index])) - Number(isEmpty(b[index])) ||
        direction * compare(a[index] ?? null, b[index] ?? null),
    );
  }
  const kept =
    columns === undefined ? table.columns.map((_, index) => index) : columns.map((name) => columnIndex(table, name));
  return writeTable(output, {
    columns: kept.map((index) => table.columns[index] ?? ''),
    rows: rows.slice(0, limit).map((row) => kept.map((index) => row[index] ?? null)),
  });
}

function compare(a: Cell, b: Cell): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left - right;
  return String(a ?? '').localeCompare(String(b ?? ''), 'en', { sensitivity: 'base', numeric: true });
}

function testOf(table: Table, { column, is, value }: Condition): (row: Cell[]) => boolean {
  const index = columnIndex(table, column);
  if (is === 'empty') return (row) => isEmpty(row[index]);
  if (is === 'not_empty') return (row) => !isEmpty(row[index]);
  if (value === undefined) throw new Error(`The condition on "${column}" needs a value.`);
  const text = String(value).toLowerCase();
  const cell = (row: Cell[]): string => String(row[index] ?? '').toLowerCase();
  switch (is) {
    case 'contains':
      return (row) => cell(row).includes(text);
    case 'starts_with':
      return (row) => cell(row).startsWith(text);
    case 'equal':
      return (row) => compare(row[index] ?? null, value) === 0;
    case 'not_equal':
      return (row) => compare(row[index] ?? null, value) !== 0;
    case 'less':
      return (row) => !isEmpty(row[index]) && compare(row[index] ?? null, value) < 0;
    case 'at_most':
      return (row) => !isEmpty(row[index]) && compare(row[index] ?? null, value) <= 0;
    case 'more':
      return (row) => !isEmpty(row[index]) && compare(row[index] ?? null, value) > 0;
    case 'at_least':
      return (row) => !isEmpty(row[index]) && compare(row[index] ?? null, value) >= 0;
  }
}
