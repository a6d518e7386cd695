import { describe, expect, test } from 'vitest';
import { open } from './act-support.ts';

describe('on a plain page', () => {
  test('typing replaces, appends, sends key and input events, and reads back', async () => {
    const driver = await open('basics.html');
    const ref = await driver.ref('textbox', 'Name');
    expect(await driver.act({ kind: 'type', ref, text: 'Ada' })).toMatchObject({
      outcome: 'changed',
      evidence: { after: 'Ada' },
    });
    expect(await driver.act({ kind: 'type', ref, text: ' L', mode: 'append' })).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.inputValue('#name')).toBe('Ada L');
    const log = await driver.page.evaluate<string[]>('log.filter((line) => line.endsWith(":name"))');
    expect(log.slice(0, 6)).toEqual(
      ['focusin', 'keydown', 'keypress', 'beforeinput', 'input', 'keyup'].map((type) => `${type}:name`),
    );
    expect(await driver.act({ kind: 'type', ref, text: 'Grace' })).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.inputValue('#name')).toBe('Grace');
    expect(await driver.act({ kind: 'type', ref, text: 'Grace' })).toMatchObject({ outcome: 'ok' });
    await driver.page.close();
  });

  test('change comes when the typed field loses the focus, as with a keyboard', async () => {
    const driver = await open('basics.html');
    await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Name'), text: 'Ada' });
    expect(await driver.page.evaluate<string[]>('log')).not.toContain('change:name');
    await driver.act({ kind: 'focus', ref: await driver.ref('searchbox', 'Search') });
    expect(await driver.page.evaluate<string[]>('log')).toContain('change:name');
    await driver.page.close();
  });

  test('a field that takes itself away as it is typed in is unsure, not refused: the text went in', async () => {
    const driver = await open('basics.html');
    await driver.page.evaluate(`document.getElementById('name').addEventListener('input', (event) => {
      document.title = event.target.value;
      event.target.remove();
    })`);
    const ref = await driver.ref('textbox', 'Name');
    expect(await driver.act({ kind: 'type', ref, text: 'A' })).toMatchObject({
      outcome: 'unsure',
      code: 'unconfirmed',
    });
    expect(await driver.page.title()).toBe('A');
    await driver.page.close();
  });

  test('a textarea takes several lines', async () => {
    const driver = await open('basics.html');
    const text = `One\nTwo\n${'three '.repeat(40)}`.trim();
    expect(await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'About'), text })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.inputValue('#about')).toBe(text);
    await driver.page.close();
  });

  test('a field that takes a part of the text is unsure, with what it holds and the reason', async () => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Short'), text: 'too long' });
    expect(receipt).toMatchObject({ outcome: 'unsure', code: 'value-not-accepted', evidence: { after: 'too l' } });
    expect(JSON.stringify(receipt)).toContain('5 characters');
    await driver.page.close();
  });

  test.each([
    ['Password', 'password'],
    ['Code', 'otp'],
  ])('the secret field %s is never typed into', async (name, id) => {
    const driver = await open('basics.html');
    const before = await driver.page.inputValue(`#${id}`);
    const receipt = await driver.act({ kind: 'type', ref: await driver.ref('textbox', name), text: 'hunter2' });
    expect(receipt).toMatchObject({ outcome: 'refused', code: 'secret-field' });
    expect(await driver.page.inputValue(`#${id}`)).toBe(before);
    await driver.page.close();
  });

  test('a read-only field is refused', async () => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Fixed'), text: 'x' });
    expect(receipt).toMatchObject({ outcome: 'refused', code: 'target-unsuitable' });
    await driver.page.close();
  });

  test('Enter in a field submits the form by its button; the page goes on', async () => {
    const driver = await open('basics.html');
    const ref = await driver.ref('searchbox', 'Search');
    const capture = await driver.capture();
    const navigated = driver.page.waitForURL(/frame-inner\.html\?.*q=cats/);
    await driver.actOn(capture, { kind: 'type', ref, text: 'cats', submit: true }).catch(() => undefined);
    await navigated;
    await driver.page.close();
  });

  test('keys have their default actions: Tab, Space, Backspace, Control+A, arrows in radios', async () => {
    const driver = await open('basics.html');
    const name = await driver.ref('textbox', 'Name');
    await driver.act({ kind: 'type', ref: name, text: 'Ada' });
    await driver.act({ kind: 'press', key: 'Backspace' });
    expect(await driver.page.inputValue('#name')).toBe('Ad');
    await driver.act({ kind: 'press', key: 'Control+A' });
    await driver.act({ kind: 'press', key: 'Delete' });
    expect(await driver.page.inputValue('#name')).toBe('');
    expect(await driver.act({ kind: 'press', key: 'Tab' })).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.evaluate('document.activeElement.id')).toBe('search');
    await driver.act({ kind: 'press', key: 'Shift+Tab' });
    expect(await driver.page.evaluate('document.activeElement.id')).toBe('name');
    await driver.act({ kind: 'press', key: 'Space', ref: await driver.ref('button', 'Clicked 0') });
    expect(await driver.page.textContent('#count')).toBe('Clicked 1');
    await driver.act({ kind: 'press', key: 'ArrowDown', ref: await driver.ref('radio', 'Small') });
    expect(await driver.page.isChecked('#large')).toBe(true);
    await driver.page.close();
  });
});
