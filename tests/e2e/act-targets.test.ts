import { describe, expect, test } from 'vitest';
import { open } from './act-support.ts';

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
