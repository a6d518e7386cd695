import { readTable, writeTable } from './files.ts';
import type { Written } from './table.ts';

/**
 * Writes a table in another format: CSV, TSV, JSON, XLSX or Markdown, as the ending of the new file says.
 * @param file - The table in the workspace.
 * @param output - The file to write, like "table.xlsx".
 * @param sheet - Name of the sheet to read, of an XLSX file. Default: the first.
 */
export async function convert_table(file: string, output: string, sheet?: string): Promise<Written> {
  return writeTable(output, await readTable(file, sheet));
}
