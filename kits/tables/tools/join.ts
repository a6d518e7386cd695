import { readTable, writeTable } from './files.ts';
import { type Cell, columnIndex, isEmpty, square, type Written } from './table.ts';

/**
 * Joins two tables by a column that both have.
 * @param left - The first table in the workspace.
 * @param right - The second table in the workspace.
 * @param left_column - The column of the first table to compare.
 * @param right_column - The column of the second table. Default: of the same name.
 * @param output - The file to write, like "joined.csv".
 * @param keep - Which rows stay: "matches" of both, all of the "left" table, or "all" of both.
 */
export async function join_tables(
  left: string,
  right: string,
  left_column: string,
  output: string,
  right_column: string = left_column,
  keep: 'matches' | 'left' | 'all' = 'left',
): Promise<Written & { unmatched_left: number; unmatched_right: number }> {
  const [first, second] = [await readTable(left), await readTable(right)];
  const [at, on] = [columnIndex(first, left_column), columnIndex(second, right_column)];
  const key = (cell: Cell | undefined): string =>
    String(cell ?? '')
      .trim()
      .toLowerCase();
  const byKey = group(second.rows, (row) => key(row[on]));
  const rest = (row: Cell[]): Cell[] => row.filter((_, index) => index !== on);
  const used = new Set<string>();
  const rows: Cell[][] = [];
  let unmatchedLeft = 0;
  for (const row of first.rows) {
    const value = key(row[at]);
    const found = isEmpty(row[at]) ? [] : (byKey.get(value) ?? []);
    for (const match of found) rows.push([...row, ...rest(match)]);
    if (found.length > 0) used.add(value);
    else {
      unmatchedLeft += 1;
      if (keep !== 'matches') rows.push([...row]);
    }
  }
  const unmatched = second.rows.filter((row) => !used.has(key(row[on])));
  if (keep === 'all')
    for (const row of unmatched)
      rows.push([...first.columns.map((_, index) => (index === at ? (row[on] ?? null) : null)), ...rest(row)]);
  const columns = [...first.columns, ...second.columns.filter((_, index) => index !== on)];
  const written = await writeTable(output, square(columns, rows));
  return { ...written, unmatched_left: unmatchedLeft, unmatched_right: unmatched.length };
}

function group<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const found = groups.get(keyOf(item));
    if (found === undefined) groups.set(keyOf(item), [item]);
    else found.push(item);
  }
  return groups;
}
