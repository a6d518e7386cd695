import { confusableSkeleton } from './lookalike-host.ts';
import { COOKIE_WORDS, GENERIC_WORDS, MEANING_WORDS, type Meaning, NEGATIONS, SEARCH_WORDS } from './risk-words.ts';

/** A meaning found in words, the word that says it, and how strongly. */
export type FoundMeaning = { meaning: Meaning; strength: 'strong' | 'weak'; word: string };

type Pattern = { words: readonly string[]; anchor: '' | '^' | '='; glued: boolean };
type Words = { tokens: readonly string[]; glued: string };

const CONTINUOUS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

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

function compile(lists: readonly string[]): Pattern[] {
  return lists
    .flatMap((list) => list.split('|'))
    .map((source) => {
      const anchor = source.startsWith('^') ? '^' : source.startsWith('=') ? '=' : '';
      const body = foldText(source.slice(anchor.length));
      const glued = CONTINUOUS.test(body);
      return { words: glued ? [body.replaceAll(' ', '')] : body.split(' '), anchor, glued };
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
  const words = toWords(text);
  if (words.tokens.length === 0) return [];
  const cookies = has(COOKIE, words);
  const found = new Map<Meaning, FoundMeaning>();
  for (const { meaning, strength, patterns } of MEANINGS) {
    if (found.has(meaning)) continue;
    for (const pattern of patterns) {
      const at = find(pattern, words);
      if (at < 0) continue;
      if (pattern.glued ? searchesIn(words.glued) : turned(words.tokens, at, pattern.words.length)) continue;
      found.set(meaning, {
        meaning,
        strength: cookies && meaning === 'grants' ? 'weak' : strength,
        word: pattern.words.join(' '),
      });
      break;
    }
  }
  return [...found.values()];
}

/** "Don't send" and "Search sent payments" do not send anything. */
const turned = (tokens: readonly string[], at: number, length: number): boolean =>
  tokens.slice(Math.max(0, at - 2), at).some((token) => NEGATIONS.has(token)) || aboutSearch(tokens, at + length);

/** The same where words are not parted: the text begins with looking for something, and nothing follows from it. */
const searchesIn = (glued: string): boolean =>
  SEARCH.some((pattern) => pattern.glued && glued.startsWith(pattern.words[0] ?? '\0')) &&
  !/并|並|して|하고/.test(glued);

/**
 * "Search sent payments", "Delete filter": the word is about what is looked for, or acts on the search itself. Not so in
 * "Find and delete".
 */
function aboutSearch(tokens: readonly string[], after: number): boolean {
  const isSearchWord = (token: string | undefined): boolean =>
    token !== undefined && has(SEARCH, { tokens: [token], glued: '' });
  if (isSearchWord(tokens[after])) return true;
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
