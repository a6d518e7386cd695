import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

let browser: Browser;
let server: PageServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), servePages()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function open(path: string): Promise<PageDriver> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  await page.goto(`${server.origin}/${path}`);
  return new PageDriver(page);
}

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

  test('a textarea takes several lines', async () => {
    const driver = await open('basics.html');
    const text = `One\nTwo\n${'three '.repeat(40)}`.trim();
    expect(await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'About'), text })).toMatchObject({
      outcome: 'changed',
    });
    expect(await driver.page.inputValue('#about')).toBe(text);
    await driver.page.close();
  });

  test('what a field does not take is value-not-accepted with the reason', async () => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Short'), text: 'too long' });
    expect(receipt).toMatchObject({ outcome: 'refused', code: 'value-not-accepted', evidence: { after: 'too l' } });
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
    expect(range).toMatchObject({ outcome: 'refused', code: 'value-not-accepted', evidence: { after: '10' } });
    await driver.page.close();
  });

  test('set_value moves a slider that only has a role by its arrow keys', async () => {
    const driver = await open('basics.html');
    const receipt = await driver.act({ kind: 'set_value', ref: await driver.ref('slider', 'Volume'), value: '8' });
    expect(await driver.page.getAttribute('#slider', 'aria-valuenow')).toBe('8');
    expect(receipt).toMatchObject({ outcome: 'changed' });
    await driver.page.close();
  });

  test('select takes a label, a value, a unique beginning, several; refuses what is missing or disabled', async () => {
    const driver = await open('basics.html');
    const ref = await driver.ref('combobox', 'Fruit');
    expect(await driver.act({ kind: 'select', ref, values: ['banana'] })).toMatchObject({
      outcome: 'changed',
      evidence: { after: 'Banana' },
    });
    expect(await driver.page.inputValue('#fruit')).toBe('b');
    expect(await driver.act({ kind: 'select', ref, values: ['Che'] })).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.inputValue('#fruit')).toBe('c');
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
      outcome: 'refused',
      code: 'secret-field',
      evidence: { fields: [{ outcome: 'refused' }, { outcome: 'changed' }] },
    });
    expect(await driver.page.inputValue('#about')).toBe('new');
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

  test('wait sees text come and go, and times out with a code', async () => {
    const driver = await open('basics.html');
    await driver.page.evaluate('setTimeout(() => { document.getElementById("log").textContent = "Now here"; }, 300)');
    expect(await driver.act({ kind: 'wait', until: { for: 'text', text: 'now here' } })).toMatchObject({
      outcome: 'ok',
    });
    await driver.page.evaluate('setTimeout(() => { document.getElementById("log").hidden = true; }, 300)');
    expect(await driver.act({ kind: 'wait', until: { for: 'gone', text: 'Now here' } })).toMatchObject({
      outcome: 'ok',
    });
    expect(await driver.act({ kind: 'wait', until: { for: 'text', text: 'never' }, timeoutMs: 300 })).toMatchObject({
      outcome: 'refused',
      code: 'wait-timeout',
    });
    await driver.page.close();
  });

  test('find and read give controls with refs and visible text only', async () => {
    const driver = await open('basics.html');
    expect(await driver.act({ kind: 'find', text: 'newsletter' })).toMatchObject({
      outcome: 'ok',
      evidence: { text: expect.stringMatching(/checkbox "Newsletter" \[e\d+\]/) },
    });
    const page = await driver.act({ kind: 'read' });
    expect(JSON.stringify(page)).toContain('Clicked 0');
    expect(JSON.stringify(page)).not.toMatch(/Hidden details|CANARY/);
    await driver.page.close();
  });
});

describe('targets', () => {
  test('a covered target is refused, with the cover and what closes it; afterwards it works', async () => {
    const driver = await open('overlays.html');
    const under = await driver.ref('button', 'Under');
    const receipt = await driver.act({ kind: 'click', ref: under });
    const accept = await driver.ref('button', 'Accept all');
    expect(receipt).toMatchObject({
      outcome: 'refused',
      code: 'target-covered',
      evidence: { cover: { role: 'region', name: 'Cookies', ref: accept } },
    });
    expect(await driver.page.textContent('#under')).toBe('Under');
    await driver.act({ kind: 'click', ref: accept });
    expect(await driver.act({ kind: 'click', ref: under })).toMatchObject({ outcome: 'changed' });
    expect(await driver.page.textContent('#under')).toBe('Was clicked');
    await driver.page.close();
  });

  test('an overlay that comes between capture and click is found by the hit test', async () => {
    const driver = await open('basics.html');
    const ref = await driver.ref('button', 'Clicked 0');
    const capture = await driver.capture();
    await driver.page.evaluate(
      'document.body.insertAdjacentHTML("beforeend", "<div style=\'position:fixed;inset:0;background:#0003\'></div>")',
    );
    expect(await driver.actOn(capture, { kind: 'click', ref })).toMatchObject({
      outcome: 'refused',
      code: 'target-covered',
    });
    expect(await driver.page.textContent('#count')).toBe('Clicked 0');
    await driver.page.close();
  });

  test('an element whose name has changed since the plan is refused', async () => {
    const driver = await open('basics.html');
    const ref = await driver.ref('button', 'Clicked 0');
    const capture = await driver.capture();
    await driver.page.evaluate('document.getElementById("count").textContent = "Delete account"');
    expect(await driver.actOn(capture, { kind: 'click', ref })).toMatchObject({
      outcome: 'refused',
      code: 'target-changed',
    });
    expect(await driver.page.evaluate('log.length')).toBe(0);
    await driver.page.close();
  });

  test('a re-rendered element is found by its fingerprint, and only when it is the only one', async () => {
    const driver = await open('todo');
    const capture = await driver.capture();
    const milk = capture.refs.find((info) => info.name === 'Delete' && info.place?.includes('Milk'));
    await driver.page.evaluate('draw()');
    expect(await driver.actOn(capture, { kind: 'click', ref: milk?.ref ?? '' })).toMatchObject({
      outcome: 'changed',
      evidence: { found: 'fingerprint' },
    });
    expect(await driver.page.evaluate('todos.map((t) => t.text).join()')).toBe('Bread,Eggs');
    await driver.page.evaluate('todos.push({ text: "Bread", done: false }); draw()');
    const bread = capture.refs.find((info) => info.name === 'Delete' && info.place?.includes('Bread'));
    expect(await driver.actOn(capture, { kind: 'click', ref: bread?.ref ?? '' })).toMatchObject({
      outcome: 'refused',
      code: 'target-missing',
    });
    expect(await driver.page.evaluate('todos.length')).toBe(3);
    await driver.page.close();
  });

  test('a step for another document or origin is not run', async () => {
    const driver = await open('basics.html');
    const ref = await driver.ref('button', 'Clicked 0');
    const capture = await driver.capture();
    expect(await driver.actOn({ ...capture, documentId: 'other' }, { kind: 'click', ref })).toMatchObject({
      ok: false,
      error: { code: 'document-changed' },
    });
    expect(await driver.actOn({ ...capture, origin: 'https://evil.example' }, { kind: 'click', ref })).toMatchObject({
      ok: false,
      error: { code: 'origin-changed' },
    });
    expect(await driver.page.textContent('#count')).toBe('Clicked 0');
    await driver.page.close();
  });
});

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

  test('a controlled field that throws the text away is value-not-accepted', async () => {
    const driver = await open('react-form');
    expect(
      await driver.act({ kind: 'type', ref: await driver.ref('textbox', 'Digits only'), text: 'abc' }),
    ).toMatchObject({ outcome: 'refused', code: 'value-not-accepted' });
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
