/**
 * Text as a person sees it. Free of zod: the content script and the backend use it.
 * Kept are the joiners that real writing needs: emoji sequences, VS15/VS16 after emoji, Persian and Indic joiners.
 */
export type InvisibleKind = 'tag' | 'zero-width' | 'bidi' | 'soft-hyphen' | 'variation-selector' | 'control';
export type InvisibleCounts = Partial<Record<InvisibleKind, number>>;

/** Everything that could be invisible; `isKept` then looks at its neighbours. Tab and line breaks are not among them. */
const SUSPECT = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Scripts in which ZWJ and ZWNJ change how a word is written. */
const JOINING =
  /[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;
const LETTER_OR_MARK = /[\p{L}\p{M}]/u;
const EMOJI_END = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\u{20e3}/u;
const PICTURE = /\p{Extended_Pictographic}/u;
/** Arabic and Kaithi number signs are of category Cf, but they are seen. */
const SEEN_FORMAT = /[\u{600}-\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}\u{110bd}\u{110cd}]/u;

const charAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';
/** The code point that ends right before `at`. */
function charBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? charAt(text, at - 2) : (text[at - 1] ?? '');
}

function isKept(text: string, char: string, at: number): boolean {
  const code = char.codePointAt(0) ?? 0;
  if (SEEN_FORMAT.test(char)) return true;
  const before = charBefore(text, at);
  const after = charAt(text, at + char.length);
  if (code === 0xfe0f || code === 0xfe0e)
    return PICTURE.test(before) || (/[0-9#*]/.test(before) && after === '\u{20e3}');
  if (code >= 0x180b && code <= 0x180d) return /\p{scx=Mongolian}/u.test(before) && LETTER_OR_MARK.test(before);
  if (code === 0x200d && PICTURE.test(after)) {
    const picture = before === '\u{fe0f}' ? charBefore(text, at - 1) : before;
    return EMOJI_END.test(picture);
  }
  if (code === 0x200c || code === 0x200d) {
    const joins = (neighbour: string): boolean => JOINING.test(neighbour) && LETTER_OR_MARK.test(neighbour);
    // An Indic half form may end a word; nothing else does.
    return joins(before) && (joins(after) || (code === 0x200d && /\p{M}/u.test(before) && !/\p{Cf}/u.test(after)));
  }
  return false;
}

function kindOf(char: string): InvisibleKind {
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0xe0000 && code <= 0xe00ff) return 'tag';
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef) || (code >= 0x180b && code <= 0x180f))
    return 'variation-selector';
  if (
    code === 0x200e ||
    code === 0x200f ||
    code === 0x61c ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  )
    return 'bidi';
  if (code === 0xad) return 'soft-hyphen';
  if (
    code < 0xa0 ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code & 0xfffe) === 0xfffe ||
    (code >= 0xfdd0 && code <= 0xfdef)
  )
    return 'control';
  return 'zero-width';
}

/** Takes out what nobody sees and counts it by kind. Idempotent; linear. */
export function cleanText(text: string): { text: string; removed: InvisibleCounts } {
  const removed: InvisibleCounts = {};
  // A removal may leave a joiner without its neighbour, so the pass is repeated until nothing changes (two or three times).
  let current = text;
  for (;;) {
    const next = current.replace(SUSPECT, (char, at: number, whole: string) => {
      if (isKept(whole, char, at)) return char;
      const kind = kindOf(char);
      removed[kind] = (removed[kind] ?? 0) + 1;
      return '';
    });
    if (next === current) return { text: current, removed };
    current = next;
  }
}

/** Everything that nobody sees in a text, in its order: what `cleanText` takes out first. `at` counts UTF-16 units. */
export const invisibleIn = (text: string): { char: string; at: number }[] =>
  [...text.matchAll(SUSPECT)]
    .map(({ 0: char, index: at }) => ({ char, at }))
    .filter(({ char, at }) => !isKept(text, char, at));

/** Whether a text holds anything that nobody sees. */
export const hasInvisible = (text: string): boolean => invisibleIn(text).length > 0;

/** At most `max` code units, with an ellipsis as the last one when something was cut; never cuts through a character. */
export function cap(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = Math.max(0, max - 1);
  // Not between the halves of a surrogate pair, nor before something that belongs to the character before it.
  const belongs = (at: number): boolean =>
    /^(?:[\p{M}\p{Emoji_Modifier}]|\u{200d})/u.test(charAt(text, at)) || charBefore(text, at) === '\u{200d}';
  const isHalf = (at: number): boolean => {
    const code = text.charCodeAt(at);
    const before = text.charCodeAt(at - 1);
    return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
  };
  for (let tries = 0; end > 0 && tries < 32 && (isHalf(end) || belongs(end)); tries += 1) end -= 1;
  if (isHalf(end)) end -= 1;
  return max < 1 ? '' : `${text.slice(0, end)}\u2026`;
}
