import { invisibleIn } from '@pagehand/contracts/clean-text';

export type TextPart = { text: string; hidden: boolean };

/** Line breaks other than `\n`: they are seen in some places and not in others. */
const ODD_BREAKS = /[\r\u2028\u2029]/g;

/**
 * Splits a value into what is seen and what is not; a hidden code point comes out as its escape, `U+202E`. Hidden is
 * all that the risk line means by invisible characters, and odd line breaks.
 * Pure; joining the parts of a value without hidden code points gives the value back.
 */
export function visibleParts(value: string): TextPart[] {
  const breaks = [...value.matchAll(ODD_BREAKS)].map(({ 0: char, index: at }) => ({ char, at }));
  const parts: TextPart[] = [];
  let from = 0;
  for (const { char, at } of [...invisibleIn(value), ...breaks].sort((one, other) => one.at - other.at)) {
    if (at > from) parts.push({ text: value.slice(from, at), hidden: false });
    const code = char.codePointAt(0) ?? 0;
    parts.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, hidden: true });
    from = at + char.length;
  }
  if (from < value.length) parts.push({ text: value.slice(from), hidden: false });
  return parts;
}
