import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import type { BrowserName } from './support/build-extension.ts';
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
/** Tools of the shop's page. */
export const SHOP_TOOLS = 8;
const CHECKOUT = `<!doctype html><title>Checkout</title><h1>Checkout</h1><script>${PORT}
setTimeout(() => pageTools.add({name: 'pay_later', description: 'Pays later', risk: 'low', run: () => 'later'}), 300);</script>`;
const POLYFILLED = `<!doctype html><title>Polyfilled</title><h1>Polyfilled</h1><script>${POLYFILL}
document.modelContext.registerTool({name: 'tell_time', description: 'Tells the time', inputSchema: {type: 'object', properties: {zone: {type: 'string'}}, required: ['zone']}, annotations: {readOnlyHint: true}, execute: (input) => ({time: 'noon in ' + input.zone})});
</script>`;
const FORM = `<!doctype html><title>Newsletter</title><h1>Newsletter</h1>
<form toolname="subscribe" tooldescription="Subscribes to the newsletter" toolautosubmit onsubmit="event.preventDefault(); document.querySelector('output').textContent = 'subscribed ' + this.elements.who.value + ' ' + this.elements.often.value">
<input name="who" toolparamdescription="A name" required><select name="often"><option>daily</option><option>weekly</option></select><input type="password" name="code"><input name="card" autocomplete="cc-number"><input name="checkValidity"></form><output></output>`;
const NATIVE = `<!doctype html><title>Native</title><h1>Native</h1><output></output><script>
document.modelContext?.registerTool({name: 'tell_weather', description: 'Tells the weather', inputSchema: {type: 'object', properties: {city: {type: 'string'}}, required: ['city']}, annotations: {readOnlyHint: true}, execute: (input) => ({weather: 'sun in ' + input.city})});
</script>`;

/** Calls of a scripted model: which tool (the end of its name on the wire) and with what. */
type Calls = readonly (readonly [slug: string, args: Record<string, unknown>])[];

/** A workbench whose sites declare tools, with its panel open, and a model that calls them. */
export class PageToolsBench {
  readonly #bench: Workbench;
  readonly panel: Panel;
  #current: Page | undefined;

  private constructor(bench: Workbench, panel: Panel) {
    this.#bench = bench;
    this.panel = panel;
  }

  static async open(name: BrowserName): Promise<PageToolsBench> {
    const bench = await openWorkbench(
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
    return new PageToolsBench(bench, await bench.openPanel());
  }

  close(): Promise<void> {
    return this.#bench.close();
  }

  /** A page of its own in front; the one before is closed, so that nothing of it is still shown. */
  async pageInFront(host: string, count?: number): Promise<Page> {
    await this.#current?.close();
    await this.panel.page.waitForFunction(() => document.querySelector('[data-testid="page-tools-chip"]') === null);
    const page = await this.#bench.browser.openPage(this.#bench.sites.url(host));
    this.#current = page;
    await this.panel.click('button', 'New thread');
    if (count !== undefined) await this.panel.find('button', `${count} page tool`);
    return page;
  }

  /** The model makes these calls one after the other, then says the answer. A tool that is not bound is said so. */
  play(calls: Calls, answer: string): void {
    playCalls(this.#bench, calls, answer);
  }

  /** The model says this, whatever it is asked. */
  say(text: string): void {
    this.#bench.model.script([{ text }]);
  }

  /** The tools that the model's last request bound, by the end of their names. */
  lastTools(): string[] {
    const tools = this.#bench.model.requests.at(-1)?.body.tools ?? [];
    return tools.map((tool) => tool.function.name.replace(/^page_[0-9a-f]+_/u, ''));
  }
  lastSpec(slug: string): string {
    const tools = this.#bench.model.requests.at(-1)?.body.tools;
    return JSON.stringify(tools?.find((tool) => tool.function.name.endsWith(`_${slug}`)));
  }
  lastResult(): string {
    return lastMessage(this.#bench);
  }
}

export function playCalls(bench: Workbench, calls: Calls, answer: string): void {
  let at = 0;
  bench.model.script((request) => {
    const call = calls[at];
    at += 1;
    if (call === undefined) return { text: answer };
    const [slug, args] = call;
    const tool = request.body.tools?.find(({ function: { name: wire } }) => wire.endsWith(`_${slug}`));
    if (tool === undefined) return { text: `There is no ${slug}.` };
    return { toolCalls: [{ name: tool.function.name, args, id: `call_${at}` }] };
  });
}

/** The last message that the model got, as JSON. */
export const lastMessage = (bench: Workbench): string =>
  JSON.stringify(bench.model.requests.at(-1)?.body.messages.at(-1)?.content);

export const outputOf = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.querySelector('output')?.textContent);
