import { beforeEach, describe, expect, test } from 'vitest';
import { PageDriver } from '../fixtures/content-script.ts';
import { page, server } from './capture-support.ts';

// `<img name="body">` hides `document.body`, and `<input name="parentNode">` a property of its form, also from scripts in
// worlds of their own. A page that does that with every name is read and acted upon all the same.

const BODY = `<h1>Everything has a name</h1>
<label>City <input id="city"></label><button id="save" onclick="done.push('saved')">Save</button>
<label>Day <select id="day"><option>Friday</option><option>Saturday</option></select></label>
<label><input type="checkbox" id="box"> Agreed</label>
<div id="edit" contenteditable="true" role="textbox" aria-label="Remark"></div>
<div id="source" draggable="true" role="button" tabindex="0">Drag me</div>
<div id="sink" role="button" tabindex="0" ondragover="event.preventDefault()" ondrop="done.push('dropped')">Here</div>
<p style="height:3000px">A long page</p><p>The end</p>`;

let driver: PageDriver;
beforeEach(async () => {
  await page.goto(`${server.origin}/basics.html`);
  await page.setContent(`<!doctype html><title>Case</title><script>done = []</script>
<div id="names" style="height:0;overflow:hidden"></div><form id="form" onsubmit="done.push('sent');return false">${BODY}</form>`);
  await page.evaluate(() => {
    const named = (object: object): string[] =>
      object === Object.prototype
        ? []
        : [...Object.getOwnPropertyNames(object), ...named(Object.getPrototypeOf(object))];
    const byId = (id: string) => Document.prototype.getElementById.call(document, id);
    const images = named(Document.prototype).map((name) => Object.assign(new Image(), { name }));
    Reflect.apply(Element.prototype.append, byId('names'), images);
    const fields = named(HTMLFormElement.prototype).map((name) =>
      Object.assign(Document.prototype.createElement.call(document, 'input'), { name, type: 'hidden' }),
    );
    Reflect.apply(Element.prototype.append, byId('form'), fields);
  });
  driver = new PageDriver(page);
});
const done = () => page.evaluate('done.join()');
const value = (id: string) => page.evaluate(`window.${id}.value ?? window.${id}.textContent`);

describe('a page and a form that give their things the names of the properties of the DOM', () => {
  test('are read', async () => {
    const capture = await driver.capture();
    expect(capture.text).toContain('Everything has a name');
    expect(capture.text).toContain('The end');
    expect(capture.title).toBe('Case');
    expect(capture.refs.map(({ role, name }) => `${role} ${name}`)).toEqual(
      expect.arrayContaining(['textbox City', 'button Save', 'combobox Day', 'checkbox Agreed', 'textbox Remark']),
    );
  });

  test('are clicked, typed into, chosen from and checked', async () => {
    const ref = (role: string, name: string) => driver.ref(role, name);
    expect(await driver.act({ kind: 'click', ref: await ref('button', 'Save') })).toMatchObject({ ok: true });
    expect(await done()).toContain('saved');
    await driver.act({ kind: 'type', ref: await ref('textbox', 'City'), text: 'Bonn' });
    expect(await value('city')).toBe('Bonn');
    await driver.act({ kind: 'select', ref: await ref('combobox', 'Day'), values: ['Saturday'] });
    expect(await value('day')).toBe('Saturday');
    await driver.act({ kind: 'check', ref: await ref('checkbox', 'Agreed'), checked: true });
    expect(await page.evaluate('window.box.checked')).toBe(true);
    await driver.act({ kind: 'type', ref: await ref('textbox', 'Remark'), text: 'Hello' });
    expect(await value('edit')).toBe('Hello');
  });

  test('are dragged on, hovered, focused and scrolled, and keys reach them', async () => {
    const ref = (role: string, name: string) => driver.ref(role, name);
    await driver.act({ kind: 'drag', ref: await ref('button', 'Drag me'), to: await ref('button', 'Here') });
    expect(await done()).toContain('dropped');
    expect(await driver.act({ kind: 'hover', ref: await ref('button', 'Save') })).not.toMatchObject({
      outcome: 'refused',
    });
    await driver.act({ kind: 'focus', ref: await ref('textbox', 'City') });
    await driver.act({ kind: 'press', key: 'Tab' });
    expect(
      await page.evaluate(`Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement').get.call(document).id`),
    ).toBe('save');
    await driver.act({ kind: 'scroll', direction: 'down' });
    expect(await page.evaluate('window.scrollY')).toBeGreaterThan(100);
    await driver.act({ kind: 'press', ref: await ref('textbox', 'City'), key: 'Enter' });
    expect(await done()).toContain('sent');
  });
});
