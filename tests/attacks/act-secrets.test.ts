import { describe, expect, test } from 'vitest';
import { PageDriver } from '../fixtures/content-script.ts';
import { page, server } from './capture-support.ts';

async function open(body: string): Promise<PageDriver> {
  await page.goto(`${server.origin}/basics.html`);
  await page.setContent(`<!doctype html><title>Case</title>${body}`);
  return new PageDriver(page);
}

describe('a receipt tells no secret that a capture would not tell', () => {
  test.each([
    ['a one-time code that the page clears', 'autocomplete="one-time-code"', "this.value = ''"],
    ['a card number that the page writes in groups', 'autocomplete="cc-number"', "this.value = '4000 0566'"],
    ['a password that is shown', 'type="text" name="password"', "this.setAttribute('value', 'hunter2-4000')"],
  ])('%s', async (_what, field, script) => {
    const driver = await open(`<label>Field <input value="48291300" ${field} onfocus="${script}"></label>`);
    const ref = await driver.ref('textbox', 'Field');
    const receipt = JSON.stringify(await driver.act({ kind: 'focus', ref }));
    expect(receipt).not.toMatch(/48291300|4000|hunter2/u);
  });

  test('a key that appears is masked wherever the receipt quotes it', async () => {
    const key = `sk-${'aB3dE5fG7hJ9kL1m'.repeat(2)}`;
    const driver = await open(
      `<button onclick="document.title = '${key}'; out.textContent = 'Your key: ${key}'; b.textContent = '${key}'">Create key</button>
      <output id="out"></output><p id="b">none yet</p>`,
    );
    const ref = await driver.ref('button', 'Create key');
    const receipt = await driver.act({ kind: 'click', ref });
    expect(receipt).toMatchObject({ outcome: 'changed' });
    expect(JSON.stringify(receipt)).not.toContain(key.slice(3, 20));
  });
});

test('names that a page gives to its forms stand for nothing of the document', async () => {
  const driver = await open(
    `${['URL', 'title', 'querySelectorAll', 'activeElement'].map((name) => `<form name="${name}"></form>`).join('')}
    <button onclick="this.textContent = 'Pressed'">Press</button>`,
  );
  expect((await driver.capture()).refs).toHaveLength(1);
  const ref = await driver.ref('button', 'Press');
  expect(await driver.act({ kind: 'click', ref })).toMatchObject({ outcome: 'changed' });
});
