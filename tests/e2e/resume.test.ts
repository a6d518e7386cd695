import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const PRESS = `<!doctype html><title>Press</title><h1>Press</h1>
<button onclick="fetch('/first',{method:'POST'});this.textContent='First pressed'">First</button>
<button onclick="fetch('/second',{method:'POST'});this.textContent='Second pressed'">Second</button>`;

/** Runs in the panel: whether the journal notes the step. */
function stepWasBegun(stepId: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('pagehand');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const rows = opening.result.transaction('steps').objectStore('steps').getAll();
      rows.onsuccess = () => {
        opening.result.close();
        resolve(rows.result.some((row: { stepId: string }) => row.stepId === stepId));
      };
    };
  });
}

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let page: Page;
  beforeEach(async () => {
    bench = await openWorkbench(name, { 'shop.example': { '/': PRESS } });
    page = await bench.browser.openPage(bench.sites.url('shop.example'));
  });
  afterEach(() => bench?.close());

  const posts = (path: string): number =>
    bench.sites.requests.filter((line) => line === `POST shop.example ${path}`).length;
  async function until(done: () => boolean, what: string): Promise<void> {
    for (let i = 0; i < 400; i += 1) {
      if (done()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(what);
  }
  /** Press the first button, wait, press the second. */
  function playPressWaitPress(waitMs: number): void {
    bench.play({
      goal: 'Press both buttons',
      rounds: [
        (ref) => [
          { kind: 'click', ref: ref('button', 'First') },
          { kind: 'wait', until: { for: 'time', ms: waitMs } },
          { kind: 'click', ref: ref('button', 'Second') },
        ],
      ],
      answer: 'That is what happened.',
    });
  }

  test('a plan that waits survives a closed panel and runs once, when the person says so', async () => {
    let panel = await bench.openPanel();
    playPressWaitPress(100);
    await panel.ask('Press both buttons');
    await panel.find('button', 'Run plan');
    await bench.browser.closePanel();
    await page.bringToFront();
    panel = await bench.openPanel();
    await panel.find('button', 'Continue');
    expect(posts('/first')).toBe(0);
    await panel.click('button', 'Continue');
    await panel.waitForText('That is what happened.');
    await panel.waitForText('3 steps');
    expect([posts('/first'), posts('/second')]).toEqual([1, 1]);
  });

  test('a panel closed while it acts comes back, says what is unsure, and repeats nothing', async () => {
    let panel = await bench.openPanel();
    playPressWaitPress(20_000);
    await panel.ask('Press both buttons');
    await panel.click('button', 'Run plan');
    await until(() => posts('/first') === 1, 'the first button was not pressed');
    await panel.page.waitForFunction(stepWasBegun, {}, 's2');
    await bench.browser.closePanel();
    await page.bringToFront();
    panel = await bench.openPanel();
    await panel.click('button', 'Continue');
    await panel.waitForText('That is what happened.');
    await panel.waitForText('1 unsure');
    expect([posts('/first'), posts('/second')]).toEqual([1, 0]);
  });

  test('steps of an edited plan stand for no steps of the plan as it came', async () => {
    let panel = await bench.openPanel();
    playPressWaitPress(100);
    await panel.ask('Press both buttons');
    await panel.click('button', 'Edit');
    for (let dropped = 0; dropped < 2; dropped += 1) await panel.click('button', 'Drop step 1');
    await panel.click('button', 'Check and keep');
    await panel.click('button', 'Run plan');
    // "Second" was step 1 of what the person kept.
    await until(() => posts('/second') === 1, 'the second button was not pressed');
    await panel.waitForText('That is what happened.');
    expect([posts('/first'), posts('/second')]).toEqual([0, 1]);

    playPressWaitPress(100);
    await panel.click('button', 'New thread');
    await panel.ask('Press both buttons');
    await panel.click('button', 'Edit');
    await panel.click('button', 'Drop step 1');
    await panel.click('button', 'Check and keep');
    await panel.click('button', 'Step by step');
    await panel.find('button', 'Do step 2');
    await bench.browser.closePanel();
    await page.bringToFront();
    panel = await bench.openPanel();
    await panel.click('button', 'Continue');
    await panel.waitForText('That is what happened.');
    expect([posts('/first'), posts('/second')]).toEqual([0, 1]);
  });

  test('a backend killed while a plan waits comes back with the plan, which runs once', async () => {
    const panel = await bench.openPanel();
    playPressWaitPress(100);
    await panel.ask('Press both buttons');
    await panel.find('button', 'Run plan');
    await bench.backend.kill();
    await bench.backend.restart();
    await panel.click('button', 'Run plan');
    await panel.waitForText('That is what happened.');
    expect([posts('/first'), posts('/second')]).toEqual([1, 1]);
  });

  test('a backend killed while the panel acts gets the receipts when it is back, and nothing runs twice', async () => {
    const panel = await bench.openPanel();
    playPressWaitPress(3_000);
    await panel.ask('Press both buttons');
    await panel.click('button', 'Run plan');
    await until(() => posts('/first') === 1, 'the first button was not pressed');
    await bench.backend.kill();
    await bench.backend.restart();
    await panel.waitForText('That is what happened.', 40_000);
    await panel.waitForText('3 steps, 2 changed, 1 done');
    expect([posts('/first'), posts('/second')]).toEqual([1, 1]);
  });

  test('of two panels on one thread only one acts', async () => {
    const panel = await bench.openPanel();
    playPressWaitPress(1_500);
    await panel.ask('Press both buttons');
    await panel.find('button', 'Run plan');
    const second = new Panel(await bench.browser.openExtensionPage('/sidepanel.html'));
    await second.find('button', 'Continue');
    await Promise.all([second.click('button', 'Continue'), panel.click('button', 'Run plan')]);
    await panel.waitForText('That is what happened.');
    expect([posts('/first'), posts('/second')]).toEqual([1, 1]);
  });

  // Firefox has no service worker.
  if (name === 'chromium')
    test('a service worker that ends in the middle of a plan changes nothing', async () => {
      const panel = await bench.openPanel();
      playPressWaitPress(3_000);
      await panel.ask('Press both buttons');
      await panel.click('button', 'Run plan');
      await until(() => posts('/first') === 1, 'the first button was not pressed');
      await bench.browser.stopServiceWorker();
      await panel.waitForText('That is what happened.');
      await panel.waitForText('3 steps, 2 changed, 1 done');
      expect([posts('/first'), posts('/second')]).toEqual([1, 1]);
    });
});
