import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AppServer, serveApps } from '../fixtures/serve-apps.ts';
import { call, launch, listed, toolNames, waitForTools } from './page-tools-package-support.ts';

let browser: Browser;
let server: AppServer;
let page: Page;
beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), serveApps()]);
  await fetch(`${server.origin}/react-lab/bundle.js`); // builds it, so that no page waits for that
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(`${server.origin}/react-lab`);
});
afterEach(() => page.close());

const show = (scene: string, props: Record<string, unknown> = {}, strict = true): Promise<void> =>
  page.evaluate(`lab.show(${JSON.stringify(scene)}, ${JSON.stringify(props)}, ${strict})`);
const changes = (): Promise<{ added: string[]; removed: string[]; changed: string[] }[]> =>
  page.evaluate(`lab.events.filter(({type}) => type === 'tool.registry.change')`);
const described = async (): Promise<string[]> => (await listed(page)).tools.map(({ description }) => description);

describe('useAgentTool', () => {
  it('registers when the component mounts and unregisters when it unmounts, under StrictMode', async () => {
    await show('Tool');
    await waitForTools(page, ['tool']);
    await page.evaluate('lab.clear()');
    await waitForTools(page, []);
    expect(await changes()).toMatchObject([{ added: ['tool'] }, { removed: ['tool'] }]);
  });

  it('ten components that mount in one render are one notification, and so is their end', async () => {
    await show('Many');
    await waitForTools(
      page,
      Array.from({ length: 10 }, (_, index) => `tool_${index}`),
    );
    expect(await changes()).toHaveLength(1);
    await page.evaluate('lab.clear()');
    await waitForTools(page, []);
    expect(await changes()).toHaveLength(2);
  });

  it('the handler sees current props and state without registering the tool again', async () => {
    await show('Tool');
    await waitForTools(page, ['tool']);
    const { revision } = await listed(page);
    expect(await call(page, 'tool')).toMatchObject({ ok: true, result: 'first 0' });
    expect(await call(page, 'tool')).toMatchObject({ ok: true, result: 'first 1' });
    await show('Tool', { said: 'second' });
    await page.waitForFunction('document.querySelector("output").textContent === "2"');
    expect(await call(page, 'tool')).toMatchObject({ ok: true, result: 'second 2', revision });
    expect(await changes()).toHaveLength(1);
  });

  it.each([
    ['schema', { field: 'b' }],
    ['description', { description: 'Another' }],
    ['risk', { risk: 'critical' }],
  ])('a changed %s registers the tool anew', async (_what, props) => {
    await show('Tool');
    await waitForTools(page, ['tool']);
    const before = await listed(page);
    await show('Tool', props);
    await page.waitForFunction(`lab.events.filter(({type}) => type === 'tool.registry.change').length === 2`);
    expect((await listed(page)).tools).not.toEqual(before.tools);
    expect((await changes())[1]).toMatchObject({ added: [], removed: [], changed: ['tool'] });
  });

  it('a changed name takes the old one out, also of a global tool', async () => {
    await show('Tool', { name: 'old', global: true });
    await waitForTools(page, ['old']);
    await show('Tool', { name: 'new', global: true });
    await waitForTools(page, ['new']);
  });

  it('an unmount never removes a tool that another component now owns', async () => {
    await show('Swap', { which: 'a' });
    await waitForTools(page, ['same']);
    await show('Swap', { which: 'b' });
    await page.waitForFunction('document.querySelector("output") !== null');
    expect(await call(page, 'same')).toMatchObject({ ok: true, result: 'b 0' });
    await show('Both');
    await page.waitForFunction('document.querySelectorAll("output").length === 2');
    expect(await described()).toEqual(['second']);
    await show('Both', { first: false });
    await page.waitForFunction('document.querySelectorAll("output").length === 1');
    expect(await described()).toEqual(['second']);
    await show('Both', { first: true, second: false });
    await page.waitForFunction('document.querySelectorAll("output").length === 1');
    expect(await described()).toEqual(['first']);
  });

  it('a global tool survives its component and goes by removeTool', async () => {
    await show('Tool', { global: true });
    await waitForTools(page, ['tool']);
    await page.evaluate('lab.clear()');
    await page.waitForFunction('document.querySelector("output") === null');
    expect(await call(page, 'tool')).toMatchObject({ ok: true, result: 'first 0' });
    expect(await page.evaluate('lab.removeTool("tool")')).toBe(true);
    expect(await toolNames(page)).toEqual([]);
  });

  it('what Suspense hides has no tools; when it is shown again they are back', async () => {
    await show('Suspending');
    await waitForTools(page, ['content']);
    await page.evaluate('lab.suspend(); lab.show("Suspending", {again: 1})');
    await waitForTools(page, ['fallback']);
    await page.evaluate('lab.release()');
    await waitForTools(page, ['content']);
  });

  it('a render that React throws away changes nothing', async () => {
    await show('Abandoned');
    await waitForTools(page, ['tool']);
    const before = await listed(page);
    await page.evaluate('lab.abandon()');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await listed(page)).toEqual(before);
    expect(await call(page, 'tool')).toMatchObject({ result: 'committed 0' });
  });

  it('a tool that cannot be registered is reported and the page goes on', async () => {
    await show('Tool', { name: 'two words' });
    await page.waitForFunction('lab.errors.length > 0');
    expect(await page.textContent('output')).toBe('0');
    expect(await page.evaluate('lab.errors[0]')).toContain('invalid-declaration The tool "two words"');
  });

  it('when the handler navigates, the result comes once the new screen has registered its tools', async () => {
    await show('Routes');
    await waitForTools(page, ['start', 'go']);
    const answer = await call(page, 'go');
    expect(answer).toMatchObject({ ok: true, result: 'gone' });
    const { revision, tools } = await listed(page);
    expect(tools.map(({ name }) => name).sort()).toEqual(['go', 'late']);
    expect(answer['revision']).toBe(revision);
  });

  it('10,000 mounts and unmounts leave no registration, listener or owner behind', async () => {
    const left = await page.evaluate(`(async () => {
      lab.show('Tool', {}, false);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { registry } = globalThis[Symbol.for('pagehand.page-tools.v1')].pageTools;
      const before = [registry.registrations, registry.events.size];
      for (let round = 0; round < 400; round += 1) {
        lab.show('Many', { count: 25 }, false);
        while (registry.registrations !== 25) await new Promise((resolve) => setTimeout(resolve));
        lab.clear();
        while (registry.registrations !== 0) await new Promise((resolve) => setTimeout(resolve));
      }
      lab.show('Tool', {}, false);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { before, after: [registry.registrations, registry.events.size], revision: registry.revision };
    })()`);
    expect(left).toMatchObject({ before: [1, 2], after: [1, 2] });
    expect((left as { revision: number }).revision).toBeGreaterThan(20_000); // parse boundary: from the page above
  });
});

