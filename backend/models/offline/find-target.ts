import { editDistance } from '@pagehand/contracts/edit-distance';
import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import type { RoleWord, Target } from './command.ts';
import { fold, nameScore } from './name-score.ts';
import { label } from './tell-apart.ts';

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

/** A target without a name of its own ("the box next to milk") may have the place in its name. */
function inPlace(info: RefInfo, place: string, nameless: boolean): boolean {
  const words = fold(`${info.place ?? ''} ${info.fingerprint.within} ${nameless ? info.name : ''}`);
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
  const placed =
    target.place === undefined ? all : all.filter((info) => inPlace(info, target.place ?? '', target.name === ''));
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
    const edit =
      editDistance(want.join('').slice(0, 30), has.join('').slice(0, 30)) / Math.max(1, want.join('').length);
    return shared * 2 - Math.min(edit, 2);
  };
  const fitting = infos.filter((info) => info.name.trim() !== '' && fits(info, purpose));
  const sorted = [...fitting].sort((a, b) => score(b) - score(a));
  return [...new Set(sorted.map(label))].slice(0, 5);
}
