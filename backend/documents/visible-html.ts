import { type Colour, contrast, over, parseColour } from './css-colour.ts';
import { type Declared, fits, inlineStyle, longhand, type StyleRule, styleRules, WITH_VARIABLE } from './css-rules.ts';
import { filterOpacity, fontSize, fraction, lengthPx } from './css-values.ts';
import { substituted, ValueTooLong, type VariableScope, variableScope } from './css-variables.ts';

/** The part of linkedom's elements that is used here: a backend has no DOM types. */
type DomElement = {
  readonly localName: string;
  readonly parentElement: DomElement | null;
  readonly children: Iterable<DomElement>;
  readonly childNodes: Iterable<{ readonly nodeType: number; remove(): void }>;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  remove(): void;
  replaceWith(text: string): void;
};
export type DomDocument = {
  readonly documentElement: DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement & { readonly textContent: string | null }>;
};

/** Elements that show no text of theirs; the rest of such a list is in the browser's own style sheet. */
const NEVER = new Set(
  (
    'script style template noscript head title meta link base iframe object embed applet svg math audio video canvas ' +
    'datalist source track param input textarea select noframes frameset'
  ).split(' '),
);
/** Elements that are looked at; what comes after is taken out. */
const MOST_ELEMENTS = 20_000;
const MIN_FONT_PX = 2;
const MIN_OPACITY = 0.1;
/** Less is no text that a person reads; WCAG asks for 4.5. */
const MIN_CONTRAST = 1.2;
/** Text moved this far (px) is out of what is shown. */
const FAR_PX = 200;
const MASKS = ['mask', 'mask-image', '-webkit-mask', '-webkit-mask-image'];
const WHITE: Colour = { red: 1, green: 1, blue: 1, alpha: 1 };
const BLACK: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };

type Sight = { fontPx: number; colour: Colour; background: Colour; opacity: number; visible: boolean };

/**
 * Takes out of a document what a person would not see in a mail program: hidden by an attribute, a style or a style sheet of
 * the document itself, in the colour of its background, too small, cut off or moved away. Pictures become their
 * description; nothing is loaded. Style sheets elsewhere are not known, as mail programs do not load them either.
 */
export function removeHidden(document: DomDocument): void {
  lowerNames(document);
  const rules: StyleRule[] = [];
  for (const sheet of document.querySelectorAll('style'))
    rules.push(...styleRules(sheet.textContent ?? '', rules.length));
  const styles = matched(document, rules);
  const root = document.documentElement;
  if (root === null) return;
  const start: Sight = { fontPx: 16, colour: BLACK, background: WHITE, opacity: 1, visible: true };
  const waiting: Waiting[] = [{ element: root, above: start, variables: undefined }];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, above } = next;
    count += 1;
    const declared = styles.get(element) ?? {};
    const variables = variableScope(declared, next.variables);
    const sight = count > MOST_ELEMENTS ? undefined : look(element, declared, above);
    const varied = withVariables(declared, variables);
    const seen = varied === undefined ? sight : look(element, varied, above);
    if (sight === undefined || seen === undefined) {
      element.remove();
      continue;
    }
    // A program that knows no variables shows it by what is declared without them: it is seen where both show it.
    const shown = readable(sight) && readable(seen);
    const closed = element.localName === 'details' && !element.hasAttribute('open');
    if (closed || !shown) for (const node of [...element.childNodes]) if (node.nodeType !== 1) node.remove();
    if (element.localName === 'img') describe(element, shown);
    else for (const child of [...element.children]) waiting.push({ element: child, above: seen, variables });
  }
}

type Waiting = { element: DomElement; above: Sight; variables: VariableScope | undefined };

