import { describe, expect, test } from 'vitest';
import { open } from './act-support.ts';

describe('on a plain page', () => {
  test('a click sends the events of a mouse in their order and its effect is in the receipt', async () => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'click', ref: await driver.ref('button', 'Clicked 0') });
    expect(await driver.page.textContent('#count')).toBe('Clicked 1');
    const log = await driver.page.evaluate<string[]>('log.filter((line) => line.endsWith(":count"))');
    expect(log).toEqual(
      ['pointerdown', 'mousedown', 'focusin', 'pointerup', 'mouseup', 'click'].map((type) => `${type}:count`),
    );
    expect(receipt).toMatchObject({ outcome: 'changed', evidence: { found: 'ref' } });
    await driver.page.close();
  });

  test('a double click ends in dblclick and counts both clicks', async () => {
    const driver = await open('basics.html');
    await driver.act({ kind: 'click', ref: await driver.ref('button', 'Clicked 0'), count: 2 });
    expect(await driver.page.textContent('#count')).toBe('Clicked 2');
    expect(await driver.page.evaluate<string[]>('log')).toContain('dblclick:count');
    await driver.page.close();
  });

  test('a button that does nothing is no-effect, even next to a ticking clock', async () => {
    const driver = await open('basics.html');
    await driver.page.evaluate(
      'setInterval(() => { document.getElementById("clock").textContent = String(performance.now()); }, 30)',
    );
    const receipt = await driver.act({ kind: 'click', ref: await driver.ref('button', 'Nothing') });
    expect(receipt).toMatchObject({ outcome: 'no-effect' });
    await driver.page.close();
  });

  test('an effect that comes late is waited for', async () => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'click', ref: await driver.ref('button', 'Slow') });
    expect(receipt).toMatchObject({ outcome: 'changed', evidence: { messages: ['Slow is done'] } });
    await driver.page.close();
  });

  test.each(['Off', 'Aria off'])('the disabled button %s is refused and gets no event', async (name) => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'click', ref: await driver.ref('button', name) });
    expect(receipt).toMatchObject({ outcome: 'refused', code: 'target-disabled' });
    expect(await driver.page.evaluate('log.length')).toBe(0);
    await driver.page.close();
  });

  test('hover that the page answers is changed; one that it does not answer is unsure', async () => {
    const driver = await open('basics.html');
    expect(await driver.act({ kind: 'hover', ref: await driver.ref('button', 'Menu') })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.isVisible('#tip')).toBe(true);
    expect(await driver.act({ kind: 'hover', ref: await driver.ref('button', 'Nothing') })).toMatchObject({
      outcome: 'unsure',
      code: 'unconfirmed',
    });
    await driver.page.close();
  });

  test('a thing with a hand cursor and no role gets a ref and can be clicked', async () => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'click', ref: await driver.ref('generic', 'Card without a role') });
    expect(receipt).toMatchObject({ outcome: 'changed', evidence: { messages: ['Card opened'] } });
    await driver.page.close();
  });

  test('a link into a new tab opens it; the receipt is unsure, as the page itself does not see it', async () => {
    const driver = await open('basics.html');
    const opened = driver.page.context().waitForEvent('page');
    const receipt = await driver.act({ kind: 'click', ref: await driver.ref('link', 'New window') });
    expect((await opened).url()).toContain('frame-inner.html');
    expect(receipt).toMatchObject({ outcome: 'unsure', code: 'unconfirmed' });
    await driver.page.close();
  });
});
