/** What the person decides about calls of page tools, from the panel. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputOf, PageToolsBench, SHOP_TOOLS } from './page-tools-support.ts';
import { BROWSERS } from './support/launch-browser.ts';

describe.each(BROWSERS)('in %s', (name) => {
  let bench: PageToolsBench;
  beforeAll(async () => {
    bench = await PageToolsBench.open(name);
  });
  afterAll(() => bench?.close());

  test('the first tool on an origin asks once; then one that reads runs by itself', async () => {
    await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['cart_view', {}]], 'Two teas.');
    await bench.panel.ask('What is in my cart?');
    await bench.panel.waitForText('first tool of http://shop.example');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('Two teas.');
    expect(bench.lastResult()).toContain('Oolong');
    await bench.panel.click('button', 'New thread');
    bench.play([['cart_view', {}]], 'Still two teas.');
    await bench.panel.ask('And now?');
    await bench.panel.waitForText('Still two teas.');
  });

  test('a high tool waits for a yes; a no goes to the model with its reason, and nothing runs', async () => {
    const page = await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['cart_remove', { id: 3 }]], 'Removed it.');
    await bench.panel.ask('Remove the third');
    await bench.panel.click('button', 'Reject');
    await bench.panel.type('textbox', 'Why', 'Keep it');
    await bench.panel.click('button', 'Reject');
    await bench.panel.waitForText('Removed it.');
    expect(bench.lastResult()).toContain('Keep it');
    expect(await outputOf(page)).toBe('');
    bench.play([['cart_remove', { id: 4 }]], 'Now it is gone.');
    await bench.panel.ask('Remove the fourth');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('Now it is gone.');
    expect(await outputOf(page)).toBe('removed 4');
  });

  test('a yes for this task covers further calls of that tool until the task ends, and only those', async () => {
    const page = await bench.pageInFront('shop.example', SHOP_TOOLS);
    const play = (answer: string): void =>
      bench.play(
        [3, 4].map((id) => ['cart_remove', { id }] as const),
        answer,
      );
    play('Both are gone.');
    await bench.panel.ask('Remove the third and the fourth');
    await bench.panel.click('button', 'How long this yes lasts');
    await bench.panel.click('menuitemradio', 'For this task');
    await bench.panel.waitForText('until this task ends');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('Both are gone.');
    expect(await outputOf(page)).toBe('removed 4');
    play('And again.');
    await bench.panel.ask('Do it again');
    await bench.panel.click('button', 'Approve');
    await page.waitForFunction('document.querySelector("output").textContent === "removed 3"');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('And again.');
  });

  test('a thread that was left while a call ran gets its result, and shows the finished call when it is opened', async () => {
    const page = await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['answer_late', {}]], 'That was late.');
    await bench.panel.ask('Tell me the news when they come');
    await page.waitForFunction('globalThis.answerNow !== undefined');
    await bench.panel.click('button', 'New thread');
    await page.evaluate('answerNow()');
    await bench.panel.click('button', 'Threads');
    await bench.panel.click('button', 'Tell me the news');
    await bench.panel.waitForText('That was late.');
    expect(bench.lastResult()).toContain('late news');
    await bench.panel.click('button', 'New thread');
    await bench.panel.click('button', 'Threads');
    await bench.panel.click('button', 'Tell me the news');
    await bench.panel.click('button', 'What the page gave back');
    await bench.panel.waitForText('late news');
  });

  test('a critical tool asks in two steps', async () => {
    const page = await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['delete_account', {}]], 'It is deleted.');
    await bench.panel.ask('Delete my account');
    await bench.panel.click('button', 'Continue');
    await bench.panel.waitForText('cannot be undone');
    expect(await outputOf(page)).toBe('');
    await bench.panel.click('button', 'Run it now');
    await bench.panel.waitForText('It is deleted.');
    expect(await outputOf(page)).toBe('account deleted');
  });

  test('a tool that vanished while its approval waited is refused with what is there now', async () => {
    const page = await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['cart_remove', { id: 1 }]], 'It has gone.');
    await bench.panel.ask('Remove the first');
    await bench.panel.find('button', 'Approve');
    await page.evaluate('pageTools.remove("cart_remove")');
    await bench.panel.click('button', 'Approve');
    await bench.panel.waitForText('It has gone.');
    expect(bench.lastResult()).toContain('surface-changed');
    expect(bench.lastResult()).toContain('cart_view');
    expect(await outputOf(page)).toBe('');
  });

  test('Stop fires the signal of the handler that runs', async () => {
    const page = await bench.pageInFront('shop.example', SHOP_TOOLS);
    bench.play([['wait_long', {}]], 'never said');
    await bench.panel.ask('Wait');
    await page.waitForFunction('pageTools.calls.length === 1');
    await bench.panel.click('button', 'Stop');
    await page.waitForFunction('document.querySelector("output").textContent === "aborted"');
    await bench.panel.waitForText('Stopped');
  });
});
