import { readFileSync } from 'node:fs';
import type { Browser as Chromium } from 'playwright-core';
import type { Browser as Firefox } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { launchFirefoxAlone, worldInFirefox } from '../fixtures/firefox-world.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

// A second capture takes over what has not changed. It must say what one says that reads everything.
const NEAR = `.hide{display:none} .inv{visibility:hidden} .off{position:absolute;left:-9999px} .white{color:#fff}
.sr{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden} .low{opacity:0} .hand{cursor:pointer}
.tiny{height:0;overflow:hidden} .over{position:fixed;inset:0;height:50%} .said::before{content:'more '}
[data-kind]{visibility:hidden} @media (max-width: 700px) { .wide{display:none} }`;
const FAR = `${NEAR} .panel{display:none} .on + .panel{display:block} li:nth-child(3n) .x{display:none} .more{display:none}
:checked ~ .more{display:block} .wrap:has(.flag) .far{display:none} input:focus + .hint{display:none} p:empty{height:30px}
[aria-pressed=true] ~ .hint{display:none} .wrap:has([data-kind]) .x{display:none} div:focus-within .hint{visibility:hidden} section:first-child{display:none}`;

const SHEETS = [
  ['without style rules', ''],
  ['with rules that show where the change is', NEAR],
  ['with rules that show elsewhere', FAR],
] as const;
const SCRIPT = readFileSync(new URL('../fixtures/random-changes.js', import.meta.url), 'utf8');

let chromium: Chromium;
let firefox: Firefox;
let server: PageServer;
beforeAll(async () => {
  [chromium, firefox, server] = await Promise.all([launchChromium(), launchFirefoxAlone(), servePages()]);
});
afterAll(async () => {
  await Promise.all([chromium.close(), firefox.close()]);
  await server.close();
});

type Compared = { resizeTo?: number; differs?: string; all: number; taken: number };
type World = { evaluate(script: string): Promise<unknown>; resize(width: number): Promise<void> };

async function compareAll(seeds: number, sheet: string, { evaluate, resize }: World): Promise<void> {
  await evaluate(`${SCRIPT};0`);
  let [all, taken] = [0, 0];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const ask = async (call: string): Promise<Compared> =>
      JSON.parse(String(await evaluate(`${call}.then(JSON.stringify)`))); // parse boundary: the script's answer
    let result = await ask(`compareCaptures(${seed}, 24, ${JSON.stringify(sheet)})`);
    while (result.resizeTo !== undefined) {
      await resize(result.resizeTo);
      result = await ask('goOnComparing()');
    }
    expect(result.differs).toBeUndefined();
    all += result.all;
    taken += result.taken;
  }
  // It is not the same because everything is read again.
  expect(taken).toBeLessThan(all * 0.95);
}

describe('a capture that takes over what has not changed says the same as a fresh one', () => {
  test.each(SHEETS)('in Chromium, %s', async (_name, sheet) => {
    const page = await chromium.newPage({ viewport: { width: 900, height: 600 } });
    await page.goto(`${server.origin}/frame-inner.html`);
    const { session, contextId } = await new PageDriver(page).inject();
    const evaluate = async (expression: string) => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        contextId,
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    const resize = (width: number) => page.setViewportSize({ width, height: 600 });
    await compareAll(25, sheet, { evaluate, resize });
    await page.close();
  });

  test.each(SHEETS)('in Firefox, %s', async (_name, sheet) => {
    const page = await firefox.newPage();
    await page.goto(`${server.origin}/frame-inner.html`);
    await page.setViewport({ width: 900, height: 600 });
    const resize = (width: number) => page.setViewport({ width, height: 600 });
    await compareAll(6, sheet, { evaluate: await worldInFirefox(page), resize });
    await page.close();
  });
});
