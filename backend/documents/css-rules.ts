import { type CssNode, generate, type List, lexer, parse, walk } from 'css-tree';
import { shorthandSize } from './css-values.ts';

/** What decides whether text can be seen; other properties are left out. */
const PROPERTIES =
  /^(?:display|visibility|opacity|color|background(?:-color)?|font(?:-size)?|position|left|right|top|bottom|margin(?:-left|-top)?|text-indent|transform|scale|clip(?:-path)?|overflow(?:-[xy])?|(?:max-)?(?:height|width)|content-visibility|(?:-webkit-)?filter|-webkit-text-fill-color|line-height|letter-spacing|translate|zoom|(?:-webkit-)?mask(?:-image)?)$/;
/** Rules with such a property; a mail has dozens. */
const MOST_RULES = 3_000;
/** CSS pixels of the window in which a mail is thought to be read. */
const WINDOW_PX = 1_024;

/** Code units of a value; a longer one is not judged and counts as hiding. */
const MOST_VALUE = 1_000;

/** `strength` 2: important; 0: a value that only counts in quirks mode, where nothing valid stands. */
export type Declared = Readonly<Record<string, { value: string; strength: 0 | 1 | 2 }>>;
/** One selector of a rule; `weight` is its specificity as one number, `order` its place. */
export type StyleRule = { selector: string; weight: number; order: number; declared: Declared };

/** Declarations of a style attribute. Whatever is no CSS is dropped as in a browser. */
export function inlineStyle(text: string): Declared {
  try {
    const list = parse(text, { context: 'declarationList' });
    return 'children' in list && list.children ? declarations(list.children) : {};
  } catch {
    return {};
  }
}

/** Rules of a style sheet that apply on a screen of WINDOW_PX in light colours. */
export function styleRules(css: string, firstOrder: number): StyleRule[] {
  const rules: StyleRule[] = [];
  let sheet: CssNode;
  try {
    sheet = parse(css, { parseValue: false });
  } catch {
    return rules;
  }
  walk(sheet, {
    enter(node: CssNode) {
      if (node.type === 'Atrule') {
        const query = node.prelude === null ? '' : generate(node.prelude);
        const applies = node.name === 'media' ? mediaApplies(query) : /^(?:supports|layer|container)$/.test(node.name);
        if (!applies) return walk.skip;
      }
      if (node.type !== 'Rule' || rules.length >= MOST_RULES) return undefined;
      const declared = declarations(node.block.children);
      if (Object.keys(declared).length === 0 || node.prelude.type !== 'SelectorList') return undefined;
      for (const one of node.prelude.children.toArray())
        rules.push({ selector: generate(one), weight: specificity(one), order: firstOrder + rules.length, declared });
      return undefined;
    },
  });
  return rules;
}

/** Before the name of a property whose value holds `var()`: what it stands for is known in its element only. */
export const WITH_VARIABLE = 'var:';

/** What is judged of a property: the shorthands set these anew, whatever stood before. */
export function longhand(name: string, value: string): [name: string, value: string] {
  if (name === 'font') return ['font-size', shorthandSize(value)];
  if (name === 'background') return ['background-color', value];
  return [name.replace('-webkit-filter', 'filter'), value];
}

/** The last valid value of each property: one that does not fit its property is dropped, as in a browser. */
function declarations(children: List<CssNode>): Declared {
  const found: Record<string, Declared[string]> = {};
  const set = (name: string, value: string, strength: 0 | 1 | 2): void => {
    if ((found[name]?.strength ?? 0) <= strength) found[name] = { value, strength };
    if ((found[WITH_VARIABLE + name]?.strength ?? 3) <= strength) delete found[WITH_VARIABLE + name];
  };
  for (const node of children.toArray()) {
    if (node.type !== 'Declaration') continue;
    const property = unescaped(node.property);
    // Custom properties keep their case, and take any value (CSS Variables 1, 2).
    const name = property.startsWith('--') ? property : property.toLowerCase();
    // `!ie` and the like make a declaration invalid.
    if (
      (!PROPERTIES.test(name) && !name.startsWith('--')) ||
      (typeof node.important === 'string' && !/^important$/i.test(node.important))
    )
      continue;
    const strength = node.important === false ? 1 : 2;
    const written = unescaped(generate(node.value)).trim();
    const value = written.toLowerCase();
    if (name.startsWith('--')) set(name, written.slice(0, MOST_VALUE + 1), strength);
    else if (value.length > MOST_VALUE) set('display', 'none', 2);
    else if (/(?<![\w-])var\(/.test(value)) set(WITH_VARIABLE + name, written, strength);
    else if (fits(name, value)) set(...longhand(name, value), strength);
    else if (fits(name, quirk(value))) set(name, quirk(value), 0);
  }
  return found;
}

/** Values seen before: mails repeat theirs. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 5_000;

/** Whether a browser takes the value. */
export function fits(name: string, value: string): boolean {
  const key = `${name}:${value}`;
  const known = judged.get(key);
  if (known !== undefined) return known;
  if (judged.size >= MOST_JUDGED) judged.clear();
  let fit = false;
  try {
    fit = lexer.matchProperty(name, value).error === null;
  } catch {
    // No value that can be read.
  }
  judged.set(key, fit);
  return fit;
}

/** Quirks Mode, 3.1 and 3.2: colours without `#`, lengths without a unit. */
const quirk = (value: string): string =>
  value.replace(/^[\da-f]{3}(?:[\da-f]{3})?$/, '#$&').replace(/^[+-]?(?:\d*\.)?\d+$/, '$&px');

/**
 * CSS Syntax 3, 4.3.7: `no\\6e e` is `none`. What is escaped is always a part of a name: `\\23 000` is no colour. Texts are
 * left out, and addresses, in which nothing is looked for.
 */
const unescaped = (text: string): string =>
  text.replace(
    /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\((?:\\.|[^)\\])*\)|\\(?:([\da-f]{1,6})\s?|(.))/gis,
    (whole, hex: string | undefined, plain: string | undefined) => {
      if (!whole.startsWith('\\')) return /^u/i.test(whole) ? 'url(x)' : '"x"';
      const point = hex === undefined ? 0 : Number.parseInt(hex, 16);
      const one = plain ?? (point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '');
      return /^[a-z_-]$/i.test(one) ? one : '\ufffd';
    },
  );

/** Selectors Level 4, 17: ids, then classes, attributes and pseudo-classes, then types. */
function specificity(selector: CssNode): number {
  let weight = 0;
  walk(selector, (node) => {
    if (node.type === 'IdSelector') weight += 1_000_000;
    else if (node.type === 'ClassSelector' || node.type === 'AttributeSelector') weight += 1_000;
    else if (node.type === 'PseudoClassSelector') weight += node.name === 'where' ? 0 : 1_000;
    else if (node.type === 'TypeSelector' && node.name !== '*') weight += 1;
  });
  return weight;
}

/** Any of the queries in the list applies. A condition that is not known counts as true. */
function mediaApplies(query: string): boolean {
  const list = query.toLowerCase().split(',');
  return list.some((one) => {
    const applies =
      !/\b(?:print|speech)\b/.test(one) &&
      !/prefers-color-scheme:\s*dark/.test(one) &&
      [...one.matchAll(/(min|max)-(?:device-)?width:\s*([\d.]+)(px|em|rem)?/g)].every(([, bound, number, unit]) => {
        const px = Number(number) * (unit === 'em' || unit === 'rem' ? 16 : 1);
        return bound === 'min' ? WINDOW_PX >= px : WINDOW_PX <= px;
      });
    return /^\s*not\b/.test(one) ? !applies : applies;
  });
}
