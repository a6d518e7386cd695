import { stemmer } from 'stemmer';
import type { Passage } from './passages.ts';

export type PassageHit = {
  passage: Passage;
  /** BM25 over the page's passages; headings count half. */
  score: number;
  /** Stems of the query that stand in the passage or its headings. */
  matched: string[];
};

const K1 = 1.2;
const B = 0.6;
const HEADING_WEIGHT = 0.5;

/** Words that carry no meaning for a search, in English. */
const STOP_WORDS = new Set(
  (
    'a an the this that these those is are was were be been being am do does did done have has had having will would shall should can could may might must ' +
    'of in on at to from by for with about as into over under between and or but if then than so not no nor ' +
    'i me my we us our you your he him his she her it its they them their there here ' +
    'what which who whom whose when where why how many much long often far tell say says said give show explain please according page article text site'
  ).split(' '),
);

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Lower-case words in order, without punctuation; of any script. */
export function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text.normalize('NFKC').toLowerCase().replace(/[’ʼ]/g, "'")))
    if (isWordLike === true) found.push(segment.replace(/'s$|^'|'$/g, ''));
  return found;
}

/** The words that carry meaning; all words where none does. */
export function contentWords(text: string): string[] {
  const all = wordsOf(text);
  const content = all.filter((word) => !STOP_WORDS.has(word));
  return content.length > 0 ? content : all;
}

/** Their stems. */
export const termsOf = (text: string): string[] => contentWords(text).map(stem);

export function stem(word: string): string {
  return stemmer(word.replace(/[.,](?=\d{3}\b)/g, ''));
}

/** How rare each term is in these passages (BM25's inverse document frequency, never below 0). */
export function rarity(passages: readonly Passage[], terms: readonly string[]): Map<string, number> {
  const sets = passages.map((passage) => new Set(termsIn(passage)));
  return new Map(
    [...new Set(terms)].map((term) => {
      const count = sets.filter((set) => set.has(term)).length;
      return [term, Math.log(1 + (sets.length - count + 0.5) / (count + 0.5))];
    }),
  );
}

function termsIn(passage: Passage): string[] {
  return wordsOf(`${passage.text} ${passage.headings.join(' ')}`).map(stem);
}

/** Passages that speak of the query, best first (Okapi BM25 on stems). */
export function searchPassages(passages: readonly Passage[], query: string, limit = 8): PassageHit[] {
  const terms = [...new Set(termsOf(query))];
  const idf = rarity(passages, terms);
  const bodies = passages.map((passage) => counts(wordsOf(passage.text).map(stem)));
  const average = bodies.reduce((sum, { length }) => sum + length, 0) / Math.max(1, bodies.length);
  return passages
    .map((passage, index): PassageHit => {
      const { by, length } = bodies[index] ?? counts([]);
      const above = new Set(wordsOf(passage.headings.join(' ')).map(stem));
      let score = 0;
      const matched: string[] = [];
      for (const term of terms) {
        const frequency = (by.get(term) ?? 0) + (above.has(term) ? HEADING_WEIGHT : 0);
        if (frequency === 0) continue;
        matched.push(term);
        score +=
          ((idf.get(term) ?? 0) * frequency * (K1 + 1)) /
          (frequency + K1 * (1 - B + (B * length) / Math.max(1, average)));
      }
      return { passage, score, matched };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.passage.start - b.passage.start)
    .slice(0, limit);
}

function counts(list: readonly string[]): { by: Map<string, number>; length: number } {
  const by = new Map<string, number>();
  for (const item of list) by.set(item, (by.get(item) ?? 0) + 1);
  return { by, length: list.length };
}
