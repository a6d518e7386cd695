import type { BrowserName } from '../e2e/support/build-extension.ts';
import type { ConformanceCase, ConformanceRow } from './conformance-case.ts';

type TableRow = { one: ConformanceCase; rows: Partial<Record<BrowserName, ConformanceRow | undefined>> };

/** A text as it stands in a cell. */
export const cell = (text: string): string =>
  text
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'http://page')
    .replaceAll('|', '\\|')
    .replaceAll(/[<>`*_]/g, (char) => `\\${char}`)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);

const verdict = (row: ConformanceRow | undefined): string =>
  row === undefined ? '' : row.right ? 'right' : `WRONG: ${row.why ?? ''}`;

/** Both browsers' words where they differ. */
function both(a: string | undefined, b: string | undefined): string {
  if (a === undefined || b === undefined || cell(a) === cell(b)) return cell(a ?? b ?? '');
  return `Chromium: ${cell(a)}<br>Firefox: ${cell(b)}`;
}

/** The line of one case. */
export const tableRow = ({ one, rows: { chromium, firefox } }: TableRow): string =>
  [
    '',
    cell(one.kind),
    cell(one.name),
    cell(verdict(chromium)),
    cell(verdict(firefox)),
    both(chromium?.said, firefox?.said),
    both(chromium?.truth, firefox?.truth),
    '',
  ]
    .join(' | ')
    .trim();

/** The lines of the cases in a table that was written earlier, by `kind | case`. */
export function rowsIn(table: string): Map<string, string> {
  const rows = new Map<string, string>();
  for (const line of table.split('\n')) {
    const [kind, name] = line.replace(/^\| /, '').split(' | ');
    if (line.startsWith('| ') && kind !== 'kind' && !line.startsWith('| ---')) rows.set(`${kind} | ${name}`, line);
  }
  return rows;
}

/** tests/CONFORMANCE.md. */
export function conformanceTable(lines: readonly string[]): string {
  const count = (column: number): string => {
    const right = lines.filter((line) => line.split(' | ')[column] === 'right').length;
    return `${right} of ${lines.length}`;
  };
  return [
    '# Conformance',
    'Written by `npm run conformance`; do not edit by hand. Each case runs through the built extension: the panel, a plan, the approval, the page. The end state is read from the page, then the receipt is compared with it. A row is right when the page came to the expected state and the receipt said so, or said rightly that it was not done (`refused`) or could not be seen (`unsure`).',
    `Right: Chromium ${count(2)}, Firefox ${count(3)}.`,
    [
      '| kind | case | Chromium | Firefox | what the receipt said | what was true |',
      '| --- | --- | --- | --- | --- | --- |',
      ...lines,
    ].join('\n'),
    '',
  ].join('\n\n');
}
