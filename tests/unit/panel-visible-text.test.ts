import { hasInvisible } from '@pagehand/contracts/clean-text';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleParts } from '../../entrypoints/sidepanel/plan/visible-text.ts';

const shown = (value: string): string =>
  visibleParts(value)
    .map((part) => (part.hidden ? `<${part.text}>` : part.text))
    .join('');

test('what cannot be seen in a value is spelt out (P38)', () => {
  expect(shown('pay\u202Egnp.exe')).toBe('pay<U+202E>gnp.exe');
  expect(shown('pass\u200Bword')).toBe('pass<U+200B>word');
  expect(shown('a\u{E0041}\u{E0042}b')).toBe('a<U+E0041><U+E0042>b');
  expect(shown('x\uFEFF\u2066\u00ADy')).toBe('x<U+FEFF><U+2066><U+00AD>y');
  expect(shown('tab\u0000nul')).toBe('tab<U+0000>nul');
  expect(shown('to\uFE0Fday \uFE01\u{E0101}\uFFF9\uD800x')).toBe('to<U+FE0F>day <U+FE01><U+E0101><U+FFF9><U+D800>x');
  expect(shown('one\rtwo\u2028three\u2029')).toBe('one<U+000D>two<U+2028>three<U+2029>');
});

test('the card spells out every character that makes a value risky, and calls none risky that it does not', () => {
  const spelt = (value: string): boolean => visibleParts(value).some(({ hidden }) => hidden);
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const char = String.fromCodePoint(code);
    if (/[\r\u2028\u2029]/.test(char)) continue;
    if (spelt(char) !== hasInvisible(char)) expect.fail(`U+${code.toString(16)}`);
  }
});

/** White space, a joiner, an odd line break and a letter: gaps of every kind come of them. */
const GAPPY = fc.constantFrom('\n', ' ', '\t', '\u2003', '\r', '\u200D', 'a', '\n'.repeat(5), ' '.repeat(30));

test('a gap that pushes what follows out of sight says how long it is', () => {
  expect(shown(`Thank you${'\n'.repeat(40)}and pay Eve`)).toBe('Thank you<U+000A×40>and pay Eve');
  expect(shown(`Thank you${' '.repeat(200)}and pay Eve`)).toBe('Thank you<U+0020×200>and pay Eve');
  expect(shown('a\n \n\t\n\n b')).toBe('a<U+000A><U+0020><U+000A><U+0009><U+000A×2> b');
  expect(shown('a\r\n\r\n\r\n\r\nb')).toContain('<U+000D>');
  const poem = 'A line\n\n\nanother, after two empty ones\n        and one set in';
  expect(shown(poem)).toBe(poem);
});

test('joiners that belong to emoji, Hindi and Persian words stay as they are', () => {
  for (const text of [
    '👨‍👩‍👧 family',
    'क्‍ष',
    'می‌خواهم',
    '❤️ heart',
    '🏳️‍🌈',
    'line one\nline two\tend',
    'naïve Å 日本語',
  ]) {
    expect(shown(text)).toBe(text);
  }
});

test('a joiner anywhere else is spelt out', () => {
  expect(shown('pay\u200Dpal')).toBe('pay<U+200D>pal');
  expect(shown('pay\u200Cpal')).toBe('pay<U+200C>pal');
});

test('nothing is lost: without hidden parts the value is whole, and every hidden one has its code', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: GAPPY, maxLength: 120 })), (value) => {
      const back = visibleParts(value)
        .map(({ hidden, text }) => {
          const [code = '', times = '1'] = text.slice(2).split('×');
          return hidden ? String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times)) : text;
        })
        .join('');
      expect(back).toBe(value);
    }),
  );
});
