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

describe.each(BROWSERS)('in %s', (name) => {
  let browser: AppBrowser;
  let server: AppServer;
  let page: AppPage;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(name), serveApps()]);
    await fetch(`${server.origin}/react-lab/bundle.js`); // builds it, so that no page waits for that
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    page = await browser.newPage();
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
      await page.waitFor('document.querySelector("output").textContent === "2"');
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
      await page.waitFor(`lab.events.filter(({type}) => type === 'tool.registry.change').length === 2`);
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
      await page.waitFor('document.querySelector("output") !== null');
      expect(await call(page, 'same')).toMatchObject({ ok: true, result: 'b 0' });
      await show('Both');
      await page.waitFor('document.querySelectorAll("output").length === 2');
      expect(await described()).toEqual(['second']);
      await show('Both', { first: false });
      await page.waitFor('document.querySelectorAll("output").length === 1');
      expect(await described()).toEqual(['second']);
      await show('Both', { first: true, second: false });
      await page.waitFor('document.querySelectorAll("output").length === 1');
      expect(await described()).toEqual(['first']);
    });

    it('a global tool survives its component and goes by removeTool', async () => {
      await show('Tool', { global: true });
      await waitForTools(page, ['tool']);
      await page.evaluate('lab.clear()');
      await page.waitFor('document.querySelector("output") === null');
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
      await page.waitFor('lab.errors.length > 0');
      expect(await page.text('output')).toBe('0');
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

  describe('useApproval', () => {
    const start = (name: string): Promise<void> =>
      page.evaluate(
        `{ globalThis.answers ??= {}; lab.callTool(${JSON.stringify(name)}, {}).then((value) => { answers[${JSON.stringify(name)}] = value; }, (error) => { answers[${JSON.stringify(name)}] = error.code + ' ' + error.message; }); 0 }`,
      );
    const answer = async (name: string): Promise<unknown> => {
      await page.waitFor(`answers[${JSON.stringify(name)}] !== undefined`);
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
      await page.says('send {} 1/1');
      await page.says('drop {} 1/2');
      await page.click('button', 'Approve drop');
      await page.says('drop {} 2/2');
      expect(await page.evaluate('answers.drop')).toBeUndefined();
      await page.click('button', 'Approve drop');
      expect(await answer('drop')).toBe('dropped 0');
      await page.click('button', 'Approve send');
      expect(await answer('send')).toBe('sent 0');
    });

    it('a refusal says why', async () => {
      await show('Approving', { risk: 'high' });
      await waitForTools(page, ['drop', 'send']);
      await start('drop');
      await page.click('button', 'Deny drop');
      expect(await answer('drop')).toBe('approval-denied "drop" was not approved: wrong account.');
    });

    it('a tool that vanished or changed while the approval waited is refused, with what is there now', async () => {
      await show('Approving', { risk: 'high' });
      await waitForTools(page, ['drop', 'send']);
      await start('drop');
      await page.says('drop {} 1/1');
      await show('Approving', { there: false });
      await waitForTools(page, ['send']);
      await page.click('button', 'Approve drop');
      expect(await answer('drop')).toMatch(/^surface-changed .* There are now: send\.$/);
    });

    it('a render in between (same words, newer handler) does not lose the approval', async () => {
      await show('Approving', { risk: 'high', said: 'old' });
      await waitForTools(page, ['drop', 'send']);
      await start('drop');
      await page.says('drop {} 1/1');
      await show('Approving', { risk: 'high', said: 'new' });
      await page.click('button', 'Approve drop');
      expect(await answer('drop')).toBe('new 0');
    });
  });
});
