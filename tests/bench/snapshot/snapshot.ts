import type { Browser } from 'playwright-core';
import { compareWithBrowser } from '../../fixtures/accessibility-oracle.ts';
import { launchChromium } from '../../fixtures/content-script.ts';
import { type Measurement, median, upTo } from '../measurement.ts';
import { type BenchPages, serveBenchPages } from './bench-pages.ts';
import { measureGrowth } from './growth.ts';
import { measurePlannerCost } from './planner-cost.ts';
import { type Reading, readersOf } from './readers.ts';
import { measureSmallChange } from './small-change.ts';

const ROUNDS = 5;
const SLOW_ROUNDS = 3;
/** They need 20 s to over a minute for one of the stress pages. */
const NOT_ON_STRESS = ['page-agent', 'smart-dom-reader'];

const ratio = (value: number): string => value.toFixed(2);
const number = (value: number): string => String(Math.round(value));
const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;

type Row = { page: string; readings: Map<string, Reading> };

/** Ours and the peers side by side in one run: time, tokens (o200k_base), controls; accuracy; a small change. */
export async function measureSnapshots(): Promise<Measurement[]> {
  const pages = await serveBenchPages();
  const browser = await launchChromium();
  try {
    if (pages.real.length === 0)
      console.log('  no real pages beside the repository: only the stress pages are measured');
    const real: Row[] = [];
    for (const name of pages.real) real.push(await readPage(browser, pages, name, ROUNDS, []));
    const stress: Row[] = [];
    for (const name of pages.stress) stress.push(await readPage(browser, pages, name, SLOW_ROUNDS, NOT_ON_STRESS));
    printRows([...real, ...stress]);
    return [
      ...(real.length > 0 ? compared(real) : []),
      ...stress.map(({ page, readings }) =>
        upTo(
          `${page}: time, of playwright ai`,
          timeOf(readings, 'pagehand') / timeOf(readings, 'playwright ai'),
          0.4,
          ratio,
        ),
      ),
      ...(await measureAccuracy(browser, pages)),
      ...(await measureSmallChange(browser, pages)),
      ...(await measureGrowth(browser, pages)),
      ...(await measurePlannerCost(browser, pages)),
    ];
  } finally {
    await browser.close();
    await pages.close();
  }
}

/** The readers take turns, so that a busy machine is busy for all of them. Medians of the rounds. */
async function readPage(
  browser: Browser,
  pages: BenchPages,
  name: string,
  rounds: number,
  without: readonly string[],
): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // Frames that wait for the network would be waited for by Playwright.
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  await page.goto(pages.url(name));
  // Playwright waits half a minute for each frame that does not answer.
  await page.evaluate("for (const frame of document.querySelectorAll('iframe')) frame.remove()");
  const { readers } = await readersOf(page);
  const used = readers.filter((reader) => !without.includes(reader.name));
  const all = new Map<string, Reading[]>(used.map((reader) => [reader.name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const reader of used) all.get(reader.name)?.push(await reader.read());
  await page.close();
  const readings = new Map(
    [...all].map(([reader, list]) => [
      reader,
      {
        ms: median(list.map(({ ms }) => ms)),
        tokens: median(list.map(({ tokens }) => tokens)),
        controls: median(list.map(({ controls }) => controls)),
        withText: median(list.map(({ tokens, withText }) => withText ?? tokens)),
      },
    ]),
  );
  return { page: name, readings };
}

const timeOf = (readings: Row['readings'], reader: string): number => readings.get(reader)?.ms ?? Number.NaN;

function printRows(rows: readonly Row[]): void {
  for (const { page, readings } of rows) {
    const cells = [...readings].map(
      ([reader, { ms, tokens, controls }]) => `${reader} ${ms.toFixed(1)} ms ${tokens} tokens ${controls} controls`,
    );
    console.log(`  ${page}: ${cells.join(' | ')}`);
  }
}

function compared(rows: readonly Row[]): Measurement[] {
  const names = [...(rows[0]?.readings.keys() ?? [])];
  const medianOf = (reader: string, key: keyof Reading): number =>
    median(rows.map(({ readings }) => readings.get(reader)?.[key] ?? Number.NaN));
  const shares = rows.map(
    ({ readings }) => (readings.get('pagehand')?.withText ?? Number.NaN) / (readings.get('playwright ai')?.tokens ?? 1),
  );
  return [
    ...names.map((name) => ({
      what: `real pages, median: ${name}`,
      value: `${medianOf(name, 'ms').toFixed(1)} ms, ${medianOf(name, 'tokens')} tokens`,
    })),
    upTo(
      'real pages: time, of playwright ai',
      medianOf('pagehand', 'ms') / medianOf('playwright ai', 'ms'),
      0.5,
      ratio,
    ),
    {
      ...upTo(
        'real pages: time, of smart-dom-reader',
        medianOf('pagehand', 'ms') / medianOf('smart-dom-reader', 'ms'),
        0.8,
        ratio,
      ),
      why: 'It reads the controls alone. We read every text too, its size, colour and background: most of these pages are text.',
    },
    upTo('real pages: tokens of the outline', medianOf('pagehand', 'tokens'), 2_000, number),
    upTo('real pages: tokens of outline and all text, of playwright ai', median(shares), 0.5, ratio),
  ];
}

/** Against the accessibility tree that Chromium computes. */
async function measureAccuracy(browser: Browser, pages: BenchPages): Promise<Measurement[]> {
  const total = { controls: 0, found: 0, sameRole: 0, sameName: 0 };
  for (const name of pages.real) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(pages.url(name));
    const result = await compareWithBrowser(page);
    for (const key of ['controls', 'found', 'sameRole', 'sameName'] as const) total[key] += result[key];
    await page.close();
  }
  if (total.controls === 0) return [];
  const share = (what: string, part: number, whole: number): Measurement => ({
    what: `accessibility tree of Chromium, ${whole} controls: ${what}`,
    value: percent(part / whole),
    target: 'at least 99.50 %',
    ok: part / whole >= 0.995,
  });
  return [
    share('found', total.found, total.controls),
    share('same role', total.sameRole, total.found),
    share('same name', total.sameName, total.found),
  ];
}
