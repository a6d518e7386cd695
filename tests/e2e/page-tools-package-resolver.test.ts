/** Resolvers and approvals in React, Vue and Svelte: one set of promises, kept by each binding. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AppServer, serveApps } from '../fixtures/serve-apps.ts';
import {
  type AppBrowser,
  type AppPage,
  call,
  launch,
  listed,
  toolNames,
  waitForTools,
} from './page-tools-package-support.ts';
import { BROWSERS } from './support/launch-browser.ts';

const NAMES = ['cart_view', 'cart_remove', 'cart_empty'];
const FRAMEWORKS = ['react', 'vue', 'svelte'] as const;
const APPS = BROWSERS.flatMap((name) => FRAMEWORKS.map((framework) => ({ name, framework })));

let server: AppServer;
beforeAll(async () => {
  server = await serveApps();
  for (const framework of FRAMEWORKS) await fetch(`${server.origin}/resolver-${framework}/bundle.js`);
});
afterAll(() => server.close());

describe.each(APPS)('$framework in $name', ({ name, framework }) => {
  let browser: AppBrowser;
  let page: AppPage;
  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await browser.newPage();
    await page.goto(`${server.origin}/resolver-${framework}`);
    await page.waitFor('globalThis.lab !== undefined');
  });
  afterEach(() => page.close());

  const show = (props: Record<string, unknown> = {}): Promise<unknown> =>
    page.evaluate(`{ lab.show(${JSON.stringify(props)}); 0 }`);
  const logged = (): Promise<string[]> => page.evaluate('lab.log');

  it('prefixes names, registers all under one component, and takes all out with it', async () => {
    await show();
    await waitForTools(page, NAMES);
    expect(new Set((await listed(page)).tools.map(({ owner }) => owner)).size).toBe(1);
    expect(await call(page, 'cart_view')).toMatchObject({ result: ['shoes'] });
    await page.evaluate('{ lab.clear(); 0 }');
    await waitForTools(page, []);
  });

  it('runs the hooks around the handler in their order', async () => {
    await show();
    await waitForTools(page, NAMES);
    expect(await call(page, 'cart_remove', { productId: 'p1' })).toMatchObject({ ok: true, result: 'P1' });
    expect(await logged()).toEqual([
      'before p1',
      'any before cart_remove',
      'handler p1 1',
      'after P1',
      'any after cart_remove',
    ]);
  });

  it('on a throw the error hooks run and the error goes on', async () => {
    await show({ fail: true });
    await waitForTools(page, NAMES);
    const answer = await call(page, 'cart_remove', { productId: 'p1' });
    expect(answer).toMatchObject({ ok: false, code: 'handler-error', message: '"cart_remove" failed: sold out' });
    expect((await logged()).slice(3)).toEqual(['error sold out', 'any error cart_remove sold out']);
  });

  it('a before-hook that throws stops the call before the handler', async () => {
    await show({ veto: true });
    await waitForTools(page, NAMES);
    expect(await call(page, 'cart_remove', { productId: 'p1' })).toMatchObject({ ok: false, code: 'handler-error' });
    expect((await logged()).join()).not.toContain('handler');
  });

  it('an invalid call is refused before the handler and before the hooks', async () => {
    await show();
    await waitForTools(page, NAMES);
    expect(await call(page, 'cart_remove', { times: 'x' })).toMatchObject({ ok: false, code: 'invalid-arguments' });
    expect(await logged()).toEqual([]);
  });

  it('disabled registers nothing, and enabled again it does', async () => {
    await show({ disabled: true });
    await page.waitFor('document.querySelector("output") !== null');
    expect(await toolNames(page)).toEqual([]);
    await show();
    await waitForTools(page, NAMES);
  });

  it('is not registered again by another render; a changed description is, and a handler always is the newest', async () => {
    await show();
    await waitForTools(page, NAMES);
    const before = await listed(page);
    for (let round = 1; round < 5; round += 1) await show({ round });
    await page.waitFor('/4$/.test(document.querySelector("output").textContent)');
    expect(await listed(page)).toEqual(before);
    await show({ fail: true, label: 'Another' });
    await page.waitFor(
      'JSON.parse(globalThis[Symbol.for("pagehand.page-tools.v1")].list()).tools[0].description === "Another"',
    );
    expect(await call(page, 'cart_remove', { productId: 'p1' })).toMatchObject({ ok: false });
  });

  it('a call of high risk waits for the person in the component that asks', async () => {
    await show();
    await waitForTools(page, NAMES);
    await page.evaluate('{ lab.callTool("cart_empty", {}).then((result) => { document.title = result; }); 0 }');
    await page.click('button', 'Approve cart_empty');
    await page.waitFor('document.title === "emptied"');
  });

  if (framework === 'react')
    it('says what it declares', async () => {
      await show();
      await page.says('3 cart_view cart_remove cart_empty');
    });
});
