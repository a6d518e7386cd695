import { describe, expect, test } from 'vitest';
import { PageDriver } from '../fixtures/content-script.ts';
import { page } from './capture-support.ts';

// What was approved is what is done, whatever the page does between the approval and the act.

/** A driver of a page with this body; `done` is what its controls did. */
async function open(body: string): Promise<PageDriver> {
  await page.goto('about:blank');
  await page.setContent(`<!doctype html><title>Case</title><script>done = []</script>${body}`);
  return new PageDriver(page);
}
const done = () => page.evaluate('done.join()');

describe('from a list whose options nobody has listed', () => {
  const MENU = `<button id="b" aria-haspopup="menu" aria-expanded="false" aria-controls="m">Actions</button>
    <ul id="m" role="menu" hidden>${['Edit', 'Share', 'Delete account']
      .map((label, index) => `<li role="menuitem" data-value="item-${index + 1}" tabindex="-1">${label}</li>`)
      .join('')}</ul>
    <script>
      b.onclick = () => { m.hidden = !m.hidden; b.setAttribute('aria-expanded', String(!m.hidden)); };
      for (const item of m.children) item.onclick = () => { done.push(item.textContent); m.hidden = true; };
    </script>`;

  test.each(['Delet', 'Del', 'item-3'])('"%s" chooses nothing: its risk was that of another text', async (short) => {
    const driver = await open(MENU);
    const ref = await driver.ref('button', 'Actions');
    for (const step of [
      { kind: 'select' as const, ref, values: [short] },
      { kind: 'fill' as const, fields: [{ ref, value: short }] },
    ])
      expect(await driver.act(step)).toMatchObject({ outcome: 'refused', code: 'option-missing' });
    expect(await done()).toBe('');
  });

  test('the whole label does', async () => {
    const driver = await open(MENU);
    const ref = await driver.ref('button', 'Actions');
    await driver.act({ kind: 'select', ref, values: [' delete  account'] });
    expect(await done()).toBe('Delete account');
  });
});
