import { appendFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from '../e2e/support/launch-browser.ts';
import type { Panel } from '../e2e/support/panel.ts';
import { openWorkbench, type Workbench } from '../e2e/support/workbench.ts';
import { backToThread, downloaded, imagesReady, install, openFold, openKits } from './panel-kits-support.ts';

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
environment:
  - { name: UNIT, description: What the prices are in, default: EUR }
  - { name: TOKEN, description: A key, secret: true }
profiles:
  default:
    tools:
      - { name: keep_rows, path: "rows.ts:keepRows", risk: low }
      - { name: says, path: "rows.ts:says", risk: none }
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

/** Says what it was given. @param path A file in the workspace */
export function says(path: string): string {
  return process.env['UNIT'] + ' ' + (process.env['TOKEN'] ?? '').length + ' ' + readFileSync('/repo/' + path, 'utf8');
}
`,
};

describe.each(BROWSERS)('kits in the panel of %s, with a real engine', (name) => {
  let bench: Workbench;
  let panel: Panel;
  const folder = mkdtempSync(join(tmpdir(), 'pagehand-panel-kits-'));
  const socket = join(folder, 'docker.sock');

  beforeAll(async () => {
    bench = await openWorkbench(
      name,
      { 'shop.example': { '/': PAGE } },
      // Docker is there once its socket is.
      { model: 'offline', downloads: folder, env: { DOCKER_HOST: `unix://${socket}` } },
    );
    await install(bench.backend.dataFolder, KIT);
    await bench.browser.openPage(bench.sites.url('shop.example'));
    panel = await bench.openPanel();
  });
  afterAll(async () => {
    await bench?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('without Docker it says so and what to do, and goes on by a click once Docker is there', async () => {
    await openKits(panel);
    await panel.waitForText('Docker is not running. Kits need it.');
    expect(await panel.text()).toContain('npm start -- doctor');
    symlinkSync(dockerSocket(), socket);
    await panel.click('button', 'Try again');
    await panel.page.waitForFunction(() => !document.body.innerText.includes('Docker is not running'));
  });

  test('a kit becomes a module by a click: what it may do is said before, its image is made', async () => {
    await openFold(panel, 'kit-rows');
    const text = await panel.waitForText('No network.');
    expect(text).toContain('Gets secrets that you enter: TOKEN');
    await panel.click('button', 'Make module');
    await panel.page.waitForSelector('[data-testid="module-rows"]', { timeout: 30_000 });
    await imagesReady(panel);
    await backToThread(panel);
  });

  test('the table of the page goes to the kit, the kit runs, and its file is downloaded', async () => {
    await panel.ask('/kit-save module=rows what=table prices.csv');
    await panel.waitForText('Saved a table of 3 rows and 2 columns as prices.csv');
    await panel.ask('/kit-run rows keep_rows prices.csv least=3');
    // A kit that gets a secret asks before each call.
    await panel.click('button', 'Approve');
    const text = await panel.waitForText('added kept.csv', 50_000);
    expect(text).toContain('"kept":2');
    await openFold(panel, 'kit-call');
    await panel.waitForText('looked at 3 rows');
    await panel.click('button', 'Download kept.csv');
    expect(await downloaded(folder, 'kept.csv')).toBe('Name,Price\nPear,3\n"Melon, whole",7\n');
  });

  test('the call is in the history with its difference, and is taken back by a command', async () => {
    await openKits(panel);
    await openFold(panel, 'module-log');
    await panel.click('button', 'Call keep_rows');
    await panel.waitForText('+Pear,3');
    await backToThread(panel);
    await panel.ask('/kit-undo rows');
    await panel.waitForText('removed kept.csv');
    await openKits(panel);
    await openFold(panel, 'module-files');
    await panel.waitForText('prices.csv');
    expect(await panel.text()).not.toContain('kept.csv');
    await openFold(panel, 'module-log');
    await panel.waitForText('taken back');
    await backToThread(panel);
  });

  test('the file of an old card is refused once it is gone, and says so', async () => {
    await panel.click('button', 'Download kept.csv');
    await panel.waitForText('The file was changed or removed');
  });

  test('what was taken back comes again by a button of the history', async () => {
    await openKits(panel);
    await openFold(panel, 'module-log');
    await panel.click('button', 'Undo Undone');
    await openFold(panel, 'module-files');
    await panel.find('button', 'Download kept.csv');
    await backToThread(panel);
  });

  test('values and secrets that are entered reach the tool; a secret is not shown again', async () => {
    await openKits(panel);
    await openFold(panel, 'module-environment');
    await panel.type('textbox', 'UNIT', 'GBP', 'replace');
    await panel.type('textbox', 'TOKEN', 'not-to-be-seen');
    await panel.click('button', 'Save');
    await panel.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="TOKEN"]')?.placeholder === 'stored',
    );
    const shown = await panel.page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value));
    expect(shown).toContain('GBP');
    expect(shown).not.toContain('not-to-be-seen');
    await backToThread(panel);
    await panel.ask('/kit-save module=rows what=page-text page.md');
    await panel.waitForText('as page.md in the workspace of rows');
    await panel.ask('/kit-run rows says page.md');
    await panel.click('button', 'Approve');
    const text = await panel.waitForText(/GBP 14 [\s\S]*\| Pear \| 3 \|/u, 50_000);
    expect(text).not.toContain('not-to-be-seen');
  });

  test('a file that the person picked goes to the kit as it is', async () => {
    writeFileSync(join(folder, 'words.txt'), 'one two three');
    const input = await panel.page.$('[data-testid="attach-input"]');
    // parse boundary: the selector finds an input
    await (input as ElementHandle<HTMLInputElement> | null)?.uploadFile(join(folder, 'words.txt'));
    await panel.page.waitForSelector('[data-testid="attachment-chip"][aria-busy="false"]');
    await panel.ask('/kit-save module=rows what=attachment words.txt');
    await panel.waitForText('Saved a file of 13 bytes as words.txt');
    await panel.ask('/kit-run rows says words.txt');
    await panel.click('button', 'Approve');
    await panel.waitForText('GBP 14 one two three', 50_000);
  });

  test('a module that is switched off is greyed out in the commands, with the reason', async () => {
    await openKits(panel);
    await panel.click('checkbox', 'rows');
    await panel.page.waitForSelector('.module-off');
    await backToThread(panel);
    await panel.type('textbox', 'Message', '/kit-run rows');
    await panel.page.waitForSelector('[role="option"][aria-disabled="true"]');
    await panel.waitForText('The module rows is switched off.');
    await panel.press('Escape');
    await panel.type('textbox', 'Message', ' ', 'replace');
    await openKits(panel);
    await panel.click('checkbox', 'rows');
    await panel.page.waitForFunction(() => document.querySelector('.module-off') === null);
    await imagesReady(panel);
  });

  test('a kit whose files were changed does not run until the difference was seen and accepted', async () => {
    const tools = join(bench.backend.dataFolder, 'kits/rows/1.0.0/tools');
    appendFileSync(join(tools, 'rows.ts'), '\n// changed by hand\n');
    writeFileSync(join(tools, 'more.ts'), 'export const more = 1;\n');
    await backToThread(panel);
    await openKits(panel);
    await panel.waitForText('The files of this kit are not those that you accepted.');
    await panel.click('button', 'See what is different');
    await panel.waitForText('tools/more.ts added');
    await panel.waitForText('What it may do stays the same.');
    // It changes once more, after it was looked at: what was seen is not what would be accepted.
    writeFileSync(join(tools, 'more.ts'), 'export const more = 2;\n');
    await panel.click('button', 'Accept it as it is now');
    await panel.waitForText('look at the difference once more');
    await panel.click('button', 'See what is different');
    await panel.find('button', 'Accept it as it is now');
    await panel.click('button', 'Accept it as it is now');
    await panel.page.waitForFunction(() => !document.body.innerText.includes('are not those that you accepted'));
    await imagesReady(panel);
    await backToThread(panel);
    await panel.ask('/kit-run rows keep_rows prices.csv least=7');
    await panel.click('button', 'Approve');
    await panel.waitForText('"kept":1', 50_000);
  });

  test('a module is removed after a second yes', async () => {
    await openKits(panel);
    await panel.click('button', 'Remove rows');
    await panel.waitForText('deleted for good');
    await panel.click('button', 'Delete for good');
    await panel.waitForText('No module yet.');
    expect(existsSync(join(bench.backend.dataFolder, 'modules/rows'))).toBe(false);
  });
});

/** Where the engine of this machine listens. */
const dockerSocket = (): string =>
  process.env['DOCKER_HOST']?.startsWith('unix://')
    ? process.env['DOCKER_HOST'].slice('unix://'.length)
    : '/var/run/docker.sock';
