import { placeOf, toPassages } from '../../documents/passages.ts';
import { searchPassages, termsOf, wordsOf } from '../../documents/search-passages.ts';
import { proseOf, type Sentence } from './sentences.ts';

export type Summary = {
  sentences: { text: string; place: string }[];
  /** Sentences of prose there are. */
  total: number;
};

/** More is not compared with each other: the similarity matrix grows with the square. */
const MOST = 400;
const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * The sentences that carry a text, verbatim and in their order: centrality (TextRank on tf-idf cosine) and position.
 * @param wanted how many; without it 3 to 5 by the length of the text.
 * @param about only what speaks of this.
 */
export function summarize(markdown: string, wanted?: number, about?: string): Summary {
  let passages = toPassages(markdown);
  if (about !== undefined) {
    const hits = searchPassages(passages, about, 40);
    const best = hits[0]?.score ?? 0;
    const kept = new Set(hits.filter(({ score }) => score >= best * 0.3).map(({ passage }) => passage));
    passages = passages.filter((passage) => kept.has(passage));
  }
  const prose = proseOf(passages).filter(isProse);
  const sentences = dropEqual(prose.length > 0 ? prose : proseOf(passages)).slice(0, MOST);
  const count = Math.min(wanted ?? Math.min(5, Math.max(3, Math.round(sentences.length / 15))), sentences.length);
  const vectors = vectorsOf(sentences);
  const ranks = textRank(vectors);
  const order = sentences
    .map((sentence, index) => ({
      index,
      score: (ranks[index] ?? 0) * positionWeight(sentence, index, sentences.length),
    }))
    .sort((a, b) => b.score - a.score || a.index - b.index);
  const chosen: number[] = [];
  for (const { index } of order) {
    if (chosen.length >= count) break;
    if (chosen.every((other) => cosine(vectors[index], vectors[other]) < 0.55)) chosen.push(index);
  }
  for (const { index } of order) if (chosen.length < count && !chosen.includes(index)) chosen.push(index);
  return {
    sentences: chosen
      .sort((a, b) => a - b)
      .flatMap((index) => {
        const sentence = sentences[index];
        return sentence === undefined ? [] : [{ text: sentence.text, place: placeOf(sentence.passage) }];
      }),
    total: prose.length,
  };
}

/** A sentence with a verb's worth of words and an end: no bylines, captions, share buttons, lists of links. */
function isProse({ text, passage }: Sentence): boolean {
  const words = wordsOf(text).length;
  const ended = /[.!?…。！？।"”»)]$/.test(text);
  return (
    words >= 6 &&
    words <= 80 &&
    ended &&
    !(passage.kind === 'list-item' && words < 10) &&
    !/^(?:related|read more|see also|advertisement|photo|image|subscribe|sign up|copyright|©)\b/i.test(text)
  );
}

function dropEqual(sentences: readonly Sentence[]): Sentence[] {
  const seen = new Set<string>();
  return sentences.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** Says nothing by itself: no comment, captions, calls to subscribe. */
const EMPTY =
  /declined to comment|did not (?:immediately )?respond|^an? artist|^image |photo (?:by|credit)|newsletter|sign up for|subscribe|cookies?\b/i;

/** News and manuals alike say first what matters: the beginning weighs more, and so does a passage's first sentence. */
function positionWeight(sentence: Sentence, index: number, total: number): number {
  const early = index < 3 ? 0.5 - index * 0.1 : 0.2 * (1 - index / Math.max(1, total));
  const length = Math.min(1, wordsOf(sentence.text).length / 14);
  const empty = EMPTY.test(sentence.text) ? 0.3 : 1;
  return (
    (1 + early + (sentence.index === 0 ? 0.1 : 0) + (sentence.passage.kind === 'quote' ? -0.2 : 0)) * length * empty
  );
}

type Vector = Map<string, number>;

function vectorsOf(sentences: readonly Sentence[]): Vector[] {
  const terms = sentences.map(({ text }) => termsOf(text));
  const frequency = new Map<string, number>();
  for (const list of terms) for (const term of new Set(list)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return terms.map((list) => {
    const vector: Vector = new Map();
    for (const term of list)
      vector.set(term, (vector.get(term) ?? 0) + Math.log(1 + sentences.length / (frequency.get(term) ?? 1)));
    const length = Math.hypot(...vector.values()) || 1;
    for (const [term, weight] of vector) vector.set(term, weight / length);
    return vector;
  });
}

function cosine(a: Vector | undefined, b: Vector | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const [small, big] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (big.get(term) ?? 0);
  return sum;
}

function textRank(vectors: readonly Vector[]): number[] {
  const size = vectors.length;
  const weights = vectors.map((a, y) => vectors.map((b, x) => (x === y ? 0 : cosine(a, b))));
  const sums = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = new Array<number>(size).fill(1 / Math.max(1, size));
  for (let round = 0; round < ROUNDS; round += 1)
    ranks = ranks.map((_, x) => {
      let sum = 0;
      for (let y = 0; y < size; y += 1) {
        const total = sums[y] ?? 0;
        if (total > 0) sum += ((weights[y]?.[x] ?? 0) / total) * (ranks[y] ?? 0);
      }
      return (1 - DAMPING) / size + DAMPING * sum;
    });
  return ranks;
}
