import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import type { RoleWord, Target } from './command.ts';
import { describeTarget } from './describe-command.ts';

/** What a command does with its target: decides which of several elements of a name is meant. */
export type Purpose = 'click' | 'open' | 'text' | 'choose' | 'check' | 'value' | 'any' | 'submit';

/** `exact`: the name is the one that was said, so it is certain even before the page changes. */
export type Found =
  | { kind: 'one'; info: RefInfo; exact: boolean }
  | { kind: 'several'; infos: RefInfo[] }
  | { kind: 'none'; near: string[] };

const TEXT_ROLES = ['textbox', 'searchbox', 'combobox', 'spinbutton'];
const CHECK_ROLES = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem'];
const ROLES: Readonly<Record<Exclude<Purpose, 'any'>, readonly string[]>> = {
  click: [
    'button',
    'link',
    'tab',
    'menuitem',
    'menuitemcheckbox',
    'menuitemradio',
    'option',
    'treeitem',
    'checkbox',
    'radio',
    'switch',
    'gridcell',
    'cell',
    'row',
  ],
  open: ['link', 'tab', 'menuitem', 'button', 'treeitem', 'option'],
  text: TEXT_ROLES,
  choose: ['combobox', 'listbox', 'radiogroup', 'group', 'button'],
  check: CHECK_ROLES,
  value: [...TEXT_ROLES, 'slider', 'listbox', 'checkbox', 'switch', 'radio'],
  submit: ['button'],
};

const WORD_ROLES: Readonly<Record<RoleWord, readonly string[]>> = {
  button: ['button', 'menuitem', 'switch'],
  link: ['link'],
  tab: ['tab'],
  checkbox: ['checkbox', 'switch', 'menuitemcheckbox'],
  radio: ['radio', 'menuitemradio'],
  switch: ['switch', 'checkbox', 'button'],
  option: ['option', 'radio', 'menuitem', 'treeitem'],
  menuitem: ['menuitem', 'menuitemcheckbox', 'menuitemradio', 'link', 'button'],
  field: [...TEXT_ROLES, 'slider', 'listbox', 'date'],
  searchbox: ['searchbox', 'combobox', 'textbox'],
  dropdown: ['combobox', 'listbox', 'button'],
  slider: ['slider', 'spinbutton'],
  image: ['img', 'image', 'link', 'button'],
  heading: ['heading', 'link', 'button'],
};

/** Words for the same thing, as sites and people use them. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['login', 'signin', 'logon', 'signon'],
  ['signup', 'register', 'createaccount', 'createanaccount'],
  ['logout', 'signout', 'logoff'],
  ['email', 'mail', 'emailaddress', 'mailaddress'],
  ['phone', 'telephone', 'phonenumber', 'telephonenumber', 'tel'],
  ['zip', 'zipcode', 'postcode', 'postalcode'],
  ['surname', 'lastname', 'familyname'],
  ['firstname', 'givenname', 'forename'],
  ['basket', 'cart', 'shoppingcart', 'shoppingbasket'],
  ['settings', 'preferences'],
  ['ok', 'okay'],
];

/** Lower case, words only, `e-mail` as `email`. */
export function fold(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<=\p{L})[-'’](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** How well a name fits what was said, 0 to 100; 95 and more is the name itself. */
export function nameScore(name: string, said: string): number {
  const has = fold(name);
  const want = fold(said);
  if (want.length === 0) return name.trim() !== '' && name.trim() === said.trim() ? 100 : 0;
  const [hasText, wantText] = [has.join(''), want.join('')];
  if (name.trim() === said.trim()) return 100;
  if (hasText === wantText) return 97;
  if (hasText === '') return 0;
  if (SYNONYMS.some((group) => group.includes(hasText) && group.includes(wantText))) return 90;
  if (has.slice(0, want.length).join('') === wantText) return 80;
  if (` ${has.join(' ')} `.includes(` ${want.join(' ')} `)) return 70;
  if (want.every((word) => has.includes(word))) return 60;
  if (want.every((word) => has.some((other) => other.startsWith(word) && word.length >= 3))) return 55;
  if (want.every((word) => has.some((other) => near(word, other)))) return has.length === want.length ? 50 : 45;
  return 0;
}

/** One slip of the finger in a word of at least four letters, two in one of at least eight. */
function near(a: string, b: string): boolean {
  if (a === b) return true;
  const allowed = a.length >= 8 ? 2 : a.length >= 4 ? 1 : 0;
  return allowed > 0 && Math.abs(a.length - b.length) <= allowed && distance(a, b) <= allowed;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, x) => x)];
  const at = (y: number, x: number): number => rows[y]?.[x] ?? 0;
  for (let y = 1; y <= a.length; y += 1) {
    const row = [y];
    rows.push(row);
    for (let x = 1; x <= b.length; x += 1) {
      const cost = a[y - 1] === b[x - 1] ? 0 : 1;
      let best = Math.min(at(y - 1, x) + 1, (row[x - 1] ?? 0) + 1, at(y - 1, x - 1) + cost);
      if (y > 1 && x > 1 && a[y - 1] === b[x - 2] && a[y - 2] === b[x - 1]) best = Math.min(best, at(y - 2, x - 2) + 1);
      row.push(best);
    }
  }
  return at(a.length, b.length);
}

