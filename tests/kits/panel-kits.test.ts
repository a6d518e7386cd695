import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offerKit } from '../../backend/kits/install-kit.ts';
import { KitLibrary } from '../../backend/kits/kit-library.ts';
import { KitReader } from '../../backend/kits/kit-reader.ts';
import { createKitRuntime } from '../../backend/kits/run-kits.ts';
import type { Panel } from '../e2e/support/panel.ts';
import { openWorkbench, type Workbench } from '../e2e/support/workbench.ts';

const PAGE = `<!doctype html><title>Prices</title><h1>Prices</h1>
<table><tr><th>Name</th><th>Price</th></tr>
<tr><td>Apple</td><td>2</td></tr><tr><td>Pear</td><td>3</td></tr><tr><td>Melon, whole</td><td>7</td></tr></table>`;

/** What a person would write by the documentation. */
const KIT: Record<string, string> = {
  'kit.yaml': `docVersion: v1
id: rows
version: 1.0.0
name: Rows
owner: Tests
description: Keeps the rows of a table that count.
runtime: node
profiles:
  default:
    tools:
      - { name: keep_rows, path: "rows.ts:keepRows", risk: low }
`,
  'tools/rows.ts': `import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Keeps the rows whose last column is at least a number, in kept.csv.
 * @param path The table in the workspace
 * @param least The number
 */
export async function keepRows(path: string, least: number): Promise<{ kept: number; file: string }> {
  const [head, ...rows] = readFileSync('/repo/' + path, 'utf8').trim().split('\\n');
  const kept = rows.filter((row) => Number(row.split(',').at(-1)) >= least);
  console.log('looked at ' + rows.length + ' rows');
  writeFileSync('/repo/kept.csv', [head, ...kept].join('\\n') + '\\n');
  return { kept: kept.length, file: 'kept.csv' };
}
`,
};

describe('kits in the panel, with a real engine', () => {
  let bench: Workbench;
  let panel: Panel;
  const downloads = mkdtempSync(join(tmpdir(), 'pagehand-downloads-'));

  beforeAll(async () => {
    bench = await openWorkbench('chromium', { 'shop.example': { '/': PAGE } }, { model: 'offline' });
    await install(bench.backend.dataFolder);
    await bench.browser.openPage(bench.sites.url('shop.example'));
    panel = await bench.openPanel();
    const devtools = await panel.page.browser().target().createCDPSession();
    await devtools.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  });
  afterAll(async () => {
    await bench?.close();
    rmSync(downloads, { recursive: true, force: true });
  });

  const openKits = async (): Promise<void> => {
    await panel.click('button', 'Thread menu');
    await panel.click('menuitem', 'Kits');
    await panel.find('heading', 'Kits');
  };
  const openFold = async (testId: string): Promise<void> => {
    const summary = await panel.page.waitForSelector(`[data-testid="${testId}"] > summary`, { timeout: 20_000 });
    await summary?.click();
  };

  test('a kit becomes a module by a click: what it may do is said before, its image is made', async () => {
    await openKits();
    await openFold('kit-rows');
    await panel.waitForText('No network.');
    await panel.click('button', 'Make module');
    await panel.page.waitForSelector('[data-testid="module-rows"]', { timeout: 30_000 });
    await panel.page.waitForFunction(
      () => document.querySelector('[data-testid="module-building"], .image-state') === null,
      { timeout: 50_000 },
    );
    await panel.click('button', 'Back to the thread');
  });

  test('the table of the page goes to the kit, the kit runs, and its file is downloaded', async () => {
    await panel.ask('/kit-save module=rows what=table prices.csv');
    await panel.waitForText('Saved a table of 3 rows and 2 columns as prices.csv');
    await panel.ask('/kit-run rows keep_rows prices.csv least=3');
    const text = await panel.waitForText('added kept.csv', 50_000);
    expect(text).toContain('"kept":2');
    await panel.page.click('[data-testid="kit-call"] > summary');
    await panel.waitForText('looked at 3 rows');
    await panel.click('button', 'Download kept.csv');
    const file = join(downloads, 'kept.csv');
    for (let tries = 0; tries < 200 && !existsSync(file); tries += 1) await wait(50);
    expect(readFileSync(file, 'utf8')).toBe('Name,Price\nPear,3\n"Melon, whole",7\n');
  });

  test('the call is in the history with its difference, and is taken back by a command', async () => {
    await openKits();
    await openFold('module-log');
    await panel.waitForText('Call keep_rows');
    await panel.page.click('.kit-change > summary');
    await panel.waitForText('+Pear,3');
    await panel.click('button', 'Back to the thread');
    await panel.ask('/kit-undo rows');
    await panel.waitForText('removed kept.csv');
    await openKits();
    await openFold('module-files');
    await panel.waitForText('prices.csv');
    expect(await panel.text()).not.toContain('kept.csv');
    await openFold('module-log');
    await panel.waitForText('taken back');
    await panel.click('button', 'Back to the thread');
  });

  test('the file of an old card is refused once it is gone, and says so', async () => {
    await panel.click('button', 'Download kept.csv');
    await panel.waitForText('The file was changed or removed');
  });
});

/** As `npm start -- kits add` does it, on the folder of the running backend. */
async function install(dataFolder: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pagehand-kit-'));
  for (const [path, content] of Object.entries(KIT)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const signal = new AbortController().signal;
  const reader = new KitReader();
  const runtime = createKitRuntime({ dataFolder });
  const parts = { library: new KitLibrary(dataFolder), reader, resolveBase: runtime.resolveBase.bind(runtime) };
  const offer = await offerKit(folder, parts, signal);
  await offer.take(() => undefined, signal);
  await reader.close();
  await runtime.close();
  rmSync(folder, { recursive: true });
}
