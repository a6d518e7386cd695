import { placeOf, toPassages } from '../../documents/passages.ts';
import { rarity, searchPassages, stem, termsOf, wordsOf } from '../../documents/search-passages.ts';
import { splitSentences } from './sentences.ts';

export type Quote = { text: string; place: string; score: number };
/** `quotes`: what answers it, best first. `none`: the page does not; `near` is what comes nearest, for "is it this?". */
export type PageAnswer = { kind: 'quotes'; quotes: Quote[] } | { kind: 'none'; near: Quote[]; unknown: string[] };

/** Share of the question's meaning (by rarity of its words) that a sentence must carry, with its surroundings. */
const ENOUGH = 0.64;
/** Weight of a word that stands only in the headings, the passage or the title, not in the sentence. */
const AROUND = 0.6;

/** What is left of a sentence's weight when it lacks what the question asks for: a time, a number, a name. */
const UNTYPED = 0.6;
/** The same for a number that does not count the thing that was asked for. */
const UNCOUNTED = 0.55;

type Kind = 'who' | 'when' | 'where' | 'number' | 'name' | 'why' | 'other';

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const SIGNS: Readonly<Record<Exclude<Kind, 'other'>, RegExp>> = {
  who: /(?:\p{Lu}[\p{L}’'.-]+\s+){1,3}\p{Lu}[\p{L}’'-]+|\b(?:he|she|they|man|woman|author|team|company|president|minister|scientists?|researchers?|\p{Lu}{2,})\b/u,
  when: new RegExp(
    `\\b(?:${MONTH}\\s+\\d|\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}|(?:1[5-9]|20)\\d{2}|\\d{1,2}[:.]\\d{2}|\\d{1,2}\\s?(?:a\\.?m|p\\.?m)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|yesterday|tomorrow|(?:last|next|this|previous|early|late|mid) ?-?(?:week|month|year|spring|summer|autumn|fall|winter|night|morning|${MONTH})|(?:hours?|days?|weeks?|months?|years?|decades?|century|centuries)|noon|midnight)\\b`,
    'i',
  ),
  where:
    /\b(?:in|at|on|near|from|to|inside|outside|of|across|along|between)\s+(?:the\s+)?(?:\p{Lu}|\d|same|north|south|east|west|city|village|country|town|house|building|street)/u,
  number:
    /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?|billions?|half|quarter|third|percent|none|free)\b/i,
  name: /(?<=[^.!?\s]\s)\p{Lu}\p{L}+/u,
  why: /\b(?:because|since|due to|owing to|so that|in order to|as a result|reason|caused?|leads? to|led to|thanks to|therefore|why|after|over|amid|for)\b|\bto \w+/i,
};

function kindOf(question: string): Kind {
  const text = question.toLowerCase();
  if (
    /\bhow (?:much|many|long|old|far|big|large|tall|high|deep|heavy|fast|often|wide|hot|cold)\b|\bwhat (?:percentage|share|number|price|age|year)\b/.test(
      text,
    )
  )
    return /what year/.test(text) ? 'when' : 'number';
  if (/\bwhat\b.*\bcosts?\b/.test(text)) return 'number';
  if (/\b(?:name of|called|named)\b/.test(text)) return 'name';
  if (/^(?:.*\b)?(?:who|whom|whose)\b/.test(text)) return 'who';
  if (/\bwhen\b|\bwhat (?:time|date|day|year)\b|\bwhich (?:day|year|month)\b/.test(text)) return 'when';
  if (/\bwhere\b|\b(?:in|at) (?:what|which) (?:place|city|country|town|state)\b/.test(text)) return 'where';
  if (/\bwhy\b|\bwhat (?:caused|is the reason)\b/.test(text)) return 'why';
  return 'other';
}

/** Verbs and nouns that people ask with, and how pages say it. Stems on both sides. */
const RELATED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    cost: ['price', 'pay', 'fee', 'charge', '$', '€', '£', 'usd', 'eur'],
    price: ['cost', 'pay', '$', '€', '£'],
    expensive: ['price', 'cost'],
    die: ['death', 'dead', 'died', 'killed', 'fatality'],
    kill: ['dead', 'died', 'death', 'killed'],
    buy: ['purchase', 'bought', 'acquire', 'order'],
    bought: ['purchase', 'acquire', 'buy'],
    wrote: ['author', 'by', 'written', 'writer'],
    written: ['author', 'by'],
    author: ['by', 'wrote', 'written'],
    write: ['author', 'by', 'written'],
    begin: ['start', 'began', 'open', 'launch'],
    start: ['begin', 'began', 'launch', 'open'],
    end: ['finish', 'close', 'stop'],
    happen: ['occur', 'take'],
    live: ['home', 'resident', 'based'],
    find: ['found', 'discover', 'detect'],
    found: ['find', 'discover', 'detect'],
    discover: ['find', 'found', 'detect'],
    detect: ['discover', 'found', 'spot'],
    say: ['said', 'told'],
    big: ['wide', 'size', 'large', 'mile'],
    large: ['wide', 'size', 'big'],
    wide: ['mile', 'kilometer', 'size'],
    old: ['year', 'age', 'aged'],
    tall: ['high', 'height'],
    get: ['receive', 'got'],
    resign: ['quit', 'step', 'stepped', 'resigned', 'left'],
    arrest: ['detain', 'custody', 'arrested'],
    job: ['employ', 'work', 'position'],
    win: ['won', 'beat', 'victory'],
    won: ['win', 'beat', 'victory'],
    phone: ['telephone', 'call'],
    open: ['opening', 'hours'],
    ingredient: ['ingredients'],
    company: ['firm', 'business'],
    increase: ['rise', 'rose', 'grow', 'grew'],
    decrease: ['fall', 'fell', 'drop'],
  }).map(([word, others]) => [stem(word), others.map(stem)]),
);

