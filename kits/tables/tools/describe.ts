import { readTable } from './files.ts';
import { type Cell, isEmpty, numberOf, toObjects } from './table.ts';

type Column = {
  name: string;
  kind: 'number' | 'text' | 'empty';
  empty: number;
  different: number;
  smallest?: Cell;
  largest?: Cell;
};

/**
 * Says what a table holds: how many rows, and of each column its name, kind, empty cells and range.
 * @param file - A file of the workspace: .csv, .tsv, .json, .xlsx or .md.
 * @param sheet - Name of the sheet of an XLSX file. Default: the first.
 */
export async function describe_table(
  file: string,
  sheet?: string,
): Promise<{ rows: number; columns: Column[]; first_rows: Record<string, Cell>[] }> {
  const table = await readTable(file, sheet);
  const columns = table.columns.map((name, index): Column => {
    const cells = table.rows.map((row) => row[index] ?? null).filter((cell) => !isEmpty(cell));
    const numbers = cells.map(numberOf).filter((value) => value !== undefined);
    const kind = cells.length === 0 ? 'empty' : numbers.length === cells.length ? 'number' : 'text';
    const sorted = kind === 'number' ? numbers.sort((a, b) => a - b) : cells.map(String).sort();
    return {
      name,
      kind,
      empty: table.rows.length - cells.length,
      different: new Set(cells).size,
      ...(sorted.length > 0 ? { smallest: sorted[0], largest: sorted.at(-1) } : {}),
    };
  });
  return { rows: table.rows.length, columns, first_rows: toObjects({ ...table, rows: table.rows.slice(0, 5) }) };
}
