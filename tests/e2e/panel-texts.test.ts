import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPanel } from './panel/open-panel.ts';
import { FLIGHTS } from './panel/pages.ts';
import { untranslated } from './panel/pseudo.ts';
import { ScriptedBackend } from './panel/scripted-backend.ts';
import { planRun, resetBackend } from './panel/states.ts';
import { buildExtension } from './support/build-extension.ts';
import { launchChromium } from './support/launch-chromium.ts';
import type { Panel } from './support/panel.ts';
import { type ServedSites, serveSites } from './support/serve-sites.ts';
import type { TestBrowser } from './support/test-browser.ts';

// A copy of the build whose German is a pseudo-locale: each text stands between ⟦ and ⟧. What is shown without them is
// hard-coded, unless it is data (a name of the page, a number, what a person or the agent said).
let copy: string;
let backend: ScriptedBackend;
let browser: TestBrowser;
let sites: ServedSites;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'pagehand-pseudo-'));
  await cp(await buildExtension('chromium'), copy, { recursive: true });
  const file = join(copy, '_locales/de/messages.json');
  const texts: Record<string, { message: string }> = JSON.parse(await readFile(file, 'utf8')); // our own file
  const pseudo = Object.entries(texts).map(([key, { message }]) => [key, { message: `⟦${message}⟧` }]);
  await writeFile(file, JSON.stringify(Object.fromEntries(pseudo)));
  sites = await serveSites({ 'flights.example': { '/': FLIGHTS } });
  backend = await new ScriptedBackend().listen();
  browser = await launchChromium({ hosts: sites.hosts, extension: copy });
});
afterAll(async () => {
  await browser?.close();
  await backend?.close();
  await sites?.close();
  await rm(copy, { recursive: true, force: true });
});
beforeEach(() => resetBackend(backend));

async function open(): Promise<Panel> {
  await browser.openPage(sites.url('flights.example'));
  const panel = await openPanel(browser, backend, { language: 'de' });
  await panel.waitForText('⟦');
  return panel;
}
const check = async (panel: Panel): Promise<void> => expect(await panel.page.evaluate(untranslated)).toEqual([]);

describe('no text of the panel is hard-coded', () => {
  test('in the empty thread, the settings and the threads', async () => {
    backend.threads.clear();
    const panel = await open();
    await check(panel);
    await panel.click('button', 'Gespräche');
    await panel.waitForText('Noch keine');
    await check(panel);
    await panel.click('button', 'Zurück');
    await panel.click('button', 'Modell:');
    await panel.waitForText('Tastenkürzel');
    await check(panel);
  });

  test('in a plan, its receipts and the answer', async () => {
    planRun(backend);
    const panel = await open();
    await panel.type('textbox', 'Nachricht', 'Book');
    await panel.press('Enter');
    await panel.find('button', 'Plan ausführen');
    await check(panel);
    await panel.click('button', 'Plan ausführen');
    await panel.waitForText('TAP 14:05 is selected.');
    await panel.page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    await check(panel);
  });

  test('in the states of the backend', async () => {
    backend.failures.set('/health', 'internal');
    const panel = await open();
    await panel.waitForText('npm start');
    await check(panel);
  });
});