function fits(info: RefInfo, purpose: Purpose): boolean {
  if (purpose === 'any') return true;
  if (
    purpose === 'text' &&
    (info.tag === 'textarea' || info.tag === 'input') &&
    !/^(?:button|submit|checkbox|radio|image|reset|range|color|file)$/.test(info.inputType ?? '')
  )
    return true;
  if (purpose === 'value' && info.tag === 'input') return true;
  if (purpose === 'choose' && info.tag === 'select') return true;
  return ROLES[purpose].includes(info.role);
}

function isRole(info: RefInfo, role: RoleWord): boolean {
  if (role === 'image') return /img|image/.test(info.role) || info.tag === 'img';
  if (role === 'field' && (info.tag === 'input' || info.tag === 'textarea' || info.tag === 'select'))
    return !/^(?:checkbox|radio|submit|button)$/.test(info.inputType ?? '');
  if (role === 'dropdown' && info.tag === 'select') return true;
  return WORD_ROLES[role].includes(info.role);
}

function inPlace(info: RefInfo, place: string): boolean {
  const words = fold(`${info.place ?? ''} ${info.fingerprint.within}`);
  return fold(place.replace(/^(?:the|in)\s+/i, '')).every(
    (word) =>
      words.includes(word) ||
      (word === 'dialog' && words.includes('alertdialog')) ||
      (/^(?:modal|popup)$/.test(word) && words.some((other) => /dialog$/.test(other))) ||
      (/^nav(?:bar)?$/.test(word) && words.includes('navigation')) ||
      (word === 'header' && words.includes('banner')) ||
      (word === 'footer' && words.includes('contentinfo')) ||
      (word === 'sidebar' && words.includes('complementary')),
  );
}

/**
 * The element a person means. Elements that fit the purpose win over others of the same name; equal names are told apart
 * by place and ordinal; links of one target count as one.
 */
export function findTarget(snapshot: PageSnapshot, target: Target, purpose: Purpose): Found {
  const all = snapshot.refs;
  const placed = target.place === undefined ? all : all.filter((info) => inPlace(info, target.place ?? ''));
  const scored = best(placed, target, purpose);
  // "First" and "last" may belong to the name, and a role word too ("Menu", "Search field").
  const second = scored.length > 0 ? scored : best(placed, withRoleInName(target), purpose);
  const infos = second.length > 0 || target.role === undefined ? second : best(placed, withoutRole(target), purpose);
  if (infos.length === 0) return { kind: 'none', near: nearest(placed.length > 0 ? placed : all, target, purpose) };
  const exact = nameScore(infos[0]?.name ?? '', target.name) >= 90 || target.name === '';
  if (target.ordinal !== undefined) {
    const chosen = target.ordinal === -1 ? infos.at(-1) : infos[target.ordinal - 1];
    return chosen === undefined
      ? { kind: 'none', near: infos.slice(0, 5).map(label) }
      : { kind: 'one', info: chosen, exact };
  }
  const [first] = infos;
  if (first !== undefined && (infos.length === 1 || sameLink(infos))) return { kind: 'one', info: first, exact };
  return { kind: 'several', infos };
}

function withRoleInName(target: Target): Target {
  const { role, ...rest } = target;
  return role === undefined || target.name === '' ? target : { ...rest, name: `${target.name} ${role}` };
}

function withoutRole(target: Target): Target {
  const { role: _role, ...rest } = target;
  return target.name === '' ? target : rest;
}

