/** The step-by-step guide of the package: each step is built from its own text and used. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, serveApps } from '../fixtures/serve-apps.ts';
import { type AppBrowser, type AppPage, call, launch, toolNames, waitForTools } from './page-tools-package-support.ts';
import { BROWSERS } from './support/launch-browser.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = readFileSync(join(ROOT, 'shared/page-tools/GUIDE.md'), 'utf8');
/** Files of each step by its number, those of earlier steps under them. */
const steps = GUIDE.split(/^## \d+\. .*$/m)
  .slice(1)
  .map((text) => [...text.matchAll(/^```tsx\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)])
  .map(
    (_, step, all) =>
      new Map(
        all
          .slice(0, step + 1)
          .flat()
          .map(([, file = '', code = '']) => [file, code]),
      ),
  );

let folder: string;
let server: AppServer;
beforeAll(async () => {
  mkdirSync(join(ROOT, 'tests/.artifacts'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'tests/.artifacts/guide-'));
  const entries: Record<string, string> = {};
  for (const [step, files] of steps.entries()) {
    const place = join(folder, `step-${step}`);
    mkdirSync(place);
    for (const [file, code] of files) writeFileSync(join(place, file), code);
    entries[`step-${step}`] = join(place, 'main.tsx');
  }
  server = await serveApps(entries);
  for (const name of Object.keys(entries)) await fetch(`${server.origin}/${name}/bundle.js`);
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('every step compiles', () => {
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../fixtures/apps/tsconfig.json', include: ['step-*/*.tsx'] }),
  );
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'pipe', encoding: 'utf8' });
});

describe.each(BROWSERS)('in %s', (name) => {
  let browser: AppBrowser;
  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());
  async function open(step: number): Promise<AppPage> {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/step-${step}`);
    await page.says('Desk lamp');
    return page;
  }

  it('step 0: the shop works and declares nothing', async () => {
    const page = await open(0);
    await page.click('button', 'Add');
    await page.click('button', 'Cart');
    await page.says('Cart: 1');
    expect(await toolNames(page)).toEqual([]);
  });

  it('step 1: the search is a tool, runs in the page and shows there', async () => {
    const page = await open(1);
    await waitForTools(page, ['search_products']);
    expect(await call(page, 'search_products', { query: 'floor' })).toMatchObject({
      result: [{ id: 'p2', name: 'Floor lamp', price: 90 }],
    });
    expect(await page.evaluate('document.querySelectorAll("li").length')).toBe(1);
    expect(await call(page, 'search_products', { query: 7 })).toMatchObject({ code: 'invalid-arguments' });
  });

  it('step 2: the cart’s tools come and go with the cart, and a wrong id is told', async () => {
    const page = await open(2);
    await page.click('button', 'Add');
    await page.click('button', 'Cart');
    await waitForTools(page, ['cart_view', 'cart_remove', 'cart_empty']);
    expect(await call(page, 'cart_view')).toMatchObject({ result: [{ id: 'p1' }] });
    expect(await call(page, 'cart_remove', { id: 'p9' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('p9 is not in the cart.'),
    });
    expect(await call(page, 'cart_remove', { id: 'p1' })).toMatchObject({ result: { removed: 'p1' } });
    await page.says('Cart: 0');
    await page.click('button', 'Shop');
    await waitForTools(page, ['search_products']);
  });

  it('step 3: global tools work on every screen; a default counts; the result comes with the cart’s tools', async () => {
    const page = await open(3);
    await waitForTools(page, ['search_products', 'open_cart', 'add_to_cart']);
    expect(await call(page, 'add_to_cart', { id: 'p1' })).toMatchObject({ result: { added: 'Desk lamp', count: 1 } });
    expect(await call(page, 'add_to_cart', { id: 'p1', count: 2 })).toMatchObject({ ok: true });
    await call(page, 'open_cart');
    // What step 4 says the panel shows: five tools on the cart.
    expect((await toolNames(page)).sort()).toEqual([
      'add_to_cart',
      'cart_empty',
      'cart_remove',
      'cart_view',
      'open_cart',
    ]);
    await page.says('Cart: 3');
  });
});
