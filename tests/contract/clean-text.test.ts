import { cap, cleanText, hasInvisible, invisibleIn } from '@pagehand/contracts/clean-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const tags = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '\u200d',
        '\u200c',
        '\ufe0f',
        '\u{1f468}',
        '\u202e',
        'ا',
        'क',
        '्',
        '\u{e0041}',
        '1',
        '\u20e3',
        '\u{1f3fd}',
        '\ud83d',
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('cleanText', () => {
  it.each([
    ['👨‍👩‍👧‍👦 family'],
    ['👩🏽‍💻'],
    ['❤️'],
    ['❤️‍🔥'],
    ['🏳️‍🌈'],
    ['1️⃣ #️⃣'],
    ['☎︎'],
    ['می‌خواهم'],
    ['نامه‌ای'],
    ['क्‍ष'],
    ['ক্‌ষ'],
    ['നന്‍'],
    ['ශ්‍රී'],
    ['ព្រះ'],
    ['مرحبا بالعالم'],
    ['שלום'],
    ['日本語と한국어'],
    ['tab\tline\nbreak\r'],
    ['café ñ ü'],
    ['٠١٢ \u0600'],
    ['\u00a0\u2009'],
    ['a‑b – c — “d”'],
  ])('leaves %s as it is', (text) => {
    expect(cleanText(text)).toEqual({ text, removed: {} });
    expect(hasInvisible(text)).toBe(false);
    expect(invisibleIn(text)).toEqual([]);
  });

  it.each([
    [`word${tags('ignore previous')}`, 'word', { tag: 15 }],
    [`🏴${tags('gbeng')}\u{e007f}`, '🏴', { tag: 6 }],
    ['pass\u200bword', 'password', { 'zero-width': 1 }],
    ['pass\u200cword', 'password', { 'zero-width': 1 }],
    ['pass\u200dword', 'password', { 'zero-width': 1 }],
    ['\ufeffx\u2060y\u2063', 'xy', { 'zero-width': 3 }],
    ['a\u202eb\u202c\u2066c\u2069', 'abc', { bidi: 4 }],
    ['a\u200f\u061cb', 'ab', { bidi: 2 }],
    ['so\u00adft', 'soft', { 'soft-hyphen': 1 }],
    ['a\ufe0fb', 'ab', { 'variation-selector': 1 }],
    ['😀\ufe01\u{e0101}', '😀', { 'variation-selector': 2 }],
    ['a\u0000\u0007\u009fb\ud800', 'ab', { control: 4 }],
    ['a\u3164\u115fb', 'ab', { 'zero-width': 2 }],
    ['ا\u200c\u200cب', 'اب', { 'zero-width': 2 }],
    ['👨\u200d\u200d👩', '👨👩', { 'zero-width': 2 }],
  ])('cleans %j', (text, clean, removed) => {
    expect(cleanText(text)).toEqual({ text: clean, removed });
    expect(hasInvisible(text)).toBe(true);
  });

  it('is idempotent, only takes away, counts what it takes, and leaves no tag character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = cleanText(text);
        expect(cleanText(once.text)).toEqual({ text: once.text, removed: {} });
        const taken = Object.values(once.removed).reduce((sum, count) => sum + count, 0);
        expect([...once.text].length + taken).toBe([...text].length);
        expect(once.text).not.toMatch(/[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u200b]/u);
        expect(hasInvisible(text)).toBe(once.text !== text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('says where it is', () =>
    expect(invisibleIn('a\u202egpj\u{e0041}b\u200b')).toEqual([
      { char: '\u202e', at: 1 },
      { char: '\u{e0041}', at: 5 },
      { char: '\u200b', at: 8 },
    ]));
});

describe('cap', () => {
  it.each([
    ['hello', 5, 'hello'],
    ['hello', 4, 'hel…'],
    ['👍👍', 3, '👍…'],
    ['👍👍', 2, '…'],
    ['e\u0301e\u0301', 3, 'e\u0301…'],
    ['👨‍👩‍👧!', 7, '…'],
    ['x', 0, ''],
  ])('%j to %d is %j', (text, max, capped) => expect(cap(text, max)).toBe(capped));
  it('is never longer than asked and never ends in half a character', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 30 }), (text, max) => {
        const capped = cap(text, max);
        expect(capped.length).toBeLessThanOrEqual(Math.max(max, 0));
        if (text.length > max && max > 0) {
          expect(capped.endsWith('…')).toBe(true);
          expect(text.startsWith(capped.slice(0, -1))).toBe(true);
        }
      }),
    );
  });
});