describe('useAgentToolResolver', () => {
  it('prefixes names, registers all under one component and says what it declares', async () => {
    await show('Resolver');
    await waitForTools(page, ['cart_view', 'cart_remove']);
    expect(await page.textContent('output')).toBe('2 cart_view cart_remove');
    expect(new Set((await listed(page)).tools.map(({ owner }) => owner)).size).toBe(1);
    expect(await call(page, 'cart_view')).toMatchObject({ result: ['shoes'] });
  });

  it('runs the hooks around the handler in their order', async () => {
    await show('Resolver');
    await waitForTools(page, ['cart_view', 'cart_remove']);
    expect(await call(page, 'cart_remove', { productId: 'p1' })).toMatchObject({ ok: true, result: 'P1' });
    expect(await page.evaluate('lab.log')).toEqual([
      'before p1',
      'any before cart_remove',
      'handler p1 1',
      'after P1',
      'any after cart_remove',
    ]);
  });

  it('on a throw the error hooks run and the error goes on', async () => {
    await show('Resolver', { fail: true });
    await waitForTools(page, ['cart_view', 'cart_remove']);
    const answer = await call(page, 'cart_remove', { productId: 'p1' });
    expect(answer).toMatchObject({ ok: false, code: 'handler-error', message: '"cart_remove" failed: sold out' });
    expect((await page.evaluate<string[]>('lab.log')).slice(3)).toEqual([
      'error sold out',
      'any error cart_remove sold out',
    ]);
  });

  it('a before-hook that throws stops the call before the handler', async () => {
    await show('Resolver', { veto: true });
    await waitForTools(page, ['cart_view', 'cart_remove']);
    expect(await call(page, 'cart_remove', { productId: 'p1' })).toMatchObject({ ok: false, code: 'handler-error' });
    expect((await page.evaluate<string[]>('lab.log')).join()).not.toContain('handler');
  });

  it('an invalid call is refused before the handler and before the hooks', async () => {
    await show('Resolver');
    await waitForTools(page, ['cart_view', 'cart_remove']);
    expect(await call(page, 'cart_remove', { times: 'x' })).toMatchObject({ ok: false, code: 'invalid-arguments' });
    expect(await page.evaluate('lab.log')).toEqual([]);
  });

  it('disabled registers nothing, and enabled again it does', async () => {
    await show('Resolver', { disabled: true });
    await page.waitForFunction('document.querySelector("output").textContent === "0 "');
    expect(await toolNames(page)).toEqual([]);
    await show('Resolver');
    await waitForTools(page, ['cart_view', 'cart_remove']);
  });

  it('is not registered again by another render', async () => {
    await show('Resolver');
    await waitForTools(page, ['cart_view', 'cart_remove']);
    const before = await listed(page);
    for (let round = 0; round < 5; round += 1) await show('Resolver', { round });
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
    expect(await listed(page)).toEqual(before);
  });
});

