import { invisibleIn } from '@pagehand/contracts/clean-text';

export type TextPart = { text: string; hidden: boolean };

/** Line breaks other than `\n`: they are seen in some places and not in others. */
const ODD_BREAKS = /[\r\u2028\u2029]/g;

/** White space that pushes what follows out of sight: four line breaks with nothing between, or most of a line's width. */
const GAPS = /(?:[^\S\n]*\n){4,}|\s{40,}/g;

/**
 * Splits a value into what is seen and what is not; a hidden code point comes out as its escape, `U+202E`, one that is
 * repeated in a gap with how often, `U+000A×40`. Hidden is all that the risk line means by invisible characters, odd
 * line breaks, and gaps. Pure; joining the parts of a value without hidden code points gives the value back.
 */
export function visibleParts(value: string): TextPart[] {
  const gaps = [...value.matchAll(GAPS)].flatMap(({ 0: gap, index }) =>
    [...gap.matchAll(/(\s)\1*/g)].map((run) => ({ char: run[0], at: index + run.index })),
  );
  const inGap = (at: number): boolean => gaps.some((gap) => at >= gap.at && at < gap.at + gap.char.length);
  const single = [
    ...invisibleIn(value),
    ...[...value.matchAll(ODD_BREAKS)].map(({ 0: char, index: at }) => ({ char, at })),
  ];
  const parts: TextPart[] = [];
  let from = 0;
  for (const { char, at } of [...single.filter((one) => !inGap(one.at)), ...gaps].sort((a, b) => a.at - b.at)) {
    if (at > from) parts.push({ text: value.slice(from, at), hidden: false });
    parts.push({ text: spelt(char), hidden: true });
    from = at + char.length;
  }
  if (from < value.length) parts.push({ text: value.slice(from), hidden: false });
  return parts;
}

/** The escape of a code point, or of a run of the same one. */
function spelt(run: string): string {
  const [char = ''] = run;
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code}${run.length > char.length ? `×${run.length / char.length}` : ''}`;
}
