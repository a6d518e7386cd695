import { describe, expect, test } from 'vitest';
import { open } from './act-support.ts';

describe('in apps', () => {
  test('a React form takes text, choice and check in its state, and its button becomes usable', async () => {
    const driver = await open('react-form');
    const send = await driver.ref('button', 'Send');
    const refused = await driver.act({ kind: 'click', ref: send });
    expect(refused).toMatchObject({ outcome: 'refused', code: 'target-disabled' });
    expect(JSON.stringify(refused)).toMatch(/Name.*E-mail/);
    await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Name'), text: 'Ada' });
    const bad = await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'E-mail'), text: 'ada' });
    expect(bad).toMatchObject({ outcome: 'changed', evidence: { messages: ['This is not an e-mail address.'] } });
    await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'E-mail'), text: 'ada@example.org' });
    await driver.act({ kind: 'select', ref: await driver.ref('combobox', 'Country'), values: ['Portugal'] });
    await driver.act({ kind: 'check', ref: await driver.ref('checkbox', 'I agree'), checked: true });
    expect(JSON.parse((await driver.page.textContent('#state')) ?? '')).toEqual({
      name: 'Ada',
      mail: 'ada@example.org',
      country: 'pt',
      agree: true,
      note: '',
    });
    expect(await driver.act({ kind: 'click', ref: send })).toMatchObject({
      outcome: 'changed',
      evidence: { messages: [expect.stringContaining('Sent')] },
    });
    await driver.page.close();
  });

  test('a controlled field that throws the text away is unsure: it was typed into', async () => {
    const driver = await open('react-form');
    expect(
      await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Digits only'), text: 'abc' }),
    ).toMatchObject({ outcome: 'unsure', code: 'value-not-accepted' });
    expect(await driver.page.inputValue('input >> nth=3')).toBe('');
    await driver.page.close();
  });

  test('a Vue form takes text (also lazy), choice and checks', async () => {
    const driver = await open('vue-form');
    await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Name'), text: 'Grace' });
    await driver.act({ kind: 'select', ref: await driver.ref('combobox', 'Size'), values: ['L'] });
    await driver.act({ kind: 'check', ref: await driver.ref('checkbox', 'Blue'), checked: true });
    expect(await driver.page.textContent('#state')).toBe('Grace|L|blue');
    expect(await driver.act({ kind: 'click', ref: await driver.ref('button', 'Order') })).toMatchObject({
      outcome: 'changed',
      evidence: { messages: ['Ordered Grace/L/blue'] },
    });
    await driver.page.close();
  });

  test('a todo list that draws itself anew: add by Enter, check, delete by row', async () => {
    const driver = await open('todo');
    expect(
      await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'New todo'), text: 'Tea', submit: true }),
    ).toMatchObject({ outcome: 'changed' });
    const capture = await driver.capture();
    const box = capture.refs.find((info) => info.role === 'checkbox' && info.place?.includes('Bread'));
    expect(await driver.actOn(capture, { kind: 'check', ref: box?.ref ?? '', checked: true })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.evaluate('todos.map((t) => t.text + (t.done ? "!" : "")).join()')).toBe(
      'Milk,Bread!,Eggs!,Tea',
    );
    await driver.page.close();
  });

  test.each([
    ['Lexical', 'lexicalText()'],
    ['ProseMirror', 'prosemirrorText()'],
    ['Plain', 'document.getElementById("plain").innerText'],
  ])('the editor %s has the typed text in its own state: replace, append, lines', async (name, state) => {
    const driver = await open('editors');
    const ref = await driver.ref('textbox', name);
    const text = async () => (await driver.page.evaluate<string>(state)).replace(/\n+/g, '\n').trim();
    expect(await driver.act({ kind: 'type', ref, text: 'Hello' })).toMatchObject({ outcome: 'changed' });
    expect(await text()).toBe('Hello');
    expect(await driver.act({ kind: 'type', ref, text: ' world', mode: 'append' })).toMatchObject({
      outcome: 'changed',
    });
    expect(await text()).toBe('Hello world');
    expect(await driver.act({ kind: 'type', ref, text: 'First line\nSecond line' })).toMatchObject({
      outcome: 'changed',
    });
    expect(await text()).toBe('First line\nSecond line');
    await driver.page.close();
  });

  test('lists that the page draws: opened, waited for, scrolled, chosen', async () => {
    const driver = await open('dropdown.html');
    expect(
      await driver.act({ kind: 'select', ref: await driver.ref('combobox', 'City'), values: ['Pune'] }),
    ).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.textContent('#city')).toBe('Pune');
    expect(
      await driver.act({ kind: 'select', ref: await driver.ref('combobox', 'Number'), values: ['Number 217'] }),
    ).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.textContent('#long')).toBe('Number 217');
    expect(
      await driver.act({ kind: 'select', ref: await driver.ref('combobox', 'Tag'), values: ['gamma'] }),
    ).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.evaluate('chosen')).toBe('gamma');
    expect(
      await driver.act({ kind: 'select', ref: await driver.ref('combobox', 'City'), values: ['Oslo'] }),
    ).toMatchObject({ outcome: 'refused', code: 'option-missing' });
    await driver.page.close();
  });

  test('a scrolling box is scrolled by its own height, to its end and no further', async () => {
    const driver = await open('virtual-list.html');
    const ref = await driver.ref('region', 'Results');
    expect(await driver.act({ kind: 'scroll', ref, direction: 'down', pages: 2 })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.evaluate('box.scrollTop')).toBe(600);
    expect(await driver.act({ kind: 'click', ref: await driver.ref('button', 'Pick 24') })).toMatchObject({
      outcome: 'no-effect',
    });
    await driver.act({ kind: 'scroll', ref, direction: 'down', pages: 50 });
    await driver.act({ kind: 'scroll', ref, direction: 'down', pages: 50 });
    expect(await driver.act({ kind: 'scroll', ref, direction: 'up', pages: 0.1 })).toMatchObject({
      outcome: 'changed',
    });
    await driver.page.close();
  });

  test('shadow roots: typing and clicking inside, also two deep', async () => {
    const driver = await open('shadow.html');
    await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Field'), text: 'inside' });
    expect(await driver.act({ kind: 'click', ref: await driver.ref('button', 'Press') })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.textContent('x-card output')).toBe('pressed inside');
    expect(await driver.act({ kind: 'click', ref: await driver.ref('button', 'Deep') })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.textContent('x-card x-inner button')).toBe('Deep pressed');
    await driver.page.close();
  });

  test('right-to-left pages: typing, clicking, and what lies far to the left', async () => {
    const driver = await open('rtl.html');
    await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'الاسم'), text: 'سلمى' });
    expect(await driver.page.inputValue('#name')).toBe('سلمى');
    await driver.act({ kind: 'click', ref: await driver.ref('button', 'إرسال') });
    expect(await driver.page.textContent('#go')).toBe('تم');
    await driver.act({ kind: 'click', ref: await driver.ref('button', 'بعيد') });
    expect(await driver.page.textContent('#far')).toBe('وصل');
    await driver.page.close();
  });
});
