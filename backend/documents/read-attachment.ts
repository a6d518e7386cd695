import type { AttachmentType } from '@pagehand/contracts/attachments';
import { LIMITS } from '@pagehand/contracts/limits';
import { parse } from 'csv-parse/sync';
import readSheets from 'read-excel-file/node';
import { pdfToMarkdown } from './pdf-text.ts';
import { unpackWorkbook } from './unpack-workbook.ts';

export type AttachmentTask = { content: Uint8Array; type: AttachmentType };

/** Rows and columns of one table that are read. */
const ROWS = 5_000;
const COLUMNS = 60;

/** The text of a file, tables as Markdown, a heading before each page or sheet. Call it in a worker only: files are hostile. */
export async function readAttachment({ content, type }: AttachmentTask): Promise<string> {
  return (await textOf(content, type)).slice(0, LIMITS.attachmentText);
}

async function textOf(content: Uint8Array, type: AttachmentType): Promise<string> {
  switch (type) {
    case 'application/pdf': {
      const read = await pdfToMarkdown(content);
      if ('failed' in read) throw new Error(`The PDF is ${read.failed}.`);
      return read.markdown;
    }
    case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      const sheets = await readSheets(await unpackWorkbook(content));
      return sheets.map(({ sheet, data }) => `## ${sheet}\n\n${toTable(data)}`).join('\n\n');
    }
    case 'text/csv':
    case 'text/tab-separated-values': {
      const rows: unknown[][] = parse(decode(content), {
        delimiter: type === 'text/csv' ? [',', ';'] : '\t',
        bom: true,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        to: ROWS + 1,
      });
      return toTable(rows);
    }
    case 'text/plain':
      return decode(content);
    default:
      return '';
  }
}

const decode = (content: Uint8Array): string => new TextDecoder('utf-8').decode(content);

function toTable(rows: readonly (readonly unknown[])[]): string {
  const shown = rows.slice(0, ROWS);
  const width = Math.min(COLUMNS, Math.max(0, ...shown.map((row) => row.length)));
  if (width === 0) return '(empty)';
  const line = (row: readonly unknown[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cell(row[at])).join(' | ')} |`;
  const [head = [], ...rest] = shown;
  const lines = [line(head), `|${' --- |'.repeat(width)}`, ...rest.map(line)];
  return `${lines.join('\n')}${rows.length > ROWS ? `\n\n(${rows.length - ROWS} more rows)` : ''}`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString().replace(/T00:00:00\.000Z$/, '') : String(value);
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}