describe('useApproval', () => {
  const start = (name: string): Promise<void> =>
    page.evaluate(
      `{ globalThis.answers ??= {}; lab.callTool(${JSON.stringify(name)}, {}).then((value) => { answers[${JSON.stringify(name)}] = value; }, (error) => { answers[${JSON.stringify(name)}] = error.code + ' ' + error.message; }); 0 }`,
    );
  const answer = async (name: string): Promise<unknown> => {
    await page.waitForFunction(`answers[${JSON.stringify(name)}] !== undefined`);
    return page.evaluate(`answers[${JSON.stringify(name)}]`);
  };

  it('without a component that asks, a call of risk high is refused', async () => {
    await show('Tool', { risk: 'high' });
    await waitForTools(page, ['tool']);
    await start('tool');
    expect(await answer('tool')).toContain('approval-required');
  });

  it('calls queue: a second one does not push out the first; critical takes two steps', async () => {
    await show('Approving', { risk: 'critical', said: 'dropped' });
    await waitForTools(page, ['drop', 'send']);
    await start('drop');
    await start('send');
    await page.getByText('send {} 1/1').waitFor();
    await page.getByText('drop {} 1/2').waitFor();
    await page.getByRole('button', { name: 'Approve drop' }).click();
    await page.getByText('drop {} 2/2').waitFor();
    expect(await page.evaluate('answers.drop')).toBeUndefined();
    await page.getByRole('button', { name: 'Approve drop' }).click();
    expect(await answer('drop')).toBe('dropped 0');
    await page.getByRole('button', { name: 'Approve send' }).click();
    expect(await answer('send')).toBe('sent 0');
  });

  it('a refusal says why', async () => {
    await show('Approving', { risk: 'high' });
    await waitForTools(page, ['drop', 'send']);
    await start('drop');
    await page.getByRole('button', { name: 'Deny drop' }).click();
    expect(await answer('drop')).toBe('approval-denied "drop" was not approved: wrong account.');
  });

  it('a tool that vanished or changed while the approval waited is refused, with what is there now', async () => {
    await show('Approving', { risk: 'high' });
    await waitForTools(page, ['drop', 'send']);
    await start('drop');
    await page.getByText('drop {} 1/1').waitFor();
    await show('Approving', { there: false });
    await waitForTools(page, ['send']);
    await page.getByRole('button', { name: 'Approve drop' }).click();
    expect(await answer('drop')).toMatch(/^surface-changed .* There are now: send\.$/);
  });

  it('a render in between (same words, newer handler) does not lose the approval', async () => {
    await show('Approving', { risk: 'high', said: 'old' });
    await waitForTools(page, ['drop', 'send']);
    await start('drop');
    await page.getByText('drop {} 1/1').waitFor();
    await show('Approving', { risk: 'high', said: 'new' });
    await page.getByRole('button', { name: 'Approve drop' }).click();
    expect(await answer('drop')).toBe('new 0');
  });
});
