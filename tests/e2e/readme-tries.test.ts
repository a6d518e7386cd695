import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './support/build-extension.ts';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** "Five things to try", with what stands in backticks in each. */
const TRIES = (readFileSync(join(ROOT, 'README.md'), 'utf8').split('## Five things to try')[1] ?? '')
  .split('##')[0]
  ?.split('\n')
  .filter((line) => /^\d\./.test(line))
  .map((line) => [...line.matchAll(/`([^`]+)`/gu)].map(([, words = '']) => words));

const ARTICLE = `<!doctype html><title>Canals</title><article><h1>Canals of the north</h1>${[
  'The first canal was dug in 1761 to bring coal to the mills, and it halved the price of coal within a year.',
  'Its builder had no map of the ground, so he walked the whole way and drew one.',
  'Forty locks lift a boat by eighty metres; the longest flight of them takes half a day.',
  'Railways took the trade away after 1840, and for a hundred years the canals were left to fill with reeds.',
  'Today most boats carry people who are in no hurry.',
]
  .map(
    (text) =>
      `<p>${text} ${text.length > 90 ? 'Nobody had expected that.' : 'It is told in every village on the way.'}</p>`,
  )
  .join('')}</article>`;
const FORM = `<!doctype html><title>Sign up</title><form><label>Name <input name="name"></label>
<label>Day <select name="day"><option>Friday</option><option>Saturday</option></select></label>
<button type="button" onclick="document.title='continued'">Continue</button></form>
<button onclick="document.body.append('You are at the door')">Sign in</button>
<div style="height:3000px"></div><p>The end</p>`;
const TABLE = `<!doctype html><title>Prices</title><h1>Prices</h1><table><tr><th>Name</th><th>Price</th></tr>
<tr><td>Apple</td><td>2</td></tr><tr><td>Melon, whole</td><td>7</td></tr></table>`;

describe.each(BROWSERS)('the five things to try of the README, in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  let page: Page;
  beforeAll(async () => {
    bench = await openWorkbench(
      name,
      { 'try.example': { '/article': ARTICLE, '/form': FORM, '/table': TABLE } },
      { model: 'offline' },
    );
    page = await bench.browser.openPage(bench.sites.url('try.example', '/article'));
    panel = await bench.openPanel();
  });
  afterAll(() => bench?.close());

  const [first = [], second = [], third = [], fourth = [], fifth = []] = TRIES ?? [];
  async function goTo(path: string): Promise<void> {
    page = await bench.browser.openPage(bench.sites.url('try.example', path));
    await panel.click('button', 'New thread');
  }
  async function run(ask: string): Promise<void> {
    await panel.ask(ask);
    await panel.click('button', 'Run plan');
  }

  test('an article is summed up, and a question is answered from it', async () => {
    await panel.ask(first[0] ?? '');
    await panel.waitForText(/1761|Forty locks|Railways/u);
    await panel.ask('When was the first canal dug?');
    await panel.waitForText(/1761/u);
  });

  test('a form is filled by a line per field', async () => {
    await goTo('/form');
    await panel.type('textbox', 'Message', second[0] ?? '');
    await panel.page.keyboard.down('Shift');
    await panel.press('Enter');
    await panel.page.keyboard.up('Shift');
    await panel.page.keyboard.type(second[1] ?? '');
    await panel.click('button', 'Send');
    await panel.click('button', 'Run plan');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="name"]')?.value === 'Ada');
  });

  test('plain commands act on the page', async () => {
    await goTo('/form');
    expect(third).toHaveLength(3);
    await run(third[0] ?? '');
    await page.waitForFunction(() => document.body.innerText.includes('You are at the door'));
    await panel.find('button', 'Send');
    await run(third[1] ?? '');
    await page.waitForFunction(() => document.title === 'continued');
    expect(await page.evaluate(() => document.querySelector('select')?.value)).toBe('Saturday');
    await panel.find('button', 'Send');
    await panel.ask(third[2] ?? '');
    await page.waitForFunction(() => window.scrollY > 1_000);
  });

  test('a table becomes CSV', async () => {
    await goTo('/table');
    await panel.ask(fourth[0] ?? '');
    await panel.waitForText('Name,Price\nApple,2\n"Melon, whole",7');
  });

  test('the commands are listed', async () => {
    await panel.type('textbox', 'Message', fifth[0] ?? '');
    await panel.find('option', '/read-page');
  });
});
