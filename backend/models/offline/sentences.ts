import type { Passage } from '../../documents/passages.ts';

/** A sentence as it stands on the page, and the passage that holds it. */
export type Sentence = {
  text: string;
  passage: Passage;
  /** Place in its passage, from 0. */
  index: number;
};

/** Abbreviations after which the segmenter cuts although the sentence goes on; English and the commonest elsewhere. */
const ABBREVIATION =
  /(?:^|[\s("“])(?:(?:\p{Lu}\.)*\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Sen|Rep|Gov|Lt|Col|Sgt|Rev|Hon|No|Nos|vs|etc|e\.g|i\.e|cf|al|approx|ca|Inc|Ltd|Co|Corp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Fig|Vol|pp?|z\.B|bzw|Nr|a\.m|p\.m|Ph\.D)\.$/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Splits text of any language into sentences, verbatim; `Dr. Lee` and `U.S. troops` stay together. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const part = segment.trim();
    if (part === '') continue;
    const before = sentences.at(-1);
    const continues = before !== undefined && (ABBREVIATION.test(before) || /^[\p{Ll}),;”’]/u.test(part));
    if (continues) sentences[sentences.length - 1] = `${before} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}

/** Sentences of prose: paragraphs, quotes and list items; no tables, no code. */
export function proseOf(passages: readonly Passage[]): Sentence[] {
  return passages
    .filter(({ kind }) => kind !== 'table' && kind !== 'code')
    .flatMap((passage) => splitSentences(passage.text).map((text, index) => ({ text, passage, index })));
}
