import { describe, expect, test } from 'vitest';
import { PageDriver } from '../fixtures/content-script.ts';
import { captureOf, page, whole } from './capture-support.ts';

describe('C27 and C28 secrets are never read', () => {
  test.each([
    ['a password', '<input type="password" value="CANARY">'],
    [
      'a password that was made readable',
      '<input type="password" id="pw" name="password" value="CANARY"><script>pw.type="text"</script>',
    ],
    ['a one-time code', '<input autocomplete="one-time-code" value="CANARY">'],
    ['a card number', '<input autocomplete="cc-number" value="CANARY">'],
    ['a card code in a section', '<input autocomplete="section-a billing cc-csc" value="CANARY">'],
    ['a new password as text', '<input autocomplete="new-password" value="CANARY">'],
    ['a field called CVV', '<label>CVV <input value="CANARY"></label>'],
    ['a field that shows discs', '<input style="-webkit-text-security:disc" value="CANARY">'],
  ])('%s', async (_case, html) => {
    const capture = await captureOf(html);
    expect(whole(capture)).not.toContain('CANARY');
    expect(capture.refs.at(-1)).toMatchObject({ secret: expect.any(String), value: 'filled' });
  });

  test('a password field that becomes text between two captures stays secret', async () => {
    await page.goto('about:blank');
    await page.setContent('<input type="password" id="a" value="CANARY">');
    const driver = new PageDriver(page);
    await driver.capture();
    await page.evaluate('a.type = "text"');
    expect(whole(await driver.capture())).not.toContain('CANARY');
  });

  test('a secret is not read through the name of something else either', async () => {
    const capture = await captureOf(
      '<input type="password" id="p" value="CANARY"><button aria-labelledby="p">x</button><label>Show <input autocomplete="one-time-code" value="CANARY"> <input type="checkbox"></label>',
    );
    expect(whole(capture)).not.toContain('CANARY');
  });
});

describe('the value of a secret field is no part of the name of anything around it', () => {
  test.each([
    [
      'a label over a checkbox and a code',
      '<label><input type="checkbox"> Use code <input autocomplete="one-time-code" value="CANARY"></label>',
    ],
    [
      'a label over two card fields',
      '<label>Card <input autocomplete="cc-number" value="CANARY"> CVC <input autocomplete="cc-csc" value="CANARY"></label>',
    ],
    [
      'a password that was made readable, by id',
      '<button aria-labelledby="t pw"><span id="t">Unlock</span></button><input type="password" id="pw" name="password" value="CANARY"><script>pw.type="text"</script>',
    ],
    [
      'a row, a cell, a button and a link around it',
      '<table><tr tabindex="0"><td role="gridcell" tabindex="0">PIN <input name="pin" value="CANARY"></td></tr></table><a href="#x">Go <input name="otp" value="CANARY"></a><div role="button" tabindex="0">Send <input name="pin" value="CANARY"></div>',
    ],
    [
      'roles that say something else of it',
      ['combobox', 'spinbutton', 'slider', 'searchbox', 'listbox', 'button', 'option']
        .map((role) => `<label><input type="checkbox">Code <input role="${role}" name="otp" value="CANARY"></label>`)
        .join(''),
    ],
    [
      'a text area, and one with a role that is named by its content',
      '<label><input type="checkbox"> Phrase <textarea name="passphrase">CANARY</textarea></label><textarea id="s" role="button" name="otp" aria-labelledby="s">CANARY</textarea><div role="button" tabindex="0">Say <textarea role="heading" name="otp">CANARY</textarea></div>',
    ],
    [
      'an attribute that repeats it',
      '<label><input type="checkbox">Code <input role="spinbutton" name="otp" aria-valuetext="CANARY" aria-valuenow="CANARY"></label>',
    ],
  ])('%s', async (_case, html) => {
    expect(whole(await captureOf(html))).not.toContain('CANARY');
  });
});

test('C30 tokens, keys and card numbers in text and editors are masked and counted', async () => {
  const jwt = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(30)}.${'c'.repeat(43)}`;
  const capture = await captureOf(
    `<div contenteditable="true" aria-label="Editor">${jwt}</div><p>Card 4111 1111 1111 1111</p><pre contenteditable="true">-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----</pre>`,
  );
  expect(whole(capture)).not.toMatch(/eyJa|4111|MIIEvQ/);
  expect(capture.redacted).toMatchObject({
    jwt: expect.any(Number),
    'card-number': expect.any(Number),
    'private-key': expect.any(Number),
  });
});
