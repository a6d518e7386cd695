import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CASES } from '../../conformance/cases/index.ts';
import { cell } from '../../conformance/table.ts';

// The run takes two browsers and many minutes; that the table is of these cases, and that all were right, is cheap.
describe('tests/CONFORMANCE.md', () => {
  const rows = readFileSync(new URL('../../CONFORMANCE.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:kind|---) /.test(line))
    .map((line) => line.split(' | ').map((part) => part.replace(/^\| /, '')));

  it('has every case, in order, and no other: npm run conformance writes it', () => {
    expect(rows.map(([kind, name]) => `${kind}: ${name}`)).toEqual(
      CASES.map(({ kind, name }) => `${cell(kind)}: ${cell(name)}`),
    );
  });

  it('has no row that is wrong in a browser', () => {
    expect(rows.filter(([, , chromium, firefox]) => chromium !== 'right' || firefox !== 'right')).toEqual([]);
  });
});