/** The style with its variables put in; undefined: there are none. What is too long to be judged counts as hiding. */
function withVariables(
  style: Readonly<Record<string, string>>,
  scope: VariableScope | undefined,
): Record<string, string> | undefined {
  const varied = Object.entries(style).filter(([name]) => name.startsWith(WITH_VARIABLE));
  if (varied.length === 0) return undefined;
  const whole: Record<string, string> = { ...style };
  try {
    for (const [key, written] of varied) {
      const name = key.slice(WITH_VARIABLE.length);
      const value = substituted(written, scope)?.trim().toLowerCase();
      if (value === undefined || !fits(name, value)) continue;
      const [property, one] = longhand(name, value);
      whole[property] = one;
    }
  } catch (error) {
    if (!(error instanceof ValueTooLong)) throw error;
    whole['display'] = 'none';
  }
  return whole;
}

/** linkedom keeps names of attributes as they are written; in HTML `STYLE` is `style`, and the first one counts. */
function lowerNames(document: DomDocument): void {
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes]) {
      const lower = name.toLowerCase();
      if (name !== lower && !element.hasAttribute(lower)) element.setAttribute(lower, value);
    }
}

/** What each element is given by the rules and its own style attribute, strongest last. */
function matched(document: DomDocument, rules: readonly StyleRule[]): Map<DomElement, Record<string, string>> {
  const given = new Map<DomElement, { declared: Declared; weight: number; order: number }[]>();
  const add = (element: DomElement, entry: { declared: Declared; weight: number; order: number }): void => {
    const entries = given.get(element);
    if (entries === undefined) given.set(element, [entry]);
    else entries.push(entry);
  };
  for (const rule of rules) {
    try {
      for (const element of document.querySelectorAll(rule.selector)) add(element, rule);
    } catch {
      // A selector that this engine does not know, `:hover` of all kinds: it does not apply to a mail at rest.
    }
  }
  for (const element of document.querySelectorAll('[style]'))
    add(element, { declared: inlineStyle(element.getAttribute('style') ?? ''), weight: 1e12, order: 0 });
  const styles = new Map<DomElement, Record<string, string>>();
  for (const [element, entries] of given) {
    entries.sort((a, b) => a.weight - b.weight || a.order - b.order);
    const style: Record<string, string> = {};
    for (const strength of [0, 1, 2])
      for (const { declared } of entries)
        for (const [name, one] of Object.entries(declared)) {
          if (one.strength !== strength) continue;
          style[name] = one.value;
          delete style[WITH_VARIABLE + name];
        }
    styles.set(element, style);
  }
  return styles;
}

/** How an element stands; undefined: it and all in it is hidden. */
function look(element: DomElement, style: Record<string, string>, above: Sight): Sight | undefined {
  if (NEVER.has(element.localName) || ['hidden', 'inert'].some((name) => element.hasAttribute(name))) return undefined;
  if (element.getAttribute('aria-hidden')?.toLowerCase() === 'true') return undefined;
  const parent = element.parentElement;
  if (parent?.localName === 'details' && !parent.hasAttribute('open') && element.localName !== 'summary')
    return undefined;
  if (element.localName === 'dialog' && !element.hasAttribute('open')) return undefined;
  const fontPx = fontSize(style['font-size'], above.fontPx);
  if (style['display'] === 'none' || style['content-visibility'] === 'hidden' || movedAway(style, fontPx))
    return undefined;
  if (cutOff(style, fontPx)) return undefined;
  const opacity = above.opacity * fraction(style['opacity']) * filterOpacity(style['filter']);
  if (opacity < MIN_OPACITY) return undefined;
  const painted = colourIn(style['background-color'] ?? element.getAttribute('bgcolor'));
  const inked = inkIn(style['-webkit-text-fill-color'] ?? style['color'] ?? fontColour(element));
  const visibility = style['visibility'];
  return {
    fontPx,
    opacity,
    colour: inked ?? above.colour,
    background: painted === undefined ? above.background : over(painted, above.background),
    visible: visibility === undefined || visibility === 'inherit' ? above.visible : visibility === 'visible',
  };
}

const readable = ({ fontPx, colour, background, visible }: Sight): boolean =>
  visible &&
  fontPx >= MIN_FONT_PX &&
  colour.alpha >= MIN_OPACITY &&
  contrast(over(colour, background), background) >= MIN_CONTRAST;

