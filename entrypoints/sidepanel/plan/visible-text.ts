// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
// biome-ignore-all lint/suspicious/noMisleadingCharacterClass: joiners are what is looked for
/** Invisible, reordering and control code points: what could hide in a value that somebody approves. */
const HIDDEN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]|[\u{E0000}-\u{E0FFF}]/gu;

/** A joiner is part of the text between emoji parts and in Indic and Persian words; elsewhere it is hidden text. */
const JOINER_IN_TEXT =
  /(?<=[\p{Extended_Pictographic}\uFE0F\u{1F3FB}-\u{1F3FF}])\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Arabic}])[\u200C\u200D](?=[\p{L}\p{M}])/gu;

export type TextPart = { text: string; hidden: boolean };

/**
 * Splits a value into what is seen and what is not; a hidden code point comes out as its escape, `U+202E`.
 * Pure; joining the parts of a value without hidden code points gives the value back.
 */
export function visibleParts(value: string): TextPart[] {
  const joiners = new Set([...value.matchAll(JOINER_IN_TEXT)].map((match) => match.index));
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of value.matchAll(HIDDEN)) {
    if (joiners.has(match.index)) continue;
    if (match.index > from) parts.push({ text: value.slice(from, match.index), hidden: false });
    const code = match[0].codePointAt(0) ?? 0;
    parts.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, hidden: true });
    from = match.index + match[0].length;
  }
  if (from < value.length) parts.push({ text: value.slice(from), hidden: false });
  return parts;
}
