import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const LINKS = `<!doctype html><title>Links</title><h1>Links</h1><a href="/inner" target="_blank">Open the other page</a>`;
const INNER = `<!doctype html><title>The other page</title><h1>Within</h1><p>Nothing private stands here.</p>`;
const DIARY = `<!doctype html><title>My diary</title><h1>Dear diary</h1><p>What nobody may read.</p>`;

describe.each(BROWSERS)('tabs of the person and of a plan, in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  beforeAll(async () => {
    bench = await openWorkbench(name, {
      'shop.example': { '/links': LINKS, '/inner': INNER },
      'diary.example': { '/': DIARY },
    });
    await bench.browser.openPage(bench.sites.url('diary.example', '/'));
    await bench.browser.openPage(bench.sites.url('shop.example', '/links'));
    panel = await bench.openPanel();
  });
  afterAll(() => bench?.close());

  async function linksInFront(): Promise<Page> {
    const page = await bench.browser.openPage(bench.sites.url('shop.example', '/links'));
    await panel.click('button', 'New thread');
    await panel.find('textbox', 'Message');
    return page;
  }
  /** Everything the model was ever sent. */
  const sent = (): string => JSON.stringify(bench.model.requests.map(({ body }) => body.messages));
  /** Every tab of the browser, as the extension sees it. */
  const tabs = () =>
    bench.browser.evaluateInExtension<{ id: number; url: string }[]>(
      `chrome.tabs.query({}).then((tabs) => tabs.map(({ id, url = '' }) => ({ id, url })))`,
    );
  /** The number of the tab that the last receipt told the model about. */
  const openedTab = (): number => Number([...sent().matchAll(/opened tab (\d+)/gu)].at(-1)?.[1]);

  test('closing a tab reads nothing of what the browser brings to the front then', async () => {
    await bench.browser.openPage(bench.sites.url('diary.example', '/'));
    const page = await linksInFront();
    bench.play({ goal: 'Close it', rounds: [() => [{ kind: 'close_tab' }]], answer: 'The tab is closed.' });
    await panel.ask('Close this tab');
    await panel.waitForText(/Close the tab “Links”/u);
    await panel.click('button', 'Run plan');
    await panel.waitForText('The tab is closed.');
    expect(page.isClosed()).toBe(true);
    expect(sent()).not.toContain('Dear diary');
  });

  test('a tab that a step opened is gone to by its name, and left for the one that opened it', async () => {
    await linksInFront();
    bench.play({
      goal: 'Look at the other page',
      rounds: [
        (ref) => [{ kind: 'click', ref: ref('link', 'Open the other page') }],
        () => [{ kind: 'switch_tab', tabId: openedTab() }],
        () => [{ kind: 'close_tab' }],
      ],
      answer: 'Looked at it, and came back.',
    });
    await panel.ask('Look at the other page');
    await panel.click('button', 'Run plan');
    await panel.click('button', 'Run plan', { ms: 30_000 });
    await panel.waitForText('Looked at it, and came back.');
    expect((await tabs()).filter(({ url }) => url.endsWith('/inner'))).toHaveLength(0);
    expect(sent()).toContain('Within');
    expect(sent()).not.toContain('Dear diary');
  });

  test('a tab that no step opened is neither brought to the front nor closed', async () => {
    await linksInFront();
    const strange = (await tabs()).find(({ url }) => url.includes('diary.example'))?.id ?? -1;
    expect(strange).toBeGreaterThanOrEqual(0);
    for (const kind of ['switch_tab', 'close_tab']) {
      bench.play({ goal: 'Read the diary', rounds: [() => [{ kind, tabId: strange }]], answer: `No ${kind} there.` });
      await panel.ask('Read the diary');
      await panel.waitForText('no step of this task opened');
      await panel.click('button', 'Plan again');
      await panel.waitForText(`No ${kind} there.`);
    }
    expect((await tabs()).map(({ id }) => id)).toContain(strange);
    expect(sent()).not.toContain('Dear diary');
  });
});
