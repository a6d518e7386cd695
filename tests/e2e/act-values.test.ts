import { describe, expect, test } from 'vitest';
import { open } from './act-support.ts';

describe('on a plain page', () => {
  test.each([
    ['textbox', 'Born', '1999-12-31', 'born'],
    ['textbox', 'Tint', '#ff8800', 'tint'],
    ['slider', 'Loud', '7', 'loud'],
    ['spinbutton', 'Age', '42', 'age'],
  ])('set_value puts a value into %s "%s"', async (role, name, value, id) => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'set_value', ref: await driver.ref(role, name), value });
    expect(await driver.page.inputValue(`#${id}`)).toBe(value);
    expect(receipt).toMatchObject({ outcome: 'changed', evidence: { after: value } });
    expect(await driver.page.evaluate<string[]>('log')).toContain(`change:${id}`);
    await driver.page.close();
  });

  test('set_value says the format that is wanted, and what a range made of the value', async () => {
    const driver = await open('basics.html');
    const date = await driver.act({ kind: 'set_value', ref: await driver.ref('textbox', 'Born'), value: '31.12.1999' });
    expect(date).toMatchObject({ outcome: 'refused', code: 'value-not-accepted' });
    const range = await driver.act({ kind: 'set_value', ref: await driver.ref('slider', 'Loud'), value: '70' });
    expect(range).toMatchObject({ outcome: 'unsure', code: 'value-not-accepted', evidence: { after: '10' } });
    await driver.page.close();
  });

  test('set_value moves a slider that only has a role by its arrow keys', async () => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'set_value', ref: await driver.ref('slider', 'Volume'), value: '8' });
    expect(await driver.page.getAttribute('#slider', 'aria-valuenow')).toBe('8');
    expect(receipt).toMatchObject({ outcome: 'changed' });
    await driver.page.close();
  });

  test('select takes a whole label, several; refuses what is short, missing or disabled', async () => {
    const driver = await open('basics.html');
    const ref = await driver.ref('combobox', 'Fruit');
    expect(await driver.act({ kind: 'select', ref, values: ['banana'] })).toMatchObject({
      outcome: 'changed',
      evidence: { after: 'Banana' },
    });
    expect(await driver.page.inputValue('#fruit')).toBe('b');
    expect(await driver.act({ kind: 'select', ref, values: [' cherry'] })).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.inputValue('#fruit')).toBe('c');
    for (const short of ['Ban', 'b'])
      expect(await driver.act({ kind: 'select', ref, values: [short] })).toMatchObject({
        outcome: 'refused',
        code: 'option-missing',
      });
    expect(await driver.act({ kind: 'select', ref, values: ['Mango'] })).toMatchObject({
      outcome: 'refused',
      code: 'option-missing',
    });
    expect(await driver.act({ kind: 'select', ref, values: ['Durian'] })).toMatchObject({
      outcome: 'refused',
      code: 'option-missing',
    });
    expect(await driver.page.inputValue('#fruit')).toBe('c');
    expect(
      await driver.act({ kind: 'select', ref: await driver.ref('listbox', 'Many'), values: ['Red', 'Blue'] }),
    ).toMatchObject({ outcome: 'changed' });
    expect(
      await driver.page.evaluate('[...document.getElementById("many").selectedOptions].map((o) => o.label).join()'),
    ).toBe('Red,Blue');
    await driver.page.close();
  });

  test('check works on boxes, radios, switches by role and a box hidden under its label; a second time is ok', async () => {
    const driver = await open('basics.html');
    const box = await driver.ref('checkbox', 'Newsletter');
    expect(await driver.act({ kind: 'check', ref: box, checked: true })).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.isChecked('#hidden-box')).toBe(true);
    expect(await driver.act({ kind: 'check', ref: box, checked: true })).toMatchObject({ outcome: 'ok' });
    expect(await driver.act({ kind: 'check', ref: await driver.ref('radio', 'Large'), checked: true })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.isChecked('#large')).toBe(true);
    expect(await driver.act({ kind: 'check', ref: await driver.ref('switch', 'Dark'), checked: true })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.getAttribute('#switch', 'aria-checked')).toBe('true');
    await driver.page.close();
  });

  test('fill fills many fields by kind, one line each, and names the refused one', async () => {
    const driver = await open('basics.html');
    const fields = [
      { ref: await driver.ref('textbox', 'Name'), value: 'Ada' },
      { ref: await driver.ref('spinbutton', 'Age'), value: '36' },
      { ref: await driver.ref('combobox', 'Fruit'), value: 'Cherry' },
      { ref: await driver.ref('checkbox', 'Newsletter'), value: true },
    ];
    expect(await driver.act({ kind: 'fill', fields })).toMatchObject({
      outcome: 'changed',
      evidence: { fields: fields.map(({ ref }) => ({ ref, outcome: 'changed' })) },
    });
    expect(
      await driver.page.evaluate(
        '[name.value, age.value, fruit.value, document.getElementById("hidden-box").checked].join()',
      ),
    ).toBe(',36,c,true');
    expect(await driver.page.inputValue('#name')).toBe('Ada');
    const mixed = await driver.act({
      kind: 'fill',
      fields: [
        { ref: await driver.ref('textbox', 'Password'), value: 'x' },
        { ref: await driver.ref('textbox', 'About'), value: 'new' },
      ],
    });
    expect(mixed).toMatchObject({
      outcome: 'unsure',
      code: 'secret-field',
      evidence: { fields: [{ outcome: 'refused' }, { outcome: 'changed' }] },
    });
    expect(await driver.page.inputValue('#about')).toBe('new');
    await driver.page.close();
  });
});
