import type { RoleWord, Target } from './command.ts';
import { onlyQuote, restore } from './quotes.ts';

const ROLE_WORDS: readonly [RegExp, RoleWord][] = [
  [/(?:radio ?button|radio option|radio)/, 'radio'],
  [/(?:search ?(?:box|bar|field|input))/, 'searchbox'],
  [/(?:check ?box|tick ?box)/, 'checkbox'],
  [/(?:toggle switch|toggle button|toggle|switch)/, 'switch'],
  [
    /(?:drop-?down(?: (?:list|menu|box))?|select(?: ?box| list| menu)|combo ?box|pull-?down|list ?box|picker)/,
    'dropdown',
  ],
  [/(?:menu ?item|menu entry)/, 'menuitem'],
  [/(?:(?:text|input|entry) ?(?:field|box|area)|fields?|box|input|textarea|text editor|editor)/, 'field'],
  [/(?:button|btn|icon)/, 'button'],
  [/(?:hyper)?links?/, 'link'],
  [/tabs?/, 'tab'],
  [/(?:slider|range)/, 'slider'],
  [/(?:image|picture|photo)/, 'image'],
  [/(?:heading|headline)/, 'heading'],
  [/(?:option|choice)/, 'option'],
];

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ORDINAL = new RegExp(
  `^(?:(?<word>${ORDINALS.join('|')}|last|1st|2nd|3rd|\\d{1,3}th)|(?:#|number |no\\. ?)(?<digits>\\d{1,3}))\\s+`,
  'i',
);

const PLACE_NOUN =
  'row|section|dialog|modal|popup|pop-up|header|footer|nav|navigation|navbar|menu|sidebar|form|table|card|list|group|panel|toolbar|banner|main|article|region|column|cell|frame|iframe|top|bottom|page';

/** `first` -> 1, `2nd` -> 2, `last` -> -1. */
export function ordinalOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  if (lower === 'last') return -1;
  const index = ORDINALS.indexOf(lower);
  if (index >= 0) return index + 1;
  const digits = /^#?(\d{1,3})(?:st|nd|rd|th)?$/.exec(lower)?.[1];
  return digits === undefined || digits === '0' ? undefined : Number(digits);
}

/** Reads what a person calls an element: `the second "Select" button in row "TAP"`. Undefined when nothing is named. */
export function parseTarget(input: string, parts: readonly string[]): Target | undefined {
  let text = input
    .trim()
    .replace(/[.,!?]+$/, '')
    .trim();
  text = text.replace(/^(?:on|at)\s+(?=\S)/i, '').replace(/^(?:the|a|an|my|this|that|your)\s+/i, '');
  if (text === '') return undefined;

  const { rest, place } = splitPlace(text, parts);
  text = rest;

  let ordinal: number | undefined;
  const counted = ORDINAL.exec(text);
  if (counted !== null) {
    ordinal = ordinalOf(counted.groups?.['word'] ?? counted.groups?.['digits'] ?? '');
    // A name may begin with an ordinal ("First name"): only a counted role or a quoted name is one for sure.
    const after = text.slice(counted[0].length);
    if (
      counted.groups?.['digits'] !== undefined ||
      /^⟦/.test(after) ||
      roleOf(after) !== undefined ||
      !/^first (?:name|line)|^last (?:name|updated)/i.test(text)
    )
      text = after;
    else ordinal = undefined;
  }

  const named = roleOf(text);
  const role = named?.role;
  const name = restore(named?.rest ?? text, parts).replace(/^(?:the|a|an)\s+/i, '');
  if (name === '' && role === undefined && ordinal === undefined) return undefined;
  return {
    name,
    ...(role === undefined ? {} : { role }),
    ...(ordinal === undefined ? {} : { ordinal }),
    ...(place === undefined ? {} : { place }),
  };
}

/** A role word before or after the name; what is left is the name. */
function roleOf(text: string): { role: RoleWord; rest: string } | undefined {
  for (const [pattern, role] of ROLE_WORDS) {
    const after = new RegExp(`^(.*?)(?:^|\\s+)${pattern.source}$`, 'i').exec(text);
    if (after !== null) return { role, rest: (after[1] ?? '').trim() };
    const before = new RegExp(
      `^${pattern.source}(?:\\s+(?:labell?ed|called|named|titled|saying|that says|that reads|with the (?:text|name|label)|with text|for|to))?\\s+(⟦\\d+⟧|.+)$`,
      'i',
    ).exec(text);
    const rest = before?.[1];
    const explicit = /\s(?:labell?ed|called|named|titled|saying|that says|that reads|with)\s/i.test(text);
    if (rest !== undefined && (rest.startsWith('⟦') || explicit)) return { role, rest: rest.trim() };
  }
  return undefined;
}

/** `in row TAP`, `in the dialog`, `under "Billing"`. Names may hold `in` themselves ("Sign in"): a place needs its noun or quotes. */
function splitPlace(text: string, parts: readonly string[]): { rest: string; place: string | undefined } {
  const noun = new RegExp(
    `^(.*\\S)?\\s*\\b(?:in|inside|within|under|of|at|on|from)\\s+(?:the\\s+)?((?:${PLACE_NOUN})(?:\\s+.*)?|\\S.*?\\s(?:${PLACE_NOUN}))$`,
    'i',
  ).exec(text);
  const quoted = /^(.*\S)\s+(?:in|inside|within|under|beside|next to|for)\s+(?:the\s+)?(⟦\d+⟧)$/i.exec(text);
  const beside = /^(.*\S)\s+(?:next to|beside)\s+(?:the\s+)?(\S.*)$/i.exec(text);
  const [, rest = '', where = ''] = quoted ?? beside ?? noun ?? [];
  if (rest.trim() === '' || where === '') return { rest: text, place: undefined };
  const place = (onlyQuote(where, parts) ?? restore(where, parts)).replace(/\s+(?:of|on) (?:the|this) page$/i, '');
  return { rest: rest.trim(), place: /^(?:page|this page)$/i.test(place) ? undefined : place };
}
