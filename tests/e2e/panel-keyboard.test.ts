import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPanel } from './panel/open-panel.ts';
import { FLIGHTS } from './panel/pages.ts';
import { type RunInput, ScriptedBackend, say } from './panel/scripted-backend.ts';
import { planRun, resetBackend } from './panel/states.ts';
import { launchChromium } from './support/launch-chromium.ts';
import type { Panel } from './support/panel.ts';
import { type ServedSites, serveSites } from './support/serve-sites.ts';
import type { TestBrowser } from './support/test-browser.ts';

let backend: ScriptedBackend;
let browser: TestBrowser;
let sites: ServedSites;
let panel: Panel;

beforeAll(async () => {
  sites = await serveSites({ 'flights.example': { '/': FLIGHTS } });
  backend = await new ScriptedBackend().listen();
  browser = await launchChromium({ hosts: sites.hosts });
});
afterAll(async () => {
  await browser?.close();
  await backend?.close();
  await sites?.close();
});
beforeEach(async () => {
  resetBackend(backend);
  await browser.openPage(sites.url('flights.example'));
  panel = await openPanel(browser, backend);
  await panel.find('button', 'Summarize this page');
});

const runs = (): RunInput[] =>
  backend.requests.filter(({ path }) => path === '/api/genai/react').map(({ body }) => body as RunInput); // checked by the backend
const focused = (): Promise<string> =>
  panel.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  );
const value = (): Promise<string> => panel.page.evaluate(() => document.querySelector('textarea')?.value ?? '');

test('Enter sends, Shift+Enter breaks the line, Up brings the last ask back', async () => {
  await panel.type('textbox', 'Message', 'one');
  await panel.page.keyboard.down('Shift');
  await panel.press('Enter');
  await panel.page.keyboard.up('Shift');
  await panel.page.keyboard.type('two');
  expect(await value()).toBe('one\ntwo');
  expect(runs()).toHaveLength(0);
  await panel.press('Enter');
  await panel.waitForText('Fares can change');
  expect(runs()[0]?.messages.at(-1)?.content).toBe('one\ntwo');
  expect(await value()).toBe('');
  await panel.press('ArrowUp');
  await expect.poll(value).toBe('one\ntwo');
});

test('Enter that belongs to an input method does not send', async () => {
  await panel.type('textbox', 'Message', 'ni');
  await panel.page.evaluate(() => {
    const box = document.querySelector('textarea');
    box?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
    );
  });
  expect(await value()).toBe('ni');
  expect(runs()).toHaveLength(0);
});

test('the command list is driven by arrows, Enter and Esc, and required arguments are asked for', async () => {
  await panel.type('textbox', 'Message', '/');
  await panel.find('option', '/browser-action');
  // Past asking in plain words and attaching files.
  await panel.press('ArrowDown');
  await panel.press('ArrowDown');
  await panel.press('Enter');
  await expect.poll(value).toBe('/browser-action ');
  await panel.press('Enter');
  const goal = await panel.find('textbox', 'goal');
  expect(await goal.evaluate((element) => element === document.activeElement)).toBe(true);
  await panel.page.keyboard.type('book');
  await panel.press('Enter');
  await panel.waitForText('This is needed.');
  expect(runs()).toHaveLength(0);
  await panel.type('textbox', 'target url', 'https://flights.example/');
  await panel.press('Enter');
  await panel.waitForText('Fares can change');
  expect(runs()[0]?.forwardedProps['command']).toEqual({
    tool: 'browser_action',
    args: { goal: 'book', target_url: 'https://flights.example/' },
  });
});

test('Esc stops a run; what had come stays', async () => {
  backend.run = async (input, emit, signal) => {
    await say(input, emit, ['The first half'], { finish: false });
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  };
  await panel.type('textbox', 'Message', 'long');
  await panel.press('Enter');
  await panel.waitForText('The first half');
  await panel.find('button', 'Stop');
  await panel.press('Escape');
  const text = await panel.waitForText('Stopped.');
  expect(text).toContain('The first half');
  await panel.find('button', 'Send');
  expect(backend.requests.map(({ path }) => path)).toContain('/api/runs/stop');
});

test('the page chip that is taken off keeps the page out of the ask', async () => {
  await panel.click('button', 'Do not read flights.example');
  await panel.type('textbox', 'Message', 'hello');
  await panel.press('Enter');
  await panel.waitForText('Fares can change');
  expect(runs()[0]?.forwardedProps).not.toHaveProperty('page');
  await panel.click('button', 'Read flights.example');
  await panel.type('textbox', 'Message', 'again');
  await panel.press('Enter');
  await expect.poll(() => runs()[1]?.forwardedProps).toHaveProperty('page');
});

