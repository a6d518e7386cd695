import { readFile, writeFile } from 'node:fs/promises';

/** A row of a table: its text, by column. */
type Row = Record<string, string>;

/**
 * Counts how often each value of a column comes up, the most frequent first, and writes the counts to counts.csv.
 * @param file - A table in the workspace, as JSON: a list of objects, one for each row.
 * @param column - The column to count.
 * @param least - Leaves out what comes up less often than this.
 */
export async function count_values(
  file: string,
  column: string,
  least = 1,
): Promise<{ value: string; count: number }[]> {
  const rows: Row[] = JSON.parse(await readFile(`/repo/${file}`, 'utf8'));
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row[column];
    if (value === undefined) throw new Error(`There is no column ${column}.`);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const result = [...counts]
    .map(([value, count]) => ({ value, count }))
    .filter(({ count }) => count >= least)
    .sort((a, b) => b.count - a.count);
  await writeFile('/repo/counts.csv', ['value,count', ...result.map((row) => `${row.value},${row.count}`)].join('\n'));
  return result;
}
