import { inWords, type Located } from './locate.ts';
import { Refusal } from './refusal.ts';

/** What a write came to. `again` reads once more, after the page has settled. @throws Refusal that of `otherValue`. */
export type Written = { before: string; after: string; again(): string };

/**
 * The step acted, and the target shows something else than what was asked for: a mask, a site's own correction, a choice
 * that was taken back. Whether that will do is not for us to say: `unsure`, with what stands there and what to do next.
 * `refused` is for what was never begun.
 */
export function otherValue(
  located: Located,
  { before, after, note = '' }: { before: string; after: string; note?: string },
): Refusal {
  const holds = `${inWords(located)} ${before === after ? 'still holds' : 'holds'} "${after.slice(0, 120)}" instead.`;
  return new Refusal(
    'value-not-accepted',
    `${holds}${note} Keep it, or give what it takes.`,
    { before: before.slice(0, 400), after: after.slice(0, 400) },
    'unsure',
  );
}
