import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

let browser: Browser;
let server: PageServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), servePages()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const PILL = { x: 940, y: 660 };

test('Stop on the pill takes a real click only; then every further step is refused until a new plan begins', async () => {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  await page.goto(`${server.origin}/basics.html`);
  const driver = new PageDriver(page);
  const before = (await driver.capture()).outline;
  const show = () =>
    driver.call<'banner'>({ op: 'banner', state: 'working', text: 'Pagehand is working here', stop: 'Stop' });
  const pressed = async () => {
    const answer = await driver.call<'status'>({ op: 'status' });
    return answer.ok && answer.op === 'status' && answer.stopPressed;
  };
  expect(await show()).toMatchObject({ ok: true });
  expect((await driver.capture()).outline).toBe(before);
  // The page can find the host by its place, but neither see into it nor press Stop.
  await page.evaluate(
    `(() => { const host = document.elementFromPoint(${PILL.x}, ${PILL.y}); host.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true })); host.click(); })()`,
  );
  expect(await page.evaluate(`document.elementFromPoint(${PILL.x}, ${PILL.y}).shadowRoot`)).toBe(null);
  expect(await pressed()).toBe(false);
  await page.mouse.click(PILL.x, PILL.y);
  expect(await pressed()).toBe(true);
  const ref = await driver.ref('button', 'Clicked 0');
  expect(await driver.act({ kind: 'click', ref })).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(await page.textContent('#count')).toBe('Clicked 0');
  await driver.call<'banner'>({ op: 'banner', state: 'off', text: '', stop: '' });
  await show();
  expect(await driver.act({ kind: 'click', ref })).toMatchObject({ outcome: 'changed' });
  await driver.call<'abort'>({ op: 'abort' });
  expect(await page.evaluate(`document.elementFromPoint(${PILL.x}, ${PILL.y})?.localName`)).not.toBe('div');
  await page.close();
});
