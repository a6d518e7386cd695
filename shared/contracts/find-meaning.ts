import { confusableSkeleton } from './lookalike-host.ts';
import {
  COOKIE_WORDS,
  GENERIC_WORDS,
  GLYPHS,
  MEANING_WORDS,
  type Meaning,
  NEGATIONS,
  PLAIN_GLYPHS,
  SEARCH_WORDS,
} from './risk-words.ts';

/** A meaning found in words, the word that says it, and how strongly. */
export type FoundMeaning = { meaning: Meaning; strength: 'strong' | 'weak'; word: string };

type Pattern = { words: readonly string[]; anchor: '' | '^' | '='; glued: boolean };
type Words = { tokens: readonly string[]; glued: string };

const CONTINUOUS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Letters of writing that the word lists have words for. */
const KNOWN_LETTER =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u;
/** What ends a clause: a negation or a search word counts only for its own. A hyphen within a word does not. */
const CLAUSE_END = /[.,;:!?&+/\\|()[\]{}"\u2026\u2022\u00b7\u2013\u2014\u3001\u3002\uff0c\n]|\s-\s/u;

/** Lower case, one form of each letter, no Latin accents, nothing invisible, look-alike letters of other scripts as Latin. */
export function foldText(text: string): string {
  const visible = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const plain = visible
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return plain.replace(/ı/g, 'i');
}

function toWords(text: string): Words {
  const folded = foldText(text);
  const tokens = folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter((token) => token !== '');
  return { tokens: tokens.map(confusableSkeleton), glued: folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') };
}

/** The clauses of a text, also with what was written together or apart: `Pay20` as `Pay 20`, `D e l e t e` as `Delete`. */
function toClauses(text: string): Words[] {
  const apart = text.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ');
  const together = text.replace(/(?<![\p{L}\p{M}])\p{L}(?:[\s._-]\p{L}){2,}(?![\p{L}\p{M}])/gu, (letters) =>
    letters.replace(/[\s._-]/g, ''),
  );
  return [...new Set([text, apart, together])]
    .flatMap((reading) => reading.split(CLAUSE_END))
    .map(toWords)
    .filter(({ tokens }) => tokens.length > 0);
}

function compile(lists: readonly string[]): Pattern[] {
  return lists
    .flatMap((list) => list.split('|'))
    .map((source) => {
      const anchor = source.startsWith('^') ? '^' : source.startsWith('=') ? '=' : '';
      const body = foldText(source.slice(anchor.length));
      const glued = CONTINUOUS.test(body);
      return { words: glued ? [body.replaceAll(' ', '')] : body.split(' ').map(confusableSkeleton), anchor, glued };
    });
}

/** Where a pattern begins in the words, or -1. */
function find(pattern: Pattern, text: Words): number {
  const [first = ''] = pattern.words;
  if (pattern.glued) {
    if (pattern.anchor === '=') return text.glued === first ? 0 : -1;
    return text.glued.indexOf(first);
  }
  const { words } = pattern;
  if (pattern.anchor === '=' && text.tokens.length !== words.length) return -1;
  const last = pattern.anchor === '' ? text.tokens.length - words.length : 0;
  for (let start = 0; start <= last; start += 1)
    if (words.every((word, offset) => same(word, text.tokens[start + offset] ?? ''))) return start;
  return -1;
}

const same = (word: string, token: string): boolean =>
  word.endsWith('*') ? token.startsWith(word.slice(0, -1)) : word === token;

const CONJUNCTIONS: ReadonlySet<string> = new Set([
  'and',
  'then',
  'und',
  'dann',
  'et',
  'puis',
  'y',
  'e',
  'en',
  'и',
  'और',
]);
const SEARCH = compile(SEARCH_WORDS);
const GENERIC = compile(GENERIC_WORDS);
const COOKIE = compile(COOKIE_WORDS);
const MEANINGS = Object.entries(MEANING_WORDS).flatMap(([meaning, lists]) =>
  (['strong', 'weak'] as const).map((strength) => ({
    meaning: meaning as Meaning, // parse boundary: keys of a const record
    strength,
    patterns: compile(lists[strength]),
  })),
);

const has = (patterns: readonly Pattern[], text: Words): boolean =>
  patterns.some((pattern) => find(pattern, text) >= 0);

/** What the words mean that stand on a target (or in a tool's name): each meaning once, by its strongest word. */
export function findMeanings(text: string): FoundMeaning[] {
  const found = new Map<Meaning, FoundMeaning>();
  const note = (meaning: FoundMeaning): void => {
    const earlier = found.get(meaning.meaning);
    if (earlier === undefined || (earlier.strength === 'weak' && meaning.strength === 'strong'))
      found.set(meaning.meaning, meaning);
  };
  for (const meaning of meaningsOfWords(text)) note(meaning);
  // A brand or a made-up word ("PayPal", "BuyNow"): it may mean what it says.
  const split = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  if (split !== text) for (const meaning of meaningsOfWords(split)) note({ ...meaning, strength: 'weak' });
  for (const meaning of meaningsOfGlyphs(text)) note(meaning);
  return [...found.values()];
}

function meaningsOfWords(text: string): FoundMeaning[] {
  const whole = toWords(text);
  if (whole.tokens.length === 0) return [];
  const clauses = toClauses(text);
  const cookies = has(COOKIE, whole);
  return MEANINGS.flatMap(({ meaning, strength, patterns }): FoundMeaning[] => {
    const pattern = patterns.find((candidate) =>
      candidate.anchor === '='
        ? find(candidate, whole) >= 0
        : clauses.some((clause) => {
            const at = find(candidate, clause);
            return at >= 0 && !isTurned(candidate, meaning, clause, at);
          }),
    );
    if (pattern === undefined) return [];
    return [
      {
        meaning,
        strength: cookies && meaning === 'grants' ? 'weak' : strength,
        word: pattern.words.join(' '),
      },
    ];
  });
}

/** A picture alone says what the control does; beside words it may only illustrate them. */
function meaningsOfGlyphs(text: string): FoundMeaning[] {
  const strength = /[\p{L}\p{N}]/u.test(text) ? 'weak' : 'strong';
  return Object.entries(GLYPHS).flatMap(([meaning, glyphs]) => {
    const word = [...glyphs].find((glyph) => text.includes(glyph));
    // parse boundary: keys of a const record
    return word === undefined ? [] : [{ meaning: meaning as Meaning, strength, word } as const];
  });
}

/** "Don't send" and "Search sent payments" do not send anything. */
function isTurned(pattern: Pattern, meaning: Meaning, { tokens, glued }: Words, at: number): boolean {
  if (pattern.glued) return searchesIn(glued);
  const before = tokens.slice(Math.max(0, at - 2), at);
  // "Why not buy?" says: do.
  if (before.some((token) => NEGATIONS.has(token)) && !tokens.includes('why')) return true;
  return aboutSearch(tokens, at + pattern.words.length, meaning);
}

/** The same where words are not parted: the text begins with looking for something, and nothing follows from it. */
const searchesIn = (glued: string): boolean =>
  SEARCH.some((pattern) => pattern.glued && glued.startsWith(pattern.words[0] ?? '\0')) &&
  !/并|並|して|하고/.test(glued);

/**
 * "Search sent payments", "Delete filter": the word is about what is looked for, or takes off the search itself. Not so
 * in "Find and delete", "Delete search history", "Buy filters".
 */
function aboutSearch(tokens: readonly string[], after: number, meaning: Meaning): boolean {
  const isSearchWord = (token: string | undefined): boolean =>
    token !== undefined && has(SEARCH, { tokens: [token], glued: '' });
  if (meaning === 'deletes' && after === tokens.length - 1 && isSearchWord(tokens[after])) return true;
  return isSearchWord(tokens[0]) && !tokens.some((token) => CONJUNCTIONS.has(token));
}

/** Whether the words are about looking for, filtering or sorting something. */
export const isSearch = (text: string): boolean => has(SEARCH, toWords(text));

/** Whether the words say nothing by themselves: "OK", "Continue". */
export const isGeneric = (text: string): boolean => {
  const words = toWords(text);
  return words.tokens.length === 0 || has(GENERIC, words);
};

/** Words in a text, for telling a label from a headline. Scripts that do not part words count three letters as one. */
export const countWords = (text: string): number =>
  toWords(text).tokens.reduce((sum, token) => sum + (CONTINUOUS.test(token) ? Math.ceil([...token].length / 3) : 1), 0);

/** No letter and no digit in it: a picture, a sign, or nothing. Those that everybody knows (arrows, a menu) are no riddle. */
export const isNameless = (text: string): boolean => {
  const visible = text.replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');
  if (/[\p{L}\p{N}]/u.test(visible)) return false;
  return visible === '' || [...visible].some((char) => !PLAIN_GLYPHS.has(char));
};

/** Letters of a script that none of the word lists is written in: nobody here can say what they mean. */
export const isUnreadable = (text: string): boolean =>
  [...text].some((char) => /\p{L}/u.test(char) && !KNOWN_LETTER.test(char) && !CONTINUOUS.test(char));