/** A picture is not loaded; what it says of itself stands for it, unless it only counts readers. */
function describe(image: DomElement, seen: boolean): void {
  const small = ['width', 'height'].some((name) => Number.parseFloat(image.getAttribute(name) ?? '99') <= 2);
  const alt = (image.getAttribute('alt') ?? '').trim().slice(0, 120);
  if (!seen || small || alt === '') image.remove();
  else image.replaceWith(`[picture: ${alt}]`);
}

const fontColour = (element: DomElement): string | null =>
  element.localName === 'font' || element.localName === 'body'
    ? (element.getAttribute('color') ?? element.getAttribute('text'))
    : null;

/** The colour of text. One that is computed, or in a notation that is not known here, counts as none: it may be that. */
function inkIn(value: string | null | undefined): Colour | undefined {
  if (value?.includes('(') && !/^(?:rgba?|hsla?)\([^()]*\)$/.test(value)) return { ...WHITE, alpha: 0 };
  return colourIn(value);
}

/** The first colour in a value: `background` may hold more. */
function colourIn(value: string | null | undefined): Colour | undefined {
  if (value === null || value === undefined) return undefined;
  for (const [one] of value.replace(/url\([^)]*\)/g, ' ').matchAll(/(?:rgba?|hsla?)\([^)]*\)|#[\da-f]+|[a-z]+/gi)) {
    const colour = parseColour(one);
    if (colour !== undefined) return colour;
  }
  return /^[\da-f]{6}$/i.test(value) ? parseColour(`#${value}`) : undefined;
}

function movedAway(style: Record<string, string>, em: number): boolean {
  const px = (name: string): number => lengthPx(style[name], em) ?? 0;
  const placed = /^(?:absolute|fixed|relative|sticky)$/.test(style['position'] ?? '');
  if (placed && ['left', 'top', 'right', 'bottom'].some((side) => Math.abs(px(side)) >= 2_000 || px(side) <= -FAR_PX))
    return true;
  if (['margin-left', 'margin-top', 'text-indent'].some((name) => px(name) <= -FAR_PX)) return true;
  if ((style['margin'] ?? '').split(/\s+/).some((one) => (lengthPx(one, em) ?? 0) <= -FAR_PX)) return true;
  const transform = style['transform'] ?? '';
  if (/scale(?:[xyz]|3d)?\(\s*0?\.?0*%?(?:[,)\s])/.test(transform) || /^0(?:\.0+)?%?$/.test(style['scale'] ?? ''))
    return true;
  if (/(?:^|\s)-\d{3,}/.test(style['translate'] ?? '') || px('letter-spacing') < -em / 2) return true;
  if (style['zoom'] !== undefined && fraction(style['zoom']) < MIN_OPACITY) return true;
  return /translate[xy]?\([^)]*-(?:\d{3,})/.test(transform);
}

function cutOff(style: Record<string, string>, em: number): boolean {
  const clip = `${style['clip'] ?? ''} ${style['clip-path'] ?? ''}`;
  if (/rect\(\s*(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?\s*\)/.test(clip))
    return true;
  if (/inset\(\s*(?:[5-9]\d|100)%|(?:circle|ellipse)\(\s*0|polygon\(\s*0[^,]*,\s*0[^,]*,\s*0[^,)]*\)/.test(clip))
    return true;
  // What a mask leaves is not known here.
  if (MASKS.some((name) => (style[name] ?? 'none') !== 'none')) return true;
  const hides = /hidden|clip|scroll|auto/.test(
    `${style['overflow'] ?? ''} ${style['overflow-x'] ?? ''} ${style['overflow-y'] ?? ''}`,
  );
  if (hides && (lengthPx(style['line-height'], em) ?? 99) <= 1 && /^0|px|pt/.test(style['line-height'] ?? ''))
    return true;
  return hides && ['height', 'max-height', 'width', 'max-width'].some((name) => (lengthPx(style[name], em) ?? 99) <= 1);
}
