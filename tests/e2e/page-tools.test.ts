import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/page-tools/${name}`, import.meta.url), 'utf8');
const PORT = fixture('hand-made-port.js');
const POLYFILL = fixture('polyfill.js');

const SHOP = `<!doctype html><title>Shop</title><h1>Shop</h1><output></output><script>${PORT}
const say = (text) => { document.querySelector('output').textContent = text; return text; };
pageTools.add({name: 'cart_view', description: 'What is in the cart', risk: 'none', run: () => ({items: ['Oolong', 'Sencha']})});
pageTools.add({name: 'open_cart', description: 'Opens the cart', risk: 'low', run() {
  pageTools.remove('open_cart');
  pageTools.add({name: 'cart_close', description: 'Closes the cart', risk: 'low', run: () => say('closed')});
  return say('cart is open');
}});
pageTools.add({name: 'search_products', description: 'Finds products', risk: 'none',
  parameters: {type: 'object', properties: {query: {type: 'string', minLength: 2}, limit: {type: 'integer', default: 5}}, required: ['query'], additionalProperties: false},
  check: (args) => args.query === 'forbidden' ? [{path: '/query', message: 'that word is not searched for'}] : [],
  run: (args) => ({found: args.query, limit: args.limit})});
pageTools.add({name: 'cart_remove', description: 'Removes one', risk: 'high',
  parameters: {type: 'object', properties: {id: {type: 'integer'}}, required: ['id']}, run: (args) => say('removed ' + args.id)});