/** All of the best score, in page order; of those, the ones that fit best. */
function best(infos: readonly RefInfo[], target: Target, purpose: Purpose): RefInfo[] {
  const candidates =
    target.role === undefined ? infos : infos.filter((info) => target.role !== undefined && isRole(info, target.role));
  if (target.name === '') {
    const fitting = candidates.filter((info) => fits(info, purpose));
    const narrow = target.role === 'searchbox' ? searchFields(fitting) : fitting;
    return target.role === undefined && target.ordinal === undefined ? [] : narrow;
  }
  const rank = (info: RefInfo): number => {
    const score = Math.max(nameScore(info.name, target.name), 0);
    if (score === 0) return 0;
    return score + (fits(info, purpose) ? 100 : 0) + (info.states.includes('disabled') ? 0 : 1);
  };
  const ranked = candidates.map((info) => ({ info, score: rank(info) })).filter(({ score }) => score > 0);
  const fitting = ranked.filter(({ score }) => score > 100);
  const pool =
    fitting.length > 0 ? fitting : purpose === 'click' || purpose === 'any' || purpose === 'open' ? ranked : [];
  const top = Math.max(...pool.map(({ score }) => score));
  return pool.filter(({ score }) => score === top).map(({ info }) => info);
}

function searchFields(infos: readonly RefInfo[]): RefInfo[] {
  const search = infos.filter((info) => info.role === 'searchbox' || info.inputType === 'search');
  const named = infos.filter((info) => /search|such|buscar|recherche|find/i.test(info.name));
  return search.length > 0 ? search : named;
}

function sameLink(infos: readonly RefInfo[]): boolean {
  const hrefs = new Set(infos.map((info) => info.href ?? ''));
  return hrefs.size === 1 && !hrefs.has('') && infos.every((info) => info.role === 'link');
}

/** Names that are there and come near, at most five, for "did you mean". */
function nearest(infos: readonly RefInfo[], target: Target, purpose: Purpose): string[] {
  const want = fold(target.name);
  const score = (info: RefInfo): number => {
    const has = fold(info.name);
    const shared = want.filter((word) =>
      has.some((other) => other.startsWith(word.slice(0, 3)) && word.length >= 3),
    ).length;
    const edit = distance(want.join('').slice(0, 30), has.join('').slice(0, 30)) / Math.max(1, want.join('').length);
    return shared * 2 - Math.min(edit, 2);
  };
  const fitting = infos.filter((info) => info.name.trim() !== '' && fits(info, purpose));
  const sorted = [...fitting].sort((a, b) => score(b) - score(a));
  return [...new Set(sorted.map(label))].slice(0, 5);
}

/** Role and name, as a person reads it. */
export function label(info: RefInfo): string {
  const role = ROLE_NAMES[info.role] ?? info.role;
  return info.name === '' ? role : `${role} "${info.name.replaceAll('"', "'")}"`;
}

const ROLE_NAMES: Readonly<Record<string, string>> = {
  textbox: 'field',
  searchbox: 'search box',
  combobox: 'list',
  listbox: 'list',
  spinbutton: 'number field',
  img: 'image',
  menuitem: 'menu item',
};

/**
 * Equal elements told apart in words, one option each: by place where places differ, else by their order.
 * Every option, given as an answer, leads `pickOption` back to its element.
 */
export function optionsFor(infos: readonly RefInfo[]): string[] {
  const first = infos.slice(0, 10).map((info) => {
    const place = info.place === undefined || info.place === '' ? '' : ` in ${info.place.replace(/\s+/g, ' ')}`;
    return `${label(info)}${place}`.slice(0, 180);
  });
  return first.map((option, index) => {
    const same = first.filter((other) => other === option).length;
    const place = first.slice(0, index + 1).filter((other) => other === option).length;
    return same === 1 ? option : `${option} (${place} of ${same})`;
  });
}

/** The element behind an answer: one of the options, its number, or words that fit only one of them. */
export function pickOption(infos: readonly RefInfo[], answer: string): RefInfo | undefined {
  const options = optionsFor(infos);
  const exact = options.findIndex((option) => option === answer.trim());
  if (exact >= 0) return infos[exact];
  const words = answer
    .trim()
    .toLowerCase()
    .replace(/^(?:the|option|number|no\.?|#)\s*/g, '')
    .replace(/\s+(?:one|option)$/, '');
  const ordinal = [
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
  ].indexOf(words);
  const number = /^\d{1,2}(?:st|nd|rd|th)?[.)]?$/.test(words) ? Number.parseInt(words, 10) - 1 : ordinal;
  if (words === 'last') return infos.at(-1);
  if (number >= 0) return infos[number];
  const wanted = fold(words);
  const fitting =
    wanted.length === 0
      ? []
      : options.flatMap((option, index) => (wanted.every((word) => fold(option).includes(word)) ? [index] : []));
  return fitting.length === 1 && fitting[0] !== undefined ? infos[fitting[0]] : undefined;
}

/** A target in words for a sentence: what the person said. */
export const said = describeTarget;
