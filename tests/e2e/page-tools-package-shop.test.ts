import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AppServer, serveApps } from '../fixtures/serve-apps.ts';
import { type AppBrowser, type AppPage, call, launch, listed, waitForTools } from './page-tools-package-support.ts';

const GLOBAL = ['open_account', 'open_cart', 'open_shop'];
const START = [...GLOBAL, 'add_to_cart', 'search_products'];
const CART = [...GLOBAL, 'cart_empty', 'cart_remove', 'cart_view', 'go_to_checkout'];

let server: AppServer;
beforeAll(async () => {
  server = await serveApps();
  await fetch(`${server.origin}/shop/bundle.js`); // builds it, so that no page waits for that
});
afterAll(() => server.close());

describe.each([
  ['chromium', 'without WebMCP', false],
  ['chromium', 'with the browser’s own WebMCP', true],
  ['firefox', 'without WebMCP', false],
] as const)('the shop in %s %s', (name, _what, webmcp) => {
  let browser: AppBrowser;
  let page: AppPage;
  beforeAll(async () => {
    browser = await launch(name, webmcp);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await browser.newPage();
    await page.goto(`${server.origin}/shop`);
    await waitForTools(page, START);
  });
  afterEach(() => page.close());

  it('is operated through its tools: search, add, open the cart, remove, check out', async () => {
    expect(await call(page, 'search_products', { query: 'lamp' })).toMatchObject({
      ok: true,
      result: [{ productId: 'p4' }, { productId: 'p8' }],
    });
    expect(await page.evaluate('document.querySelectorAll("li").length')).toBe(2);
    expect(await call(page, 'add_to_cart', { productId: 'p4' })).toMatchObject({
      result: { added: 'Desk lamp', quantity: 1 },
    });
    await call(page, 'add_to_cart', { productId: 'p8', quantity: 2 });
    const opened = await call(page, 'open_cart');
    const { revision, tools } = await listed(page);
    expect([tools.map(({ name }) => name).sort(), opened['revision']]).toEqual([[...CART].sort(), revision]);
    expect(await call(page, 'cart_view')).toMatchObject({ result: { total: '€104.00', items: [{}, { quantity: 2 }] } });
    await call(page, 'cart_remove', { productId: 'p8' });
    expect(await call(page, 'cart_view')).toMatchObject({ result: { total: '€42.00' } });
    await call(page, 'go_to_checkout');
    expect(await page.evaluate('location.href')).toBe(`${server.origin}/shop/checkout`);
    expect(await call(page, 'place_order')).toMatchObject({
      ok: false,
      message: expect.stringContaining('address is not complete'),
    });
    await call(page, 'set_delivery_address', { name: 'Ann', street: 'Main 1', city: 'Bern' });
    expect(await call(page, 'place_order')).toMatchObject({ ok: true, result: { ordered: '€42.00' } });
  });

  it('a tool of another screen cannot be called, and an error of a handler reaches the page’s own hook', async () => {
    expect(await call(page, 'cart_view')).toMatchObject({ ok: false, code: 'unknown-tool' });
    await call(page, 'open_cart');
    await call(page, 'cart_remove', { productId: 'p1' });
    await page.says('cart_remove: p1 is not in the cart.');
  });

  it('delete_account goes with the button that it belongs to', async () => {
    await call(page, 'open_account');
    await waitForTools(page, [...GLOBAL, 'delete_account']);
    expect(await call(page, 'delete_account', { reason: 'moving' })).toMatchObject({ result: { status: 'deleted' } });
    await page.says('user-17 was deleted: moving.');
    await waitForTools(page, GLOBAL);
  });
});

describe('for another agent, over document.modelContext', () => {
  let browser: AppBrowser;
  let page: AppPage;
  beforeAll(async () => {
    browser = await launch('chromium', true);
    page = await browser.newPage();
    await page.goto(`${server.origin}/shop`);
    await waitForTools(page, START);
  });
  afterAll(() => browser.close());

  const nativeNames = (): Promise<string[]> =>
    page.evaluate('document.modelContext.getTools().then((tools) => tools.map(({ name }) => name).sort())');
  const execute = (name: string, args: unknown): Promise<string> =>
    page.evaluate(`document.modelContext.getTools().then((tools) => document.modelContext.executeTool(
      tools.find((tool) => tool.name === ${JSON.stringify(name)}), ${JSON.stringify(args)}))`);

  it('getTools lists the tools that are on screen, with hints and our metadata', async () => {
    expect(await nativeNames()).toEqual([...START].sort());
    const tools = await page.evaluate<{ name: string; readOnly: boolean; schema: string }[]>(
      'document.modelContext.getTools().then((tools) => tools.map((tool) => ({ name: tool.name, readOnly: tool.annotations.readOnlyHint, schema: JSON.stringify(tool.inputSchema) })))',
    );
    expect(tools.find(({ name }) => name === 'search_products')?.readOnly).toBe(true);
    expect(tools.find(({ name }) => name === 'add_to_cart')?.schema).toContain('x-agent');
  });

  it('executeTool runs them, by the same rules: validation, defaults, settled page', async () => {
    expect(JSON.parse(await execute('add_to_cart', { productId: 'p5' }))).toEqual({
      added: 'Notebook, dotted',
      quantity: 1,
    });
    await expect(execute('add_to_cart', { productId: 'p5', quantity: 0 })).rejects.toThrow();
    await execute('open_cart', {});
    expect(await nativeNames()).toEqual([...CART].sort());
  });

  it('a high risk waits for the person in the page itself', async () => {
    const removed = execute('cart_remove', { productId: 'p5' });
    await page.says('{"productId":"p5"}');
    await page.click('button', 'Approve');
    expect(JSON.parse(await removed)).toEqual({ removed: 'p5' });
    await page.says('The cart is empty.');
  });
});
