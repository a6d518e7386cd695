import { type CssNode, type Declaration, generate, type List, parse, walk } from 'css-tree';

/** What decides whether text can be seen; other properties are left out. */
const PROPERTIES =
  /^(?:display|visibility|opacity|color|background(?:-color)?|font(?:-size)?|position|left|right|top|bottom|margin(?:-left|-top)?|text-indent|transform|scale|clip(?:-path)?|overflow(?:-[xy])?|(?:max-)?(?:height|width)|content-visibility|-webkit-text-fill-color)$/;
/** Rules with such a property; a mail has dozens. */
const MOST_RULES = 3_000;
/** CSS pixels of the window in which a mail is thought to be read. */
const WINDOW_PX = 1_024;

export type Declared = Readonly<Record<string, { value: string; important: boolean }>>;
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

function declarations(children: List<CssNode>): Declared {
  const found: Record<string, { value: string; important: boolean }> = {};
  for (const node of children.toArray()) {
    if (node.type !== 'Declaration') continue;
    const name = unescaped(node.property).toLowerCase();
    if (!PROPERTIES.test(name)) continue;
    const important = isImportant(node);
    if (found[name]?.important && !important) continue;
    found[name] = { value: unescaped(generate(node.value)).trim().toLowerCase(), important };
  }
  return found;
}

/** CSS Syntax 3, 4.3.7: `no\\6e e` is `none`. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_whole, hex: string | undefined, plain: string | undefined) => {
    if (hex === undefined) return plain ?? '';
    const point = Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  });

const isImportant = (node: Declaration): boolean => node.important !== false;

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