async function showPlan(): Promise<void> {
  planRun(backend);
  await panel.type('textbox', 'Message', 'Book');
  await panel.press('Enter');
  await panel.find('button', 'Run plan');
}

test('a new plan takes the focus, never its button; Enter held down and scripts do not confirm it', async () => {
  await showPlan();
  await expect.poll(focused).toBe('Plan');
  const button = await panel.find('button', 'Run plan');
  await button.evaluate((element) => (element as HTMLElement).click()); // found by its role: a button
  await button.focus();
  // Down once without up: the browser repeats the key.
  for (let repeat = 0; repeat < 5; repeat += 1)
    await panel.page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true }),
      ),
    );
  expect(await panel.has('listitem', 'Receipt')).toBe(false);
  expect(runs()).toHaveLength(1);
  await panel.click('button', 'Run plan');
  await panel.waitForText('TAP 14:05 is selected.');
});

test('a click in the half second in which a plan appears is lost', async () => {
  planRun(backend);
  await panel.type('textbox', 'Message', 'Book');
  await panel.press('Enter');
  const button = await panel.find('button', 'Run plan');
  expect(await button.evaluate((element) => element.getAttribute('aria-disabled'))).toBe('true');
  await button.click();
  await expect.poll(() => button.evaluate((element) => element.getAttribute('aria-disabled'))).toBe('false');
  expect(runs()).toHaveLength(1);
  expect(await panel.has('button', 'Run plan')).toBe(true);
});

test('a plan is rejected by the keyboard with a reason that goes to the agent, and the focus returns', async () => {
  await showPlan();
  const reject = await panel.find('button', 'Reject');
  await reject.focus();
  await panel.press('Enter');
  await panel.find('textbox', 'Why?');
  await panel.page.keyboard.type('Too expensive');
  await panel.press('Tab');
  await panel.press('Enter');
  await panel.waitForText('Plan rejected');
  expect(runs()[1]?.resume?.[0]?.payload).toMatchObject({
    kind: 'plan',
    status: 'rejected',
    reason: 'Too expensive',
    receipts: [],
  });
});

test('an edited value is what runs, and the agent is told', async () => {
  await showPlan();
  await panel.click('button', 'Edit');
  await panel.type('textbox', 'Name (step 2)', 'Grace Hopper', 'replace');
  await panel.click('button', 'Drop step 3');
  await panel.click('button', 'Check and keep');
  await panel.click('button', 'Run plan');
  await panel.waitForText('TAP 14:05 is selected.');
  const payload = JSON.stringify(runs()[1]?.resume?.[0]?.payload);
  expect(payload).toContain('editedPlan');
  expect(payload).toContain('Grace Hopper');
  expect(runs()[1]?.resume?.[0]?.payload?.['status']).toBe('ran');
});

test('a step under the pointer or the focus is outlined in the page', async () => {
  const page = await browser.openPage(sites.url('flights.example'));
  await showPlan();
  const marks = () =>
    page.evaluate(() => document.documentElement.querySelectorAll(':scope > :not(head, body)').length);
  const before = await marks();
  const step = await panel.find('listitem', 'Select');
  await step.focus();
  await expect.poll(marks).toBeGreaterThan(before);
});

test('a deleted thread comes back by undo; a title is renamed in place', async () => {
  backend.addThread({
    summary: { threadId: 't1', title: 'Old', pinned: false, createdAt: 1, updatedAt: 1, waiting: false },
  });
  await panel.click('button', 'Threads');
  await panel.click('button', 'Menu of Old');
  await panel.click('menuitem', 'Delete');
  await panel.waitForText('Deleted: Old');
  await panel.click('button', 'Undo');
  await panel.find('button', 'Menu of Old');
  await panel.click('button', 'Menu of Old');
  await panel.click('menuitem', 'Rename');
  await panel.find('textbox', 'Title');
  await panel.page.keyboard.type('New name');
  await panel.press('Enter');
  await panel.find('button', 'Menu of New name');
  expect(backend.threads.get('t1')?.summary.title).toBe('New name');
});

test('the code of the backend pairs the panel, a wrong one says so', async () => {
  backend.paired = false;
  panel = await openPanel(browser, backend);
  await panel.type('textbox', 'Code', '999999');
  await panel.press('Enter');
  await panel.waitForText('did not take this code');
  await panel.type('textbox', 'Code', '123456', 'replace');
  await panel.press('Enter');
  await panel.find('button', 'Summarize this page');
});
