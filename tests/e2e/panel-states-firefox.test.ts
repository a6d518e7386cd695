import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, overflowing } from './panel/audit.ts';
import { FLIGHTS } from './panel/pages.ts';
import type { Stage } from './panel/play.ts';
import { ScriptedBackend } from './panel/scripted-backend.ts';
import { resetBackend, STATES } from './panel/states.ts';
import { ROOT } from './support/build-extension.ts';
import { launchFirefox } from './support/launch-firefox.ts';
import { type ServedSites, serveSites } from './support/serve-sites.ts';

const SHOTS = join(ROOT, 'tests/.artifacts/panel-firefox');

let stage: Stage;
let sites: ServedSites;

beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  sites = await serveSites({ 'flights.example': { '/': FLIGHTS } });
  stage = { backend: await new ScriptedBackend().listen(), browser: await launchFirefox({ hosts: sites.hosts }) };
  await stage.browser.openPage(sites.url('flights.example'));
});
afterAll(async () => {
  await stage?.browser.close();
  await stage?.backend.close();
  await sites?.close();
});
beforeEach(() => resetBackend(stage.backend));

test.each(Object.keys(STATES))(
  'in the sidebar of Firefox "%s" has no accessibility violation and fits',
  async (name) => {
    const panel = await STATES[name]?.(stage);
    if (!panel) throw new Error(`No state ${name}.`);
    await panel.screenshot(`${join(SHOTS, name.replaceAll(' ', '-'))}.png`);
    expect(await axe(panel.page)).toEqual([]);
    expect(await panel.page.evaluate(overflowing)).toEqual([]);
  },
);