/**
 * What on the page answers a question, verbatim: passages by BM25, then the sentence in them that carries most of the
 * question's meaning and has what the kind of question asks for (a time, a number, a name).
 * @param title of the page: its words count as known everywhere.
 */
export function answerQuestion(markdown: string, question: string, title = ''): PageAnswer {
  const passages = toPassages(markdown).filter(({ kind }) => kind !== 'code');
  const terms = [...new Set(termsOf(question))];
  const idf = rarity(passages, terms);
  const kind = kindOf(question);
  const counted = /\bhow many\s+(.*)$/i.exec(question)?.[1];
  const total = terms.reduce((sum, term) => sum + weight(idf, term, question), 0);
  const everywhere = new Set(wordsOf(title).map(stem));
  const quotes: Quote[] = [];
  const hits = searchPassages(passages, `${question} ${terms.flatMap((term) => RELATED[term] ?? []).join(' ')}`, 12);
  for (const { passage } of hits) {
    const sentences =
      passage.kind === 'table'
        ? passage.text.split('\n').filter((row) => !/^[|\s:-]+$/.test(row))
        : splitSentences(passage.text);
    const headings = new Set([...wordsOf(passage.headings.join(' ')).map(stem), ...everywhere]);
    sentences.forEach((text, index) => {
      const own = new Set([...wordsOf(text).map(stem), ...(text.match(/[$€£]/g) ?? [])]);
      const nearby = new Set(
        wordsOf(`${sentences[index - 1] ?? ''} ${index > 1 ? (sentences[0] ?? '') : ''}`).map(stem),
      );
      let carried = 0;
      let direct = 0;
      for (const term of terms) {
        const value = weight(idf, term, question);
        const related = RELATED[term]?.some((other) => own.has(other)) === true;
        if (own.has(term)) [carried, direct] = [carried + value, direct + value];
        else if ([...own].some((other) => sameRoot(other, term)))
          [carried, direct] = [carried + value * 0.85, direct + value * 0.85];
        else if (related) [carried, direct] = [carried + value * 0.85, direct + value * 0.6];
        else if (headings.has(term) || nearby.has(term)) carried += value * AROUND;
      }
      const typed = kind === 'other' || SIGNS[kind].test(text);
      const fitting = typed ? (counted === undefined || counts(text, counted) ? 1 : UNCOUNTED) : UNTYPED;
      const share = total === 0 ? 0 : carried / total;
      if (direct === 0 || isQuestionItself(text, question)) return;
      quotes.push({
        text: passage.kind === 'table' ? text.replace(/^\||\|$/g, '').trim() : text,
        place: placeOf(passage),
        score: share * fitting + (direct / Math.max(total, 1e-9)) * 0.05,
      });
    });
  }
  const sorted = quotes.sort((a, b) => b.score - a.score);
  const good = distinct(sorted.filter(({ score }) => score >= ENOUGH)).filter(
    ({ score }, _index, all) => score >= (all[0]?.score ?? 0) * 0.85,
  );
  if (good.length > 0) return { kind: 'quotes', quotes: good.slice(0, 3) };
  const known = new Set(
    passages.flatMap((passage) => wordsOf(`${passage.text} ${passage.headings.join(' ')}`).map(stem)),
  );
  const unknown = wordsOf(question).filter((word) => termsOf(question).includes(stem(word)) && !known.has(stem(word)));
  return {
    kind: 'none',
    near: distinct(sorted.filter(({ score }) => score >= 0.3)).slice(0, 2),
    unknown: [...new Set(unknown)],
  };
}

/** `supply` and `supplier`: a long common beginning, and little after it. */
function sameRoot(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  return length >= 5 && Math.abs(a.length - b.length) <= 3 && a.slice(0, length - 1) === b.slice(0, length - 1);
}

/** "How many nights": a number stands close to the thing that is counted. */
function counts(text: string, counted: string): boolean {
  const thing = termsOf(counted)[0];
  const words = wordsOf(text);
  return words.some((word, at) => {
    if (stem(word) !== thing) return false;
    return words.slice(Math.max(0, at - 4), at + 3).some((near) => SIGNS.number.test(near));
  });
}

/** Names and numbers carry a question: without them an answer speaks of something else. */
function weight(idf: ReadonlyMap<string, number>, term: string, question: string): number {
  const name = question
    .split(/\s+/)
    .slice(1)
    .some((word) => /^[\p{Lu}\d]/u.test(word) && wordsOf(word).map(stem).includes(term));
  return Math.max(0.4, idf.get(term) ?? 0) * (name ? 1.6 : 1);
}

function isQuestionItself(text: string, question: string): boolean {
  return wordsOf(text).join(' ') === wordsOf(question).join(' ');
}

function distinct(quotes: readonly Quote[]): Quote[] {
  const seen = new Set<string>();
  return quotes.filter(({ text }) => !seen.has(text) && seen.add(text));
}
