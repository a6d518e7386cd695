import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserName, ROOT } from '../e2e/support/build-extension.ts';
import { servePages } from '../fixtures/serve-pages.ts';
import { CASES } from './cases/index.ts';
import type { ConformanceRow } from './conformance-case.ts';
import { openConformance } from './open-conformance.ts';
import { cell, conformanceTable, rowsIn, tableRow } from './table.ts';

/**
 * `npm run conformance`: every case in both browsers through the built extension, side by side; prints and writes
 * tests/CONFORMANCE.md. With words, only the cases whose kind or name has one of them run, and only their rows are
 * written anew. With one browser (`--browser=firefox`) nothing is written.
 * Exits with 1 when a row is wrong.
 */
const TABLE = join(ROOT, 'tests', 'CONFORMANCE.md');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const only = process.argv.find((word) => word.startsWith('--browser='))?.slice('--browser='.length);
const cases = CASES.filter(
  ({ kind, name }) => words.length === 0 || words.some((word) => `${kind} ${name}`.toLowerCase().includes(word)),
);
const browsers = (['chromium', 'firefox'] as const).filter((name) => only === undefined || only === name);

async function runIn(name: BrowserName): Promise<ConformanceRow[]> {
  const conformance = await openConformance(name, pages, cases);
  try {
    const rows: ConformanceRow[] = [];
    for (const one of cases) {
      const began = Date.now();
      const row = await conformance.run(one);
      rows.push(row);
      const time = ((Date.now() - began) / 1000).toFixed(1);
      console.log(`${row.right ? 'right' : 'WRONG'} ${name} ${one.kind}: ${one.name} (${time} s)`);
      if (!row.right) console.log(`      said ${row.said}\n      true ${row.truth}\n      ${row.why ?? ''}`);
    }
    return rows;
  } finally {
    await conformance.close();
  }
}

const pages = await servePages();
try {
  const results = await Promise.all(browsers.map((name) => runIn(name)));
  const wrong = results.flat().filter((row) => !row.right).length;
  if (only === undefined) {
    const known = existsSync(TABLE) ? rowsIn(readFileSync(TABLE, 'utf8')) : new Map<string, string>();
    cases.forEach((one, index) => {
      const rows = Object.fromEntries(browsers.map((name, at) => [name, results[at]?.[index]]));
      known.set(`${cell(one.kind)} | ${cell(one.name)}`, tableRow({ one, rows }));
    });
    const lines = CASES.flatMap(({ kind, name }) => known.get(`${cell(kind)} | ${cell(name)}`) ?? []);
    writeFileSync(TABLE, conformanceTable(lines));
  }
  console.log(`${results.flat().length - wrong} right, ${wrong} wrong`);
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  await pages.close();
}
