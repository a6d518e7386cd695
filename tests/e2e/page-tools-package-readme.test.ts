import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, serveApps } from '../fixtures/serve-apps.ts';
import { type AppBrowser, type AppPage, call, launch, listed, waitForTools } from './page-tools-package-support.ts';
import { BROWSERS } from './support/launch-browser.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(join(ROOT, 'shared/page-tools/README.md'), 'utf8');
const blocks = [...README.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', code = '']) => ({ kind, code }));
const block = (kind: string, word: string): string => {
  const found = blocks.find(({ kind: of, code }) => of === kind && code.includes(word));
  if (!found) throw new Error(`The README has no ${kind} example with ${word}.`);
  return found.code;
};

let folder: string;
let server: AppServer;
beforeAll(async () => {
  mkdirSync(join(ROOT, 'tests/.artifacts'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'tests/.artifacts/readme-'));
  const write = (file: string, code: string): void => writeFileSync(join(folder, file), code);
  write('Counter.svelte', block('svelte', 'createAgentTool'));
  write('counter.ts', block('ts', 'page-tools/vue'));
  write('cart-tools.tsx', block('tsx', 'useAgentToolResolver'));
  write(
    'svelte.ts',
    `import { mount } from 'svelte'; import Counter from './Counter.svelte'; mount(Counter, { target: document.body });`,
  );
  write(
    'vue.ts',
    `import { createApp } from 'vue'; import { Counter } from './counter.ts'; const app = createApp(Counter); app.mount('#root'); Object.assign(globalThis, { app });`,
  );
  write(
    'html.ts',
    `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(block('html', 'data-agent-tool'))});\n${block('ts', 'startHtmlTools')}`,
  );
  write(
    'react.tsx',
    `import { createRoot } from 'react-dom/client'; import { CartTools } from './cart-tools.tsx';
    const items = ['p1', 'p2'];
    const cart = { items, remove: (id: string) => { if (!items.includes(id)) throw new Error('not there'); items.splice(items.indexOf(id), 1); } };
    createRoot(document.getElementById('root')!).render(<CartTools cart={cart} toast={(text) => { document.title = text; }} />);`,
  );
  server = await serveApps({
    vue: join(folder, 'vue.ts'),
    svelte: join(folder, 'svelte.ts'),
    html: join(folder, 'html.ts'),
    react: join(folder, 'react.tsx'),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

it('every TypeScript example compiles', () => {
  const examples = blocks.filter(({ kind }) => kind === 'ts' || kind === 'tsx');
  expect(examples.length).toBeGreaterThanOrEqual(6);
  const types = join(folder, 'types');
  mkdirSync(types);
  for (const [index, { kind, code }] of examples.entries())
    writeFileSync(join(types, `example-${index}.${kind}`), code);
  writeFileSync(
    join(types, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../fixtures/apps/tsconfig.json', include: ['*.ts', '*.tsx'] }),
  );
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', types], { stdio: 'pipe', encoding: 'utf8' });
});

describe.each(BROWSERS)('in %s', (name) => {
  let browser: AppBrowser;
  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());

  async function open(app: string): Promise<AppPage> {
    await fetch(`${server.origin}/${app}/bundle.js`); // builds it, so that no page waits for that
    const page = await browser.newPage();
    await page.goto(`${server.origin}/${app}`);
    return page;
  }

  it('the React resolver works', async () => {
    const page = await open('react');
    await waitForTools(page, ['cart_view', 'cart_remove']);
    await page.says('2 tools');
    expect(await call(page, 'cart_view')).toMatchObject({ result: ['p1', 'p2'] });
    expect(await call(page, 'cart_remove', { productId: 'p9' })).toMatchObject({ ok: false });
    expect(await page.evaluate('document.title')).toBe('cart_remove: not there');
  });

  it('the Vue component works: the description follows the state, the tool goes with the component', async () => {
    const page = await open('vue');
    await waitForTools(page, ['add']);
    expect(await call(page, 'add', { by: 4 })).toMatchObject({ ok: true, result: 4 });
    expect((await listed(page)).tools[0]?.description).toBe('Add to the counter, now 4');
    expect(await page.text('output')).toBe('4');
    await page.evaluate('app.unmount()');
    await waitForTools(page, []);
  });

  it('the Svelte component works: the effect declares the tool anew when the state changes', async () => {
    const page = await open('svelte');
    await waitForTools(page, ['add_one']);
    const [before] = (await listed(page)).tools;
    expect(await call(page, 'add_one')).toMatchObject({ ok: true, result: 1 });
    const [after] = (await listed(page)).tools;
    expect(after).toEqual({ ...before, description: 'Add one to the counter, now 1' });
  });

  it('the HTML attributes work: clicked, filled, submitted; hidden is gone', async () => {
    const page = await open('html');
    await waitForTools(page, ['open_cart', 'search_products']);
    const search = (await listed(page)).tools.find(({ name }) => name === 'search_products');
    expect(search?.parameters).toMatchObject({
      properties: { query: { type: 'string', description: 'Words' } },
      required: ['query'],
    });
    await page.evaluate(`document.querySelector('button').addEventListener('click', () => { document.title = 'clicked'; });
    document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); event.respondWith({ found: event.target.query.value, byAgent: event.agentInvoked }); }); 0`);
    expect(await call(page, 'open_cart')).toMatchObject({ ok: true, result: { clicked: true } });
    expect(await page.evaluate('document.title')).toBe('clicked');
    expect(await call(page, 'search_products', { query: 'lamp' })).toMatchObject({
      result: { found: 'lamp', byAgent: true },
    });
    expect(await call(page, 'search_products', {})).toMatchObject({ code: 'invalid-arguments' });
    await page.evaluate('document.querySelector("form").hidden = true');
    await waitForTools(page, ['open_cart']);
  });

  it('a WebMCP form without toolautosubmit waits for the person', async () => {
    const page = await open('html');
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<form toolname="subscribe" tooldescription="Subscribe"><input name="mail" type="email" toolparamdescription="Where to"><input name="card" autocomplete="cc-number"><button>Go</button></form>');
    document.querySelector('form[toolname]').addEventListener('submit', (event) => event.preventDefault()); 0`);
    await waitForTools(page, ['open_cart', 'search_products', 'subscribe']);
    const subscribe = (await listed(page)).tools.find((tool) => tool.name === 'subscribe');
    expect(subscribe?.parameters).toMatchObject({ properties: { mail: { format: 'email', description: 'Where to' } } });
    expect(JSON.stringify(subscribe)).not.toContain('card');
    const answer = call(page, 'subscribe', { mail: 'ann@example.org' });
    await page.waitFor('document.querySelector("[name=mail]").value === "ann@example.org"');
    await page.click('button', 'Go');
    expect(await answer).toMatchObject({ ok: true, result: { submitted: true } });
  });
});
