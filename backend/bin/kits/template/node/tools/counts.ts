import { writeFile } from 'node:fs/promises';

/** One row of a table: its text, by column. */
type Row = Record<string, string>;

/**
 * Counts how often each value of a column comes up, the most frequent first, and writes the counts to counts.csv.
 * @param rows - The table, one object for each row.
 * @param column - The column to count.
 */
export async function count_values(rows: Row[], column: string): Promise<{ value: string; count: number }[]> {
  if (rows.length === 0) throw new Error('The table has no rows.');
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row[column] ?? '';
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const result = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  await writeFile(
    '/repo/counts.csv',
    ['value,count', ...result.map(({ value, count }) => `${value},${count}`)].join('\n'),
  );
  return result;
}
