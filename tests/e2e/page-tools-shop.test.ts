/** The shop of `fixtures/apps/shop`, written with our package in React, operated by the agent from the panel. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, serveApps } from '../fixtures/serve-apps.ts';
import { lastMessage, playCalls } from './page-tools-support.ts';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  let apps: AppServer;
  beforeAll(async () => {
    apps = await serveApps();
    // Built on the first request, which may take longer than a browser waits for a page.
    await (await fetch(`${apps.origin}/shop/bundle.js`)).text();
    bench = await openWorkbench(name, { 'plain.example': { '/': '<!doctype html><title>Plain</title>' } });
    const page = await bench.browser.openPage(`${apps.origin}/shop`);
    await page.waitForSelector('ul[aria-label="Products"]');
    panel = await bench.openPanel();
    await panel.find('button', 'page tools');
  });
  afterAll(async () => {
    await bench?.close();
    await apps?.close();
  });

  const bound = (): string[] =>
    (bench.model.requests.at(-1)?.body.tools ?? []).map((tool) => tool.function.name.replace(/^page_[0-9a-f]+_/u, ''));
  test('search and add to the cart: the first tool asks, then they run', async () => {
    playCalls(
      bench,
      [
        ['search_products', { query: 'lamp' }],
        ['add_to_cart', { productId: 'p4' }],
      ],
      'The desk lamp is in the cart.',
    );
    await panel.ask('Put a desk lamp into my cart');
    await panel.waitForText('first tool of');
    await panel.click('button', 'Approve');
    await panel.waitForText('The desk lamp is in the cart.');
    expect(lastMessage(bench)).toContain('Desk lamp');
    expect(bound()).toContain('open_cart');
    expect(bound()).not.toContain('cart_view');
  });

  test('opening the cart brings its tools, and removing asks', async () => {
    playCalls(
      bench,
      [
        ['open_cart', {}],
        ['cart_view', {}],
        ['cart_remove', { productId: 'p4' }],
      ],
      'The lamp is out again.',
    );
    await panel.ask('Take the lamp out of the cart');
    await panel.find('button', 'Approve');
    expect(bound()).toContain('cart_remove');
    expect(bound()).not.toContain('search_products');
    await panel.click('button', 'Approve');
    await panel.waitForText('The lamp is out again.');
  });

  test('going to the checkout changes the tools at once', async () => {
    playCalls(bench, [['go_to_checkout', {}]], 'At the checkout now.');
    await panel.ask('Go to the checkout');
    await panel.click('button', 'Approve');
    await panel.waitForText('At the checkout now.');
    expect(bound()).toContain('set_delivery_address');
    expect(bound()).not.toContain('cart_view');
  });

  test('deleting the account asks in two steps, with its reason shown', async () => {
    playCalls(
      bench,
      [
        ['open_account', {}],
        ['delete_account', { reason: 'moving away' }],
      ],
      'The account is gone.',
    );
    await panel.ask('Delete my account');
    await panel.click('button', 'Continue');
    expect(await panel.text()).toContain('moving away');
    await panel.click('button', 'Run it now');
    await panel.waitForText('The account is gone.');
    expect(lastMessage(bench)).toContain('deleted');
    expect(bound()).not.toContain('delete_account');
  });
});

describe.each(BROWSERS)('with the offline model in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  let apps: AppServer;
  beforeAll(async () => {
    apps = await serveApps();
    // Built on the first request, which may take longer than a browser waits for a page.
    await (await fetch(`${apps.origin}/shop/bundle.js`)).text();
    bench = await openWorkbench(
      name,
      { 'plain.example': { '/': '<!doctype html><title>Plain</title>' } },
      { model: 'offline' },
    );
    const page = await bench.browser.openPage(`${apps.origin}/shop`);
    await page.waitForSelector('ul[aria-label="Products"]');
    panel = await bench.openPanel();
    await panel.find('button', 'page tools');
  });
  afterAll(async () => {
    await bench?.close();
    await apps?.close();
  });

  test('search, add, open the cart, remove, checkout, delete the account', async () => {
    await panel.ask('use search_products with query = lamp');
    await panel.click('button', 'Approve');
    await panel.waitForText("The page's tool search_products says");
    await panel.ask('use add_to_cart with productId = p4');
    await panel.waitForText("The page's tool add_to_cart says");
    await panel.ask('open cart, then run cart_view');
    await panel.waitForText("The page's tool cart_view says");
    await panel.ask('run cart_remove with productId = p4');
    await panel.click('button', 'Approve');
    await panel.waitForText("The page's tool cart_remove says");
    await panel.ask('run go_to_checkout');
    await panel.click('button', 'Approve');
    await panel.waitForText("The page's tool go_to_checkout says");
    await panel.ask('open account');
    await panel.waitForText("The page's tool open_account says");
    await panel.ask('run delete_account with reason = moving away');
    await panel.click('button', 'Continue');
    await panel.click('button', 'Run it now');
    await panel.waitForText("The page's tool delete_account says");
  });
});