pageTools.add({name: 'go_to_checkout', description: 'To checkout', risk: 'low', run() { location.href = '/checkout'; return new Promise(() => {}); }});
pageTools.add({name: 'delete_account', description: 'Deletes the account', risk: 'critical', run: () => say('account deleted')});
pageTools.add({name: 'wait_long', description: 'Waits', risk: 'low', run: (args, {signal}) => new Promise((resolve) => signal.addEventListener('abort', () => { say('aborted'); resolve(); }))});
pageTools.add({name: 'answer_late', description: 'Answers when the page says so', risk: 'low', run: () => new Promise((resolve) => { globalThis.answerNow = () => resolve('late news'); })});
</script>`;
const SHOP_TOOLS = 8;
const CHECKOUT = `<!doctype html><title>Checkout</title><h1>Checkout</h1><script>${PORT}
setTimeout(() => pageTools.add({name: 'pay_later', description: 'Pays later', risk: 'low', run: () => 'later'}), 300);</script>`;
const POLYFILLED = `<!doctype html><title>Polyfilled</title><h1>Polyfilled</h1><script>${POLYFILL}
document.modelContext.registerTool({name: 'tell_time', description: 'Tells the time', inputSchema: {type: 'object', properties: {zone: {type: 'string'}}, required: ['zone']}, annotations: {readOnlyHint: true}, execute: (input) => ({time: 'noon in ' + input.zone})});
</script>`;
const FORM = `<!doctype html><title>Newsletter</title><h1>Newsletter</h1>
<form toolname="subscribe" tooldescription="Subscribes to the newsletter" toolautosubmit onsubmit="event.preventDefault(); document.querySelector('output').textContent = 'subscribed ' + this.elements.who.value + ' ' + this.elements.often.value">
<input name="who" toolparamdescription="A name" required><select name="often"><option>daily</option><option>weekly</option></select><input type="password" name="code"></form><output></output>`;
const NATIVE = `<!doctype html><title>Native</title><h1>Native</h1><output></output><script>
document.modelContext?.registerTool({name: 'tell_weather', description: 'Tells the weather', inputSchema: {type: 'object', properties: {city: {type: 'string'}}, required: ['city']}, annotations: {readOnlyHint: true}, execute: (input) => ({weather: 'sun in ' + input.city})});
</script>`;

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  beforeAll(async () => {
    bench = await openWorkbench(
      name,
      {
        'shop.example': { '/': SHOP, '/checkout': CHECKOUT },
        'poly.example': { '/': POLYFILLED },
        'form.example': { '/': FORM },
        'native.example': { '/': NATIVE },
        'plain.example': { '/': '<!doctype html><title>Plain</title><h1>Plain</h1>' },
      },
      { features: ['WebMCP'] },
    );
    await bench.browser.openPage(bench.sites.url('plain.example'));
    panel = await bench.openPanel();
  });
  afterAll(() => bench?.close());

  let current: Page | undefined;
  /** A page of its own in front; the one before is closed, so that nothing of it is still shown. */
  async function pageInFront(host: string, count?: number): Promise<Page> {
    await current?.close();
    await panel.page.waitForFunction(() => document.querySelector('[data-testid="page-tools-chip"]') === null);
    current = await bench.browser.openPage(bench.sites.url(host));
    await panel.click('button', 'New thread');
    if (count !== undefined) await panel.find('button', `${count} page tool`);
    return current;
  }
  /** The model calls the tool whose name on the wire ends so, then says the answer. */
  function callThen(slug: string, args: Record<string, unknown>, answer: string): void {
    bench.model.script((request) => {
      if (request.body.messages.at(-1)?.role === 'tool') return { text: answer };
      const tool = request.body.tools?.find(({ function: { name: wire } }) => wire.endsWith(`_${slug}`));
      if (tool === undefined) return { text: `There is no ${slug}.` };
      return { toolCalls: [{ name: tool.function.name, args, id: 'call_1' }] };
    });
  }
  const lastTools = (): string[] =>
    (bench.model.requests.at(-1)?.body.tools ?? []).map((tool) => tool.function.name.replace(/^page_[0-9a-f]+_/u, ''));
  const lastResult = (): string => JSON.stringify(bench.model.requests.at(-1)?.body.messages.at(-1)?.content);
  const output = (page: Page): Promise<string | null | undefined> =>
    page.evaluate(() => document.querySelector('output')?.textContent);

  test('the first tool on an origin asks once; then one that reads runs by itself', async () => {
    await pageInFront('shop.example', SHOP_TOOLS);
    callThen('cart_view', {}, 'Two teas.');
    await panel.ask('What is in my cart?');
    await panel.waitForText('first tool of http://shop.example');
    await panel.click('button', 'Approve');
    await panel.waitForText('Two teas.');
    expect(lastResult()).toContain('Oolong');
    await panel.click('button', 'New thread');
    callThen('cart_view', {}, 'Still two teas.');
    await panel.ask('And now?');
    await panel.waitForText('Still two teas.');
  });

  test('tools that came and went with the call are announced before its result', async () => {
    const page = await pageInFront('shop.example', SHOP_TOOLS);
    callThen('open_cart', {}, 'It is open.');
    await panel.ask('Open the cart');
    await panel.waitForText('It is open.');
    expect(await output(page)).toBe('cart is open');
    expect(lastTools()).toContain('cart_close');
    expect(lastTools()).not.toContain('open_cart');
  });

  test('invalid arguments go back with every problem, and nobody is asked', async () => {
    await pageInFront('shop.example', SHOP_TOOLS);
    callThen('search_products', { query: 'x', color: 'red' }, 'I see.');
    await panel.ask('Search');
    await panel.waitForText('I see.');
    expect(lastResult()).toContain('invalid-arguments');
    expect(lastResult()).toContain('/query');
    expect(lastResult()).toContain('color');
    callThen('search_products', { query: 'forbidden' }, 'The page says no.');
    await panel.ask('Search again');
    await panel.waitForText('The page says no.');
    expect(lastResult()).toContain('that word is not searched for');
  });

  test('defaults of the schema are applied before the call', async () => {
    await pageInFront('shop.example', SHOP_TOOLS);
    callThen('search_products', { query: 'tea' }, 'Found.');
    await panel.ask('Search tea');
    await panel.waitForText('Found.');
    expect(lastResult()).toContain('limit');
    expect(lastResult()).toContain('5');
  });

  test('a high tool waits for a yes; a no goes to the model with its reason, and nothing runs', async () => {
    const page = await pageInFront('shop.example', SHOP_TOOLS);
    callThen('cart_remove', { id: 3 }, 'Removed it.');
    await panel.ask('Remove the third');
    await panel.click('button', 'Reject');
    await panel.type('textbox', 'Why', 'Keep it');
    await panel.click('button', 'Reject');
    await panel.waitForText('Removed it.');
    expect(lastResult()).toContain('Keep it');
    expect(await output(page)).toBe('');
    callThen('cart_remove', { id: 4 }, 'Now it is gone.');
    await panel.ask('Remove the fourth');
    await panel.click('button', 'Approve');
    await panel.waitForText('Now it is gone.');
    expect(await output(page)).toBe('removed 4');
  });

  test('a yes for this task covers further calls of that tool until the task ends, and only those', async () => {
    const page = await pageInFront('shop.example', SHOP_TOOLS);
    const calls = [3, 4].map((id) => ['cart_remove', { id }] as const);
    const play = (answer: string): void => {
      let at = 0;
      bench.model.script((request) => {
        const call = calls[at];
        at += 1;
        if (call === undefined) return { text: answer };
        const tool = request.body.tools?.find(({ function: { name: wire } }) => wire.endsWith(`_${call[0]}`));
        return { toolCalls: [{ name: tool?.function.name ?? '', args: call[1], id: `call_${at}` }] };
      });
    };
    play('Both are gone.');
    await panel.ask('Remove the third and the fourth');
    await panel.click('button', 'How long this yes lasts');
    await panel.click('menuitemradio', 'For this task');
    await panel.waitForText('until this task ends');
    await panel.click('button', 'Approve');
    await panel.waitForText('Both are gone.');
    expect(await output(page)).toBe('removed 4');
    play('And again.');
    await panel.ask('Do it again');
    await panel.click('button', 'Approve');
    await page.waitForFunction('document.querySelector("output").textContent === "removed 3"');
    await panel.click('button', 'Approve');
    await panel.waitForText('And again.');
  });

  test('a thread that was left while a call ran gets its result, and shows the finished call when it is opened', async () => {
    const page = await pageInFront('shop.example', SHOP_TOOLS);
    callThen('answer_late', {}, 'That was late.');
    await panel.ask('Tell me the news when they come');
    await page.waitForFunction('globalThis.answerNow !== undefined');
    await panel.click('button', 'New thread');
    await page.evaluate('answerNow()');
    await panel.click('button', 'Threads');
    await panel.click('button', 'Tell me the news');
    await panel.waitForText('That was late.');
    expect(lastResult()).toContain('late news');
    await panel.click('button', 'New thread');
    await panel.click('button', 'Threads');
    await panel.click('button', 'Tell me the news');
    await panel.click('button', 'What the page gave back');
    await panel.waitForText('late news');
  });

  test('a critical tool asks in two steps', async () => {
    const page = await pageInFront('shop.example', SHOP_TOOLS);
    callThen('delete_account', {}, 'It is deleted.');
    await panel.ask('Delete my account');
    await panel.click('button', 'Continue');
    await panel.waitForText('cannot be undone');
    expect(await output(page)).toBe('');
    await panel.click('button', 'Run it now');
    await panel.waitForText('It is deleted.');
    expect(await output(page)).toBe('account deleted');
  });

  test('a tool that leads to a new document: its result goes out when the new page has its tools', async () => {
    await pageInFront('shop.example', SHOP_TOOLS);
    callThen('go_to_checkout', {}, 'At the checkout.');
    await panel.ask('Go to checkout');
    // Its name says that it leads to paying: that raises what the page says.
    await panel.click('button', 'Approve');
    await panel.waitForText('At the checkout.');
    expect(lastResult()).toContain('/checkout');
    expect(lastTools()).toContain('pay_later');
    expect(lastTools()).not.toContain('cart_view');
  });

  test('a tool that vanished while its approval waited is refused with what is there now', async () => {
    const page = await pageInFront('shop.example', SHOP_TOOLS);
    callThen('cart_remove', { id: 1 }, 'It has gone.');
    await panel.ask('Remove the first');
    await panel.find('button', 'Approve');
    await page.evaluate('pageTools.remove("cart_remove")');
    await panel.click('button', 'Approve');
    await panel.waitForText('It has gone.');
    expect(lastResult()).toContain('surface-changed');
    expect(lastResult()).toContain('cart_view');
    expect(await output(page)).toBe('');
  });

  test('Stop fires the signal of the handler that runs', async () => {
    const page = await pageInFront('shop.example', SHOP_TOOLS);
    callThen('wait_long', {}, 'never said');
    await panel.ask('Wait');
    await page.waitForFunction('pageTools.calls.length === 1');
    await panel.click('button', 'Stop');
    await page.waitForFunction('document.querySelector("output").textContent === "aborted"');
    await panel.waitForText('Stopped');
  });

  test('a tool is tried by hand with a form made from its schema', async () => {
    await pageInFront('shop.example', SHOP_TOOLS);
    bench.model.script([{ text: 'That was by hand.' }]);
    await panel.click('button', `${SHOP_TOOLS} page tools`);
    await panel.waitForText('search_products');
    await panel.click('button', 'Try search_products');
    await panel.type('textbox', 'query', 'green tea');
    await panel.click('button', 'Send', { exact: true });
    await panel.waitForText('That was by hand.');
    expect(lastResult()).toContain('green tea');
  });

  test('/tool-run names a tool of the page', async () => {
    await pageInFront('shop.example', SHOP_TOOLS);
    bench.model.script([{ text: 'By command.' }]);
    await panel.ask('/tool-run search_products query="white tea" limit=2');
    await panel.waitForText('By command.');
    expect(lastResult()).toContain('white tea');
  });

  test('a polyfilled document.modelContext of the page is found and called', async () => {
    await pageInFront('poly.example', 1);
    callThen('tell_time', { zone: 'Lima' }, 'It is noon.');
    await panel.ask('What time is it in Lima?');
    await panel.click('button', 'Approve');
    await panel.waitForText('It is noon.');
    expect(lastResult()).toContain('noon in Lima');
  });

  test('a declarative form is a tool', async () => {
    const page = await pageInFront('form.example', 1);
    callThen('subscribe', { who: 'Ada', often: 'weekly' }, 'Subscribed.');
    await panel.ask('Subscribe Ada weekly');
    await panel.click('button', 'Approve');
    await panel.waitForText('Subscribed.');
    expect(await output(page)).toBe('subscribed Ada weekly');
    const spec = JSON.stringify(
      bench.model.requests.at(-1)?.body.tools?.find((tool) => tool.function.name.endsWith('_subscribe')),
    );
    expect(spec).toContain('weekly');
    expect(spec).not.toContain('"code"');
  });

  // Only Chromium has it.
  if (name === 'chromium')
    test('the browser’s own document.modelContext is read and called', async () => {
      await pageInFront('native.example', 1);
      callThen('tell_weather', { city: 'Oslo' }, 'Sunny.');
      await panel.ask('Weather in Oslo?');
      await panel.click('button', 'Approve');
      await panel.waitForText('Sunny.');
      expect(lastResult()).toContain('sun in Oslo');
    });

  test('a page without tools is never entered in its own world', async () => {
    const page = await pageInFront('plain.example');
    bench.model.script([{ text: 'Plain.' }]);
    await panel.ask('What is this?');
    await panel.waitForText('Plain.');
    expect(await page.evaluate(() => Object.getOwnPropertySymbols(globalThis).map(String))).not.toContain(
      'Symbol(pagehand.page-tools-bridge.v1)',
    );
  });
});
