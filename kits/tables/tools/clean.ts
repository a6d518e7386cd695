import { readTable, writeTable } from './files.ts';
import { type Cell, columnIndex, isEmpty, numberOf, type Written } from './table.ts';

/** What to clean. All of it is on unless it is switched off. */
interface Cleaning {
  /** Take white space off both ends, and make several blanks one. */
  trim?: boolean;
  /** Leave out rows and columns without anything in them. */
  drop_empty?: boolean;
  /** Leave out rows that are the same as an earlier one. */
  drop_duplicates?: boolean;
  /** Columns whose text should become numbers, like "1,234.50" or "12 %". */
  numbers?: string[];
}

/**
 * Cleans a table: white space, empty and repeated rows, numbers written as text.
 * @param file - The table in the workspace.
 * @param output - The file to write, like "clean.csv".
 * @param cleaning - What to do.
 */
export async function clean_table(
  file: string,
  output: string,
  cleaning: Cleaning = {},
): Promise<Written & { dropped_rows: number }> {
  const { trim = true, drop_empty = true, drop_duplicates = true, numbers = [] } = cleaning;
  const table = await readTable(file);
  const asNumber = new Set(numbers.map((name) => columnIndex(table, name)));
  const clean = (cell: Cell, index: number): Cell => {
    const text = trim && typeof cell === 'string' ? cell.replace(/[\s\u00a0]+/g, ' ').trim() : cell;
    return asNumber.has(index) ? (numberOf(text) ?? text) : text;
  };
  const seen = new Set<string>();
  const rows = table.rows
    .map((row) => row.map(clean))
    .filter((row) => !drop_empty || !row.every(isEmpty))
    .filter((row) => {
      const key = JSON.stringify(row);
      if (!drop_duplicates) return true;
      return seen.has(key) ? false : Boolean(seen.add(key));
    });
  const kept = table.columns.flatMap((_, index) =>
    !drop_empty || rows.some((row) => !isEmpty(row[index])) ? [index] : [],
  );
  const written = await writeTable(output, {
    columns: kept.map((index) => table.columns[index] ?? ''),
    rows: rows.map((row) => kept.map((index) => row[index] ?? null)),
  });
  return { ...written, dropped_rows: table.rows.length - rows.length };
}
