import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const FORM = `<!doctype html><title>Sign up</title><h1>Sign up</h1>
<label>Name <input id="name"></label>
<button type="button" id="save" onclick="document.querySelector('output').textContent='Saved '+document.querySelector('#name').value">Save</button>
<output></output>`;

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await openWorkbench(name, { 'form.example': { '/': FORM } });
  });
  afterAll(() => bench?.close());

  test('an approved plan changes the real page and gives a receipt for each step', async () => {
    const page = await bench.browser.openPage(bench.sites.url('form.example'));
    const panel = await bench.openPanel();
    bench.play({
      goal: 'Save the name Ada',
      rounds: [
        (ref) => [
          { kind: 'type', ref: ref('textbox', 'Name'), text: 'Ada' },
          { kind: 'click', ref: ref('button', 'Save') },
        ],
      ],
      answer: 'The name was saved.',
    });
    await panel.ask('Save the name Ada');
    await panel.click('button', 'Run plan');
    await panel.waitForText('The name was saved.');
    expect(await page.evaluate(() => document.querySelector('output')?.textContent)).toBe('Saved Ada');
  });
});
