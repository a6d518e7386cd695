import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import { openVirtualDisplay, type VirtualDisplay } from './support/virtual-display.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const PAGE = `<!doctype html><title>Shop</title><h1>Green apples</h1><p>They cost three euros.</p><button>Buy now</button>`;
const SITES = { 'shop.example': { '/': PAGE }, 'bank.example': { '/': '<title>Bank</title><h1>Balance: 1234</h1>' } };

describe.each(BROWSERS)('in %s, as people install it', (name) => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await openWorkbench(name, SITES, { build: 'release' });
  });
  afterAll(() => bench?.close());

  test('a page that the toolbar button was not pressed on stays closed', async () => {
    await bench.browser.openPage(bench.sites.url('shop.example'));
    const panel = await bench.openPanel();
    await bench.browser.openPage(bench.sites.url('bank.example'));
    await panel.waitForText('The browser does not say which page this is');
    const seen = await panel.page.evaluate(
      `(globalThis.browser ?? chrome).tabs.query({ active: true, currentWindow: true }).then(([tab]) =>
        (globalThis.browser ?? chrome).scripting.executeScript({ target: { tabId: tab.id }, func: () => document.body.innerText })
          .then(() => 'read', () => [tab.url ?? 'no address', 'refused'].join(', ')))`,
    );
    expect(seen).toBe('no address, refused');
  });
});

describe('in chromium, with the browser’s own menus, keys and prompts', () => {
  let bench: Workbench;
  let display: VirtualDisplay;
  beforeAll(async () => {
    display = await openVirtualDisplay();
    bench = await openWorkbench('chromium', SITES, { build: 'release', display: display.name });
  });
  afterAll(async () => {
    await bench?.close();
    await display?.close();
  });

  test('a shortcut opens the panel and lets it see the page; the prompt gives the site; the menu fills the composer', async () => {
    const page = await bench.browser.openPage(bench.sites.url('shop.example'));
    display.click(400, 600);
    display.key('ctrl+shift+y');
    const panel = await bench.findPanel();
    await panel.waitForText('shop.example');

    bench.play({
      goal: 'Press Buy',
      rounds: [(ref) => [{ kind: 'hover', ref: ref('button', 'Buy now') }]],
      answer: 'The plan was answered.',
    });
    await panel.ask('Point at the button');
    await panel.find('button', 'Run plan');
    const origins = 'chrome.permissions.getAll().then((all) => all.origins ?? [])';
    expect(await panel.page.evaluate(origins)).toEqual([]);
    await panel.click('button', 'Allow on shop.example');
    // The browser's own dialog: Deny is focused, Allow is next.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    display.key('Tab', 'Return');
    await panel.page.waitForFunction(`${origins}.then((all) => all.includes('http://shop.example/*'))`);
    await panel.click('button', 'Run plan');
    await panel.waitForText('The plan was answered.');

    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('p') ?? document.body));
    const before = bench.model.requests.length;
    display.key('alt+shift+k');
    await panel.page.waitForFunction(() =>
      [...document.querySelectorAll('textarea')].some((field) => field.value.includes('They cost three euros.')),
    );
    // Words of the page wait in the composer: nothing was sent.
    expect(bench.model.requests).toHaveLength(before);

    bench.model.script([{ text: 'Apples for three euros.' }]);
    display.key('alt+shift+u');
    // A fixed command starts by itself.
    await panel.waitForText('Apples for three euros.');

    display.click(400, 600, 'right');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const sent = bench.model.requests.length;
    display.key('Up', 'Up', 'Up', 'Return');
    await panel.page.waitForFunction(() => document.activeElement?.localName === 'textarea');
    expect(bench.model.requests).toHaveLength(sent);
  });
});
