/** What a person meets when the page cannot be read, and when an approval has been on the screen for too long. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputOf, PageToolsBench, SHOP_TOOLS } from './page-tools-support.ts';
import { BROWSERS } from './support/launch-browser.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

// WebDriver opens no page of Firefox's own.
describe('a page of the browser in chromium', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await openWorkbench('chromium', {
      'shop.example': { '/': '<!doctype html><title>Shop</title><h1>Apples</h1>' },
    });
  });
  afterAll(() => bench?.close());

  test('is said to be closed to extensions; asking goes on without it, and with the next page', async () => {
    await bench.browser.openPage('chrome://version');
    const panel = await bench.openPanel();
    await panel.waitForText('belongs to the browser');
    bench.model.script([{ text: 'Without a page.' }]);
    await panel.ask('Hello');
    await panel.waitForText('Without a page.');
    expect(JSON.stringify(bench.model.requests.at(-1)?.body.messages)).not.toContain('untrusted source');
    await bench.browser.openPage(bench.sites.url('shop.example'));
    await panel.waitForText('shop.example');
    expect(await panel.text()).not.toContain('belongs to the browser');
  });
});

describe.each(BROWSERS)('an approval in %s', (name) => {
  let bench: PageToolsBench;
  beforeAll(async () => {
    bench = await PageToolsBench.open(name);
  });
  afterAll(() => bench?.close());

  test('that has been on the screen for two minutes must be looked at afresh before it can be given', async () => {
    const page = await bench.pageInFront('shop.example', SHOP_TOOLS);
    // The two minutes pass in a moment; everything else keeps its time.
    await bench.panel.page.evaluate(`{
      const real = globalThis.setTimeout;
      globalThis.setTimeout = (work, ms, ...rest) => real(work, ms === 120000 ? 1500 : ms, ...rest);
    }`);
    bench.play([['cart_remove', { id: 5 }]], 'It is gone.');
    await bench.panel.ask('Remove the fifth');
    await bench.panel.find('button', 'Approve');
    await bench.panel.find('button', 'Look again');
    expect(await bench.panel.has('button', 'Approve')).toBe(false);
    expect(await outputOf(page)).toBe('');
    await bench.panel.click('button', 'Look again');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('It is gone.');
    expect(await outputOf(page)).toBe('removed 5');
  });
});
