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
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const back = visibleParts(value)
        .map((part) => (part.hidden ? String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)) : part.text))
        .join('');
      expect(back).toBe(value);
    }),
  );
});
