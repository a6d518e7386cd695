import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

// A second capture takes over what has not changed. It must say what one says that reads everything.
const NEAR = `.hide{display:none} .inv{visibility:hidden} .off{position:absolute;left:-9999px} .white{color:#fff}
.sr{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden} .low{opacity:0} .hand{cursor:pointer}
.tiny{height:0;overflow:hidden} @media (max-width: 700px) { .wide{display:none} }`;
const FAR = `${NEAR} .panel{display:none} .on + .panel{display:block} li:nth-child(3n) .x{display:none} .more{display:none}
:checked ~ .more{display:block} .wrap:has(.flag) .far{display:none} input:focus + .hint{display:none} p:empty{height:30px}
div:focus-within .hint{visibility:hidden} section:first-child{display:none}`;

const SEEDS = 25;

let browser: Browser;
let server: PageServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), servePages()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

describe('a capture that takes over what has not changed says the same as a fresh one', () => {
  test.each([
    ['without style rules', ''],
    ['with rules that show where the change is', NEAR],
    ['with rules that show elsewhere', FAR],
  ])('%s', async (_name, sheet) => {
    const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
    await page.goto(`${server.origin}/frame-inner.html`);
    const { session, contextId } = await new PageDriver(page).inject();
    const evaluate = async (expression: string): Promise<{ differs?: string; all: number; taken: number }> => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        contextId,
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    await evaluate(await readFile(new URL('../fixtures/random-changes.js', import.meta.url), 'utf8'));
    let [all, taken] = [0, 0];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const result = await evaluate(`compareCaptures(${seed}, 24, ${JSON.stringify(sheet)})`);
      expect(result.differs).toBeUndefined();
      all += result.all;
      taken += result.taken;
    }
    // It is not the same because everything is read again.
    expect(taken).toBeLessThan(all * 0.95);
    await page.close();
  });
});
