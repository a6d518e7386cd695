import { OpenInterruptSchema } from '@pagehand/contracts/interrupts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPanel } from './panel/open-panel.ts';
import { FLIGHTS, planInterrupt, refOf } from './panel/pages.ts';
import { pause } from './panel/play.ts';
import { ScriptedBackend, say } from './panel/scripted-backend.ts';
import { resetBackend } from './panel/states.ts';
import { launchChromium } from './support/launch-chromium.ts';
import type { Panel } from './support/panel.ts';
import { type ServedSites, serveSites } from './support/serve-sites.ts';
import type { TestBrowser } from './support/test-browser.ts';

let backend: ScriptedBackend;
let browser: TestBrowser;
let sites: ServedSites;

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
beforeEach(() => resetBackend(backend));

/** A panel that shows a plan which the backend keeps as waiting, as it would for a panel that comes back. */
async function waitingPlan(): Promise<Panel> {
  backend.run = async (input, emit) => {
    if (input.resume) return say(input, emit, ['It went on.']);
    const open = OpenInterruptSchema.parse(planInterrupt(input, [{ kind: 'click', ref: refOf(input, 'Select') }]));
    backend.addThread({
      summary: { threadId: input.threadId, title: 'Book', pinned: false, createdAt: 1, updatedAt: 1, waiting: true },
      messages: [{ id: 'u', turnId: input.runId, role: 'user', content: 'Book', createdAt: 1 }],
      interrupts: [open],
    });
    pause(input, emit, 'browser_action', open);
  };
  const panel = await openPanel(browser, backend);
  await panel.type('textbox', 'Message', 'Book');
  await panel.press('Enter');
  await panel.find('button', 'Run plan');
  return panel;
}
const selected = async (page: Awaited<ReturnType<TestBrowser['openPage']>>): Promise<string> =>
  page.evaluate(() => document.querySelector('output')?.textContent ?? '');

test('a panel that comes back shows the waiting plan, does nothing by itself, and goes on when told', async () => {
  const page = await browser.openPage(sites.url('flights.example'));
  const panel = await waitingPlan();
  await panel.page.reload();
  await panel.waitForText('Nothing runs until you continue.');
  expect(await selected(page)).toBe('');
  await panel.click('button', 'Continue');
  await panel.waitForText('It went on.');
  expect(await selected(page)).toBe('TAP 14:05 selected');
});

test('when the page has moved on the plan is not run but given back to the agent', async () => {
  const page = await browser.openPage(sites.url('flights.example'));
  const panel = await waitingPlan();
  await page.reload();
  await panel.page.reload();
  await panel.waitForText('The page was closed or has moved on');
  expect(await panel.has('button', 'Continue')).toBe(false);
  await panel.click('button', 'Plan again');
  await panel.waitForText('It went on.');
  expect(await selected(page)).toBe('');
  const answers = backend.requests
    .filter(({ path }) => path === '/api/genai/react')
    .map(({ body }) => JSON.stringify(body));
  expect(answers.at(-1)).toContain('"code":"page-gone"');
  expect(answers.at(-1)).toContain('"snapshotId"');
});
