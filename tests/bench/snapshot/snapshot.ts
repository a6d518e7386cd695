import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Browser } from 'playwright-core';
import { diffOutline } from '../../../shared/contracts/diff-outline.ts';
import { compareWithBrowser } from '../../fixtures/accessibility-oracle.ts';
import { launchChromium, PageDriver } from '../../fixtures/content-script.ts';
import { type Measurement, median, upTo } from '../measurement.ts';
import { type BenchPages, serveBenchPages } from './bench-pages.ts';
import { type Reading, readersOf } from './readers.ts';

const ROUNDS = 5;
const SLOW_ROUNDS = 3;
/** They need 20 s to over a minute for one of the stress pages. */
const NOT_ON_STRESS = ['page-agent', 'smart-dom-reader'];
/** Changes one control, as a click would. */
const SMALL_CHANGE = `(() => {
  const control = document.querySelector('main button, button, input, a[href]');
  control?.setAttribute('aria-pressed', 'true');
})()`;

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
    upTo(
      'real pages: time, of smart-dom-reader',
      medianOf('pagehand', 'ms') / medianOf('smart-dom-reader', 'ms'),
      0.8,
      ratio,
    ),
    upTo('real pages: tokens of the outline', medianOf('pagehand', 'tokens'), 2_000, number),
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

/** A second capture after one control has changed: time, and the tokens of the difference. */
async function measureSmallChange(browser: Browser, pages: BenchPages): Promise<Measurement[]> {
  const times: number[] = [];
  const tokens: number[] = [];
  for (const name of [...pages.real, ...pages.stress]) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(pages.url(name));
    const driver = new PageDriver(page);
    await driver.inject();
    const timed = async (): Promise<{ ms: number; outline: string }> => {
      const began = performance.now();
      const { outline } = await driver.capture();
      return { ms: performance.now() - began, outline };
    };
    // The engine compiles our code in the first one.
    await timed();
    const first = await timed();
    await page.evaluate(SMALL_CHANGE);
    const second = await timed();
    times.push(second.ms / first.ms);
    tokens.push(countTokens(diffOutline(first.outline, second.outline).text) / countTokens(first.outline));
    await page.close();
  }
  return [
    upTo('after a small change: tokens of the difference, of the whole, median', median(tokens), 0.05, percent),
    upTo('after a small change: time of the second capture, of the first, median', median(times), 0.15, ratio),
  ];
}
