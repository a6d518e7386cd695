/** Tools that pages declare in every way there is: listed, called, followed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputOf, PageToolsBench, SHOP_TOOLS } from './page-tools-support.ts';
import { BROWSERS } from './support/launch-browser.ts';

describe.each(BROWSERS)('in %s', (name) => {
  let bench: PageToolsBench;
  beforeAll(async () => {
    bench = await PageToolsBench.open(name);
    // The first tool of a site asks; from then on those that read or are easily undone run by themselves.
    await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['cart_view', {}]], 'Two teas.');
    await bench.panel.ask('What is in my cart?');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('Two teas.');
  });
  afterAll(() => bench?.close());

  test('tools that came and went with the call are announced before its result', async () => {
    const page = await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['open_cart', {}]], 'It is open.');
    await bench.panel.ask('Open the cart');
    await bench.panel.waitForText('It is open.');
    expect(await outputOf(page)).toBe('cart is open');
    expect(bench.lastTools()).toContain('cart_close');
    expect(bench.lastTools()).not.toContain('open_cart');
  });

  test('invalid arguments go back with every problem, and nobody is asked', async () => {
    await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['search_products', { query: 'x', color: 'red' }]], 'I see.');
    await bench.panel.ask('Search');
    await bench.panel.waitForText('I see.');
    expect(bench.lastResult()).toContain('invalid-arguments');
    expect(bench.lastResult()).toContain('/query');
    expect(bench.lastResult()).toContain('color');
    bench.play([['search_products', { query: 'forbidden' }]], 'The page says no.');
    await bench.panel.ask('Search again');
    await bench.panel.waitForText('The page says no.');
    expect(bench.lastResult()).toContain('that word is not searched for');
  });

  test('defaults of the schema are applied before the call', async () => {
    await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['search_products', { query: 'tea' }]], 'Found.');
    await bench.panel.ask('Search tea');
    await bench.panel.waitForText('Found.');
    expect(bench.lastResult()).toContain('limit');
    expect(bench.lastResult()).toContain('5');
  });

  test('a tool that leads to a new document: its result goes out when the new page has its tools', async () => {
    await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['go_to_checkout', {}]], 'At the checkout.');
    await bench.panel.ask('Go to checkout');
    // Its name says that it leads to paying: that raises what the page says.
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('At the checkout.');
    expect(bench.lastResult()).toContain('/checkout');
    expect(bench.lastTools()).toContain('pay_later');
    expect(bench.lastTools()).not.toContain('cart_view');
  });

  test('a tool is tried by hand with a form made from its schema', async () => {
    await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.say('That was by hand.');
    await bench.panel.click('button', `${SHOP_TOOLS} page tools`);
    await bench.panel.waitForText('search_products');
    await bench.panel.click('button', 'Try search_products');
    await bench.panel.type('textbox', 'query', 'green tea');
    await bench.panel.click('button', 'Send', { exact: true });
    await bench.panel.waitForText('That was by hand.');
    expect(bench.lastResult()).toContain('green tea');
  });

  test('/tool-run names a tool of the page', async () => {
    await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.say('By command.');
    await bench.panel.ask('/tool-run search_products query="white tea" limit=2');
    await bench.panel.waitForText('By command.');
    expect(bench.lastResult()).toContain('white tea');
  });

  test('a polyfilled document.modelContext of the page is found and called', async () => {
    await bench.pageInFront('poly.example', 1);
    bench.play([['tell_time', { zone: 'Lima' }]], 'It is noon.');
    await bench.panel.ask('What time is it in Lima?');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('It is noon.');
    expect(bench.lastResult()).toContain('noon in Lima');
  });

  test('a declarative form is a tool', async () => {
    const page = await bench.pageInFront('form.example', 1);
    bench.play([['subscribe', { who: 'Ada', often: 'weekly' }]], 'Subscribed.');
    await bench.panel.ask('Subscribe Ada weekly');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('Subscribed.');
    expect(await outputOf(page)).toBe('subscribed Ada weekly');
    const spec = bench.lastSpec('subscribe');
    expect(spec).toContain('weekly');
    for (const secret of ['"code"', '"card"']) expect(spec).not.toContain(secret);
  });

  // Only Chromium has it.
  if (name === 'chromium')
    test('the browser’s own document.modelContext is read and called', async () => {
      await bench.pageInFront('native.example', 1);
      bench.play([['tell_weather', { city: 'Oslo' }]], 'Sunny.');
      await bench.panel.ask('Weather in Oslo?');
      await bench.panel.click('button', 'Approve');
      await bench.panel.waitForText('Sunny.');
      expect(bench.lastResult()).toContain('sun in Oslo');
    });

  test('a page without tools is never entered in its own world', async () => {
    const page = await bench.pageInFront('plain.example');
    bench.say('Plain.');
    await bench.panel.ask('What is this?');
    await bench.panel.waitForText('Plain.');
    expect(await page.evaluate(() => Object.getOwnPropertySymbols(globalThis).map(String))).not.toContain(
      'Symbol(pagehand.page-tools-bridge.v1)',
    );
  });
});
