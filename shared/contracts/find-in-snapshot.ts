import { editDistance } from './edit-distance.ts';
import { foldText } from './find-meaning.ts';
import type { PageSnapshot, RefInfo } from './snapshot.ts';

/** One element that fits, with how well: 1 is equal, below MIN_SCORE it is not listed. */
export type FoundRef = { info: RefInfo; score: number };
/** `ties`: the best ones when several are equally good; a caller that needs one must ask or refuse. */
export type FindResult = { matches: FoundRef[]; best: RefInfo | undefined; ties: RefInfo[] };

export type FindOptions = {
  /** Only elements of these roles (as in `RefInfo.role`). */
  roles?: readonly string[];
  /** At most so many matches, best first. Default 20. */
  limit?: number;
  /** More conditions of the caller (takes text, is a link, ...). */
  where?: (info: RefInfo) => boolean;
};

/** Words that say what an element is, not what it is called, and the roles they mean. */
const ROLE_WORDS: Readonly<Record<string, readonly string[]>> = {
  button: ['button', 'switch', 'menuitem', 'tab'],
  link: ['link'],
  field: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  input: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  box: ['textbox', 'searchbox', 'combobox', 'checkbox'],
  textbox: ['textbox', 'searchbox'],
  checkbox: ['checkbox', 'switch', 'menuitemcheckbox'],
  radio: ['radio', 'menuitemradio'],
  tab: ['tab'],
  menu: ['menu', 'menuitem', 'button', 'combobox'],
  dropdown: ['combobox', 'listbox', 'button'],
  select: ['combobox', 'listbox'],
  list: ['listbox', 'list', 'combobox'],
  option: ['option'],
  toggle: ['switch', 'checkbox', 'button'],
  slider: ['slider'],
  item: ['menuitem', 'listitem', 'option', 'treeitem'],
  icon: ['button', 'img', 'link'],
  area: ['textbox'],
  editor: ['textbox'],
  image: ['img', 'image'],
};
const FILLERS: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'named',
  'called',
  'labelled',
  'labeled',
  'on',
  'this',
  'that',
  'text',
]);
/** Scores within this distance of the best count as a tie. */
const TIE = 0.02;
const MIN_SCORE = 0.5;

/** `exact`: only filler words, which must be the whole name. */
type Query = { text: string; words: string[]; roles: readonly string[] | undefined; exact: boolean };

/** Finds elements by what a person calls them: "the save button", "e-mail field", "Add to cart in row Blue shirt". */
export function findInSnapshot(
  snapshot: Pick<PageSnapshot, 'refs'>,
  query: string,
  options: FindOptions = {},
): FindResult {
  const whole = toQuery(query);
  const matches: FoundRef[] = [];
  for (const info of snapshot.refs) {
    if (options.roles && !options.roles.includes(info.role)) continue;
    if (options.where && !options.where(info)) continue;
    const score = scoreOf(info, whole);
    if (score >= MIN_SCORE) matches.push({ info, score });
  }
  // Array.sort is stable: equal scores stay in document order.
  matches.sort((a, b) => b.score - a.score);
  const [first] = matches;
  const ties = first ? matches.filter(({ score }) => first.score - score < TIE).map(({ info }) => info) : [];
  return {
    matches: matches.slice(0, options.limit ?? 20),
    best: ties.length === 1 ? ties[0] : undefined,
    ties: ties.length > 1 ? ties : [],
  };
}

function words(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Strips quotes, articles and role words; what is stripped first says which roles are preferred. */
function toQuery(query: string): Query {
  const all = words(query);
  const named = all.filter((word) => !FILLERS.has(word));
  let core = named.length > 0 ? named : all;
  let roles: readonly string[] | undefined;
  const last = core.at(-1) ?? '';
  const first = core[0] ?? '';
  if (core.length > 1 && ROLE_WORDS[last]) {
    roles = ROLE_WORDS[last];
    core = core.slice(0, -1);
  } else if (core.length > 1 && ROLE_WORDS[first]) {
    roles = ROLE_WORDS[first];
    core = core.slice(1);
  }
  return { text: core.join(' '), words: core, roles, exact: named.length === 0 };
}

/**
 * By name first, then value, placeholder-like descriptions and place. A role word in the query decides between equals;
 * it never hides an element whose name fits.
 */
function scoreOf(info: RefInfo, query: Query): number {
  if (query.words.length === 0) return 0;
  const name = words(info.name);
  if (query.exact) return name.join(' ') === query.text ? 1 : 0;
  let score = similarity(query, name);
  // The place helps only a name that already fits in part: "Remove Blue shirt" is the button Remove in that row.
  if (score < 1 && query.words.some((word) => name.includes(word) || name.some((other) => likeness(word, other) > 0.8)))
    score = Math.max(score, 0.97 * coverage(query.words, name, words(info.place ?? info.fingerprint.within)));
  if (score < MIN_SCORE && info.value !== undefined && info.secret === undefined)
    score = Math.max(score, 0.7 * similarity(query, words(info.value)));
  if (score < MIN_SCORE) return 0;
  if (query.roles) score += query.roles.includes(info.role) ? 0.05 : -0.15;
  if (info.states.includes('disabled')) score -= 0.03;
  return score;
}

function similarity(query: Query, name: readonly string[]): number {
  if (name.length === 0) return 0;
  const joined = name.join(' ');
  if (joined === query.text) return 1;
  if (joined.replaceAll(' ', '') === query.text.replaceAll(' ', '')) return 0.98;
  const hits = query.words.map((word) => Math.max(0, ...name.map((other) => likeness(word, other))));
  const matched = hits.reduce((sum, hit) => sum + hit, 0);
  const recall = matched / query.words.length;
  // Each name word can answer for one query word only; extra words on the element cost a little.
  const precision = Math.min(1, matched / name.length);
  const contained = query.text.length > 1 && !/^[a-z]+$/.test(query.text) && joined.includes(query.text) ? 0.8 : 0;
  const inOrder = ` ${joined} `.includes(` ${query.text} `) ? 0.05 : 0;
  return Math.min(0.96, Math.max(contained, recall < 0.6 ? 0 : 0.55 * recall + 0.35 * precision + inOrder));
}

/** Part of the query that name and place answer together; at least one word must be on the element itself. */
function coverage(query: readonly string[], name: readonly string[], place: readonly string[]): number {
  let own = 0;
  let around = 0;
  for (const word of query) {
    if (LINKING.has(word)) continue;
    const inName = Math.max(0, ...name.map((other) => likeness(word, other)));
    if (inName > 0.8) own += 1;
    else if (place.some((other) => likeness(word, other) > 0.8)) around += 1;
    else return 0;
  }
  if (own === 0 || around === 0) return 0;
  return 0.75 + 0.25 * Math.min(1, own / Math.max(1, name.length));
}
const LINKING: ReadonlySet<string> = new Set([
  'in',
  'of',
  'for',
  'from',
  'at',
  'row',
  'section',
  'dialog',
  'under',
  'with',
  'to',
  'item',
]);

/** 1 for equal words, less for a beginning or a typing error, 0 for others. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return 0.7 + 0.25 * (short.length / long.length);
  if (short.length < 4 || long.length - short.length > 2) return 0;
  const allowed = long.length >= 8 ? 2 : 1;
  const distance = editDistance(short, long, allowed);
  return distance <= allowed ? 0.9 - 0.1 * distance : 0;
}
