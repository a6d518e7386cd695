import { cleanPageText, type Redacted } from './text-hygiene.ts';

/** Tags that a word can go through. All others end it. */
const INLINE = /^<\/?(?:a|b|i|u|s|em|strong|code|kbd|samp|mark|small|sub|sup|span|ins|del|q|cite|time|label|wbr)\b/;
const MAY_BE_SPLIT = /[\w-]/;

/**
 * Masks secrets that are spread over several nodes (`<b>4111</b> 1111...`), which no node shows by itself.
 * @returns the parts, the same array when there is nothing to mask.
 */
export function maskSplitSecrets(parts: readonly string[], redacted: Redacted): readonly string[] {
  let masked: string[] | undefined;
  let run: number[] = [];
  const end = () => {
    if (run.length > 1) {
      const joined = run.map((index) => parts[index] ?? '').join('');
      const found: Redacted = {};
      const clean = cleanPageText(joined, found);
      if (clean !== joined) {
        masked ??= [...parts];
        run.forEach((index, at) => {
          if (masked !== undefined) masked[index] = at === 0 ? clean : '';
        });
        for (const [kind, count] of Object.entries(found)) redacted[kind] = (redacted[kind] ?? 0) + count;
      }
    }
    run = [];
  };
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    if (part.startsWith('<')) {
      if (!INLINE.test(part)) end();
    } else if (run.length > 0 || MAY_BE_SPLIT.test(part)) run.push(index);
  }
  end();
  return masked ?? parts;
}
