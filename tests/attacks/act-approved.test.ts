import { describe, expect, test } from 'vitest';
import { PageDriver } from '../fixtures/content-script.ts';
import { page, server } from './capture-support.ts';

// What was approved is what is done, whatever the page does between the approval and the act.

/** A driver of a page with this body; `done` is what its controls did. */
async function open(body: string): Promise<PageDriver> {
  await page.goto(`${server.origin}/basics.html`);
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

describe('an element that is another one by the time of the act', () => {
  const ROWS = `<table>${['Invoice 11', 'Invoice 12', 'Invoice 13']
    .map((name) => `<tr><td>${name}</td><td><button>Delete</button></td></tr>`)
    .join('')}</table>
    <script>
      const rows = [...document.querySelectorAll('tr')];
      for (const row of rows) row.cells[1].firstChild.onclick = () => done.push(row.cells[0].textContent);
      const name = (...names) => names.forEach((each, at) => { rows[at].cells[0].textContent = each; });
    </script>`;

  test.each([
    ['rows that moved up', "name('Invoice 12', 'Invoice 13', 'Invoice 14')"],
    ['a row that is used for another', "name('Invoice 11', 'Invoice 99', 'Invoice 13')"],
  ])('%s: the same button there is not pressed', async (_case, change) => {
    const driver = await open(ROWS);
    const capture = await driver.capture();
    const ref = await driver.ref('button', 'Delete', 1);
    await page.evaluate(change);
    expect(await driver.actOn(capture, { kind: 'click', ref })).toMatchObject({
      outcome: 'refused',
      code: 'target-changed',
    });
    expect(await done()).toBe('');
  });

  test('a row that only counts the minutes is the same one', async () => {
    const driver = await open(ROWS);
    await page.evaluate("name('Run 1, 1 minute ago', 'Run 2, 2 minutes ago', 'Run 3, an hour ago')");
    const capture = await driver.capture();
    const ref = await driver.ref('button', 'Delete', 1);
    await page.evaluate("name('Run 1, 2 minutes ago', 'Run 2, 3 minutes ago', 'Run 3, an hour ago')");
    await driver.actOn(capture, { kind: 'click', ref });
    expect(await done()).toBe('Run 2, 3 minutes ago');
  });

  test.each([
    ['a link leads elsewhere', '<a id="x" href="#a">Go</a>', 'x.href = "#b"'],
    ['a link opens a tab', '<a id="x" href="#a">Go</a>', 'x.target = "_blank"'],
    [
      'a link became a plain text with a role',
      '<a id="x" href="#a">Go</a>',
      'x.removeAttribute("href"); x.setAttribute("role", "link")',
    ],
    ['a form sends elsewhere', '<form id="f" action="/save"><button id="x">Go</button></form>', 'f.action = "/delete"'],
    ['a button sends elsewhere', '<form action="/save"><button id="x">Go</button></form>', 'x.formAction = "/delete"'],
    ['a form sends another way', '<form id="f" action="/save"><button id="x">Go</button></form>', 'f.method = "post"'],
    ['a button is in a form now', '<form id="f" action="/pay"></form><button id="x">Go</button>', 'f.append(x)'],
  ])('%s', async (_case, html, change) => {
    const driver = await open(
      `${html}<script>addEventListener('click', (event) => { event.preventDefault(); done.push('click'); }, true)</script>`,
    );
    const capture = await driver.capture();
    const ref = capture.refs.find((info) => info.name === 'Go')?.ref ?? '';
    await page.evaluate(change);
    expect(await driver.actOn(capture, { kind: 'click', ref })).toMatchObject({ code: 'target-changed' });
    expect(await done()).toBe('');
  });

  test('the one that is left of several equals does not stand for another', async () => {
    const driver = await open(
      '<div id="box"><button>Delete</button><button>Delete</button></div><script>box.onclick = () => done.push("click")</script>',
    );
    const capture = await driver.capture();
    const ref = await driver.ref('button', 'Delete', 0);
    await page.evaluate('box.firstChild.remove()');
    expect(await driver.actOn(capture, { kind: 'click', ref })).toMatchObject({ code: 'target-missing' });
    expect(await done()).toBe('');
  });
});

describe('between the last look and the press', () => {
  test.each([
    ['another name', "b.textContent = 'Delete account'"],
    [
      'a cover',
      "document.body.append(Object.assign(document.createElement('div'), { id: 'cover' })); cover.style = 'position:fixed;inset:0;background:#fff'",
    ],
    ['another form', "f.action = '/pay'"],
  ])('%s that comes with the hover or by itself keeps it from being pressed', async (_case, change) => {
    for (const when of ['b.onpointerenter = change', 'setTimeout(change, 90)', 'b.onmousemove = change']) {
      const driver = await open(
        `<form id="f" action="/save"><button id="b">Continue</button></form>
        <script>
          addEventListener('pointerdown', () => done.push('down'), true);
          addEventListener('click', (event) => { event.preventDefault(); done.push('click'); }, true);
          const change = () => { ${change} };
        </script>`,
      );
      const capture = await driver.capture();
      await page.evaluate(`${when}; undefined`);
      const answer = await driver.actOn(capture, { kind: 'click', ref: await driver.ref('button', 'Continue') });
      expect(answer).toMatchObject({ outcome: 'refused', code: expect.stringMatching(/^target-(?:changed|covered)$/) });
      expect(await done()).toBe('');
    }
  });
});

describe('a key without a target', () => {
  const BODY = `<input id="q" type="search" aria-label="Search" autofocus><button id="d">Delete</button>
    <script>
      q.focus();
      d.onclick = () => done.push('deleted');
      q.onkeydown = (event) => done.push(event.key);
    </script>`;

  test.each(['Enter', 'Space', 'Delete'] as const)('%s goes to what it was judged for', async (key) => {
    const driver = await open(BODY);
    const focus = await driver.ref('searchbox', 'Search');
    await driver.actOn(await driver.capture(), { kind: 'press', key }, focus);
    expect(await done()).toContain(key === 'Space' ? ' ' : key);
  });

  test.each(['d.focus()', 'setTimeout(() => d.focus(), 60)'])('or nowhere: %s', async (change) => {
    const driver = await open(BODY);
    const focus = await driver.ref('searchbox', 'Search');
    const capture = await driver.capture();
    await page.evaluate(`${change}; undefined`);
    expect(await driver.actOn(capture, { kind: 'press', key: 'Enter' }, focus)).toMatchObject({
      outcome: 'refused',
      code: 'target-changed',
    });
    expect(await done()).toBe('');
  });
});
