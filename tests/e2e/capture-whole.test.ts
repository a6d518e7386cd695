import type { FrameCapture, PageAnswer } from '@pagehand/contracts/page-port';
import type { Browser as Chromium } from 'playwright-core';
import type { Browser as Firefox } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { launchFirefoxAlone, portInFirefox } from '../fixtures/firefox-world.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

let chromium: Chromium;
let firefox: Firefox;
let server: PageServer;
const captures = new Map<string, FrameCapture>();

const captureIn = (answer: PageAnswer): FrameCapture => {
  if (!answer.ok || answer.op !== 'capture') throw new Error(`No capture: ${JSON.stringify(answer)}`);
  return answer.capture;
};

// One page in each browser, captured once; each test looks at another part of it.
beforeAll(async () => {
  [chromium, firefox, server] = await Promise.all([launchChromium(), launchFirefoxAlone(), servePages()]);
  const url = `${server.origin}/whole.html`;
  const page = await chromium.newPage({ viewport: { width: 1000, height: 900 } });
  await page.goto(url);
  captures.set('chromium', await new PageDriver(page).capture());
  const other = await firefox.newPage();
  await other.setViewport({ width: 1000, height: 900 });
  await other.goto(url);
  captures.set('firefox', captureIn(await (await portInFirefox(other))({ op: 'capture', callId: 'whole' })));
});
afterAll(async () => {
  await Promise.all([chromium.close(), firefox.close()]);
  await server.close();
});

describe.each(['chromium', 'firefox'])('a page as a whole in %s', (name) => {
  const capture = (): FrameCapture => {
    const found = captures.get(name);
    if (found === undefined) throw new Error(`No capture in ${name}.`);
    return found;
  };
  const refsOf = (role: string, named: string) =>
    capture().refs.filter((info) => info.role === role && info.name === named);
  const lineWith = (text: string): string =>
    capture()
      .outline.split('\n')
      .find((line) => line.includes(text)) ?? '';

  test('scrollers have a ref and say how far they go', () => {
    const scroller = capture().refs.find((info) => info.states.some((state) => / px below$/.test(state)));
    expect(scroller).toMatchObject({ role: 'generic', tag: 'div' });
    expect(lineWith(`[${scroller?.ref}]`)).toMatch(/\d{3} px below/);
    expect(refsOf('button', 'Accept at the end')).toHaveLength(1);
  });

  test('lists and tables that are rendered in part say of how much', () => {
    expect(capture().outline).toContain('2 of 500 are rendered');
    expect(capture().outline).toContain('2 of 1200 rows are rendered');
  });

  test('a button of a cell is told apart by its row and its column', () => {
    const edits = refsOf('button', 'Edit');
    expect(edits.map(({ place }) => place)).toEqual([
      expect.stringMatching(/^row "Ada.*column "Phone"$/),
      expect.stringMatching(/^row "Ada.*column "Address"$/),
      expect.stringMatching(/^row "Bob.*column "Phone"$/),
      expect.stringMatching(/^row "Bob.*column "Address"$/),
    ]);
    expect(new Set(edits.map(({ fingerprint }) => JSON.stringify(fingerprint))).size).toBe(4);
    expect(lineWith(`[${edits[3]?.ref}]`)).toContain('column="Address"');
  });

  test('controls that only the keyboard or a screen reader reaches stay, marked', () => {
    expect(refsOf('checkbox', 'Remember me')[0]?.states).toContain('visually-hidden');
    expect(refsOf('link', 'Skip to content')[0]?.states).toContain('visually-hidden');
  });

  test('inert, hidden and unexposed parts are left out, and counted', () => {
    for (const gone of ['Inert', 'Hidden button', 'Unexposed'])
      expect(JSON.stringify({ ...capture(), omitted: 0 })).not.toContain(gone);
    expect(capture().omitted.hidden).toBeGreaterThanOrEqual(3);
  });

  test('what lies under a cover is said to be covered, the cover and the rest are not', () => {
    expect(refsOf('button', 'Under the cover')[0]?.states).toContain('covered');
    expect(lineWith('Under the cover')).toContain('covered');
    expect(refsOf('button', 'Close the cover')[0]?.states).not.toContain('covered');
    expect(refsOf('link', 'Skip to content')[0]?.states).not.toContain('covered');
  });

  test('a secret that is spread over several nodes is masked everywhere', () => {
    const everything = JSON.stringify(capture()).replace(/<[^>]*>/g, '');
    expect(everything).not.toMatch(/1111\s*1111/);
    expect(everything).not.toContain('AbCdEfGhIjKlMnOpQrSt');
    expect(capture().redacted['card-number']).toBeGreaterThanOrEqual(2);
    expect(capture().text).toContain('Monday');
  });

  test('3,000 elements inside of each other are no end', () => {
    expect(refsOf('button', 'At the bottom')).toHaveLength(1);
  });
});
