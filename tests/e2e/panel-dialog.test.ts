/**
 * An ask while a dialog of the page is open: in Chromium the page cannot be read meanwhile, and the panel says why nothing
 * comes. Firefox reads such a page.
 */
import type { Dialog } from 'puppeteer-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const PAGE = '<!doctype html><title>Shop</title><h1>Shop</h1><button onclick="alert(\'Stock is low\')">Check</button>';

let bench: Workbench;
let panel: Panel;
beforeAll(async () => {
  bench = await openWorkbench('chromium', { 'shop.example': { '/': PAGE } });
});
afterAll(() => bench?.close());

test('the panel says that the page does not answer and where to look, and goes on when it is answered', async () => {
  const page = await bench.browser.openPage(bench.sites.url('shop.example'));
  panel = await bench.openPanel();
  await panel.find('textbox', 'Message');
  const opened = new Promise<Dialog>((resolve) => page.once('dialog', resolve));
  await page.evaluate('{ setTimeout(() => document.querySelector("button").click()); 0 }');
  const dialog = await opened;
  bench.model.script([{ text: 'A shop.' }]);
  await panel.ask('What is this?');
  await panel.waitForText('If a dialog is open in it');
  await dialog.accept();
  await panel.waitForText(/A shop\.|did not answer|does not answer/);
});
