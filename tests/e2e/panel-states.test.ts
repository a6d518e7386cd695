import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { axe, cutPlaceholders, overflowing, smallTargets, squeezed } from './panel/audit.ts';
import { resize } from './panel/open-panel.ts';
import { FLIGHTS } from './panel/pages.ts';
import type { Stage } from './panel/play.ts';
import { ScriptedBackend } from './panel/scripted-backend.ts';
import { resetBackend, STATES } from './panel/states.ts';
import { ROOT } from './support/build-extension.ts';
import { launchChromium } from './support/launch-chromium.ts';
import { type ServedSites, serveSites } from './support/serve-sites.ts';

const SHOTS = join(ROOT, 'tests/.artifacts/panel');

let stage: Stage;
let sites: ServedSites;

beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  sites = await serveSites({ 'flights.example': { '/': FLIGHTS } });
  stage = { backend: await new ScriptedBackend().listen(), browser: await launchChromium({ hosts: sites.hosts }) };
});
afterAll(async () => {
  await stage?.browser.close();
  await stage?.backend.close();
  await sites?.close();
});
beforeEach(() => resetBackend(stage.backend));

describe.each(Object.keys(STATES))('%s', (name) => {
  test('has no accessibility violation in light and dark, and fits from 180 to 600 px', async () => {
    await stage.browser.openPage(sites.url('flights.example'));
    const panel = await STATES[name]?.(stage);
    if (!panel) throw new Error(`No state ${name}.`);
    const file = name.replaceAll(' ', '-');
    for (const value of ['light', 'dark']) {
      await panel.page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      expect(await axe(panel.page)).toEqual([]);
      expect(await panel.page.evaluate(smallTargets)).toEqual([]);
      await panel.screenshot(`${join(SHOTS, `${file}-${value}`)}.png`);
    }
    // 180 px are 360 px at 200 % zoom.
    for (const width of [180, 300, 600]) {
      await resize(panel.page, width, 740);
      expect({ width, wide: await panel.page.evaluate(overflowing) }).toEqual({ width, wide: [] });
      expect(await panel.page.evaluate(squeezed)).toEqual([]);
      expect(await panel.page.evaluate(cutPlaceholders)).toEqual([]);
      await panel.screenshot(`${join(SHOTS, `${file}-${width}`)}.png`);
    }
    await resize(panel.page, 360, 740);
    await panel.page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect(await panel.page.evaluate(overflowing)).toEqual([]);
    await panel.screenshot(`${join(SHOTS, `${file}-rtl`)}.png`);
  });
});
