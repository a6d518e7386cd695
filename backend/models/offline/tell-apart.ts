import type { RefInfo } from '@pagehand/contracts/snapshot';
import { fold } from './name-score.ts';

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
