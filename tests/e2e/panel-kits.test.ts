import { afterAll, beforeAll, expect, test } from 'vitest';
import { MODULES, offerKits } from './panel/kit-answers.ts';
import { openFold, openKits } from './panel/kit-states.ts';
import { ScriptedBackend } from './panel/scripted-backend.ts';
import { resetBackend } from './panel/states.ts';
import { launchChromium } from './support/launch-chromium.ts';
import type { TestBrowser } from './support/test-browser.ts';

let backend: ScriptedBackend;
let browser: TestBrowser;

beforeAll(async () => {
  backend = await new ScriptedBackend().listen();
  resetBackend(backend);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await backend?.close();
});

test('a change that could not be taken back says why, and goes on saying it beside the history', async () => {
  offerKits(backend, MODULES.slice(0, 1));
  const panel = await openKits({ browser, backend });
  await openFold(panel, '[data-testid="module-log"]');
  // This backend knows no such route.
  await panel.click('button', 'Undo Call keep_rows');
  await panel.page.waitForSelector('[data-testid="module-log"] [data-testid="error-line"]');
  const asked = backend.requests.map(({ path }) => path).filter((path) => /\/kits\/(log|undo)$/.test(path));
  expect(asked).toEqual(['/api/kits/log', '/api/kits/undo']);
});
