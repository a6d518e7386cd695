import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, launchBrowser } from './support/launch-browser.ts';
import { type ServedSites, serveSites } from './support/serve-sites.ts';
import type { TestBrowser } from './support/test-browser.ts';

describe.each(BROWSERS)('in %s', (name) => {
  let sites: ServedSites;
  let browser: TestBrowser;
  beforeAll(async () => {
    sites = await serveSites({ 'shop.example': { '/': '<title>Shop</title><h1>Hello</h1>' } });
    browser = await launchBrowser(name, { hosts: sites.hosts });
  });
  afterAll(async () => {
    await browser?.close();
    await sites?.close();
  });

  test('the toolbar button opens the real side panel beside the page', async () => {
    await browser.openPage(sites.url('shop.example'));
    const panel = await browser.openPanel();
    expect(panel.page.url()).toBe(`${browser.extensionOrigin}/sidepanel.html`);
    const front = await panel.page.evaluate(
      '(globalThis.browser ?? chrome).tabs.query({active: true, currentWindow: true}).then((tabs) => tabs.map((tab) => tab.url))',
    );
    expect(front).toEqual([sites.url('shop.example')]);
  });

  test('the browser assigns every suggested shortcut', async () => {
    const page = await browser.openExtensionPage('/sidepanel.html');
    const assigned = await page.evaluate(
      '(globalThis.browser ?? chrome).commands.getAll().then((all) => Object.fromEntries(all.map((one) => [one.name, one.shortcut])))',
    );
    expect(assigned).toMatchObject({
      'open-panel': name === 'firefox' ? 'Alt+Shift+Y' : 'Ctrl+Shift+Y',
      'ask-selection': 'Alt+Shift+K',
      'summarize-page': 'Alt+Shift+U',
      'stop': 'Alt+Shift+H',
    });
    await page.close();
  });
});
