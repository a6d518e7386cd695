import { attribute, localName, unshadowed } from './dom.ts';
import type { Visibility } from './visibility.ts';

/**
 * Formulas as renderers write them (KaTeX, MathJax 2 to 4): what is painted is hidden from screen readers, and MathML
 * for them stands beside it, hidden from sight. The MathML is the better text, but nobody sees it: it is taken only
 * where every letter and digit of it is painted.
 */
const MATHML = 'http://www.w3.org/1998/Math/MathML';
const TAGS = new Set(
  'math semantics mrow mi mo mn ms mtext mspace mfrac msqrt mroot msup msub msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mlabeledtr mtd mfenced menclose mpadded mstyle merror maction'.split(
    ' ',
  ),
);
/** Nodes of a formula that are looked at; a longer one stays text. */
const MAX_NODES = 3_000;

/** The MathML tag of an element, undefined for any other element and for annotations. */
export function mathTag(element: Element): string | undefined {
  const tag = localName(element);
  return TAGS.has(tag) && element.namespaceURI === MATHML ? tag : undefined;
}

/** Whether a formula stands on its own line. */
export function isDisplayed(math: Element): boolean {
  return (
    attribute(math, 'display') === 'block' ||
    math.closest('.katex-display,mjx-container[display="true"],.MathJax_Display') !== null
  );
}

function isRendering(element: Element): boolean {
  const tag = localName(element);
  if (tag === 'mjx-math') return true;
  if (tag === 'svg') return element.parentElement !== null && localName(element.parentElement) === 'mjx-container';
  const names = attribute(element, 'class') ?? '';
  return /(?:^|\s)katex-html(?:\s|$)/.test(names) || (tag === 'nobr' && element.parentElement?.className === 'MathJax');
}

/**
 * What a painted formula says, when `element` is one.
 * @returns its MathML when that says no more than what is painted, else the painted text.
 */
export function formulaOf(element: Element, visibility: Visibility): { math?: Element; text: string } | undefined {
  if (!isRendering(element)) return undefined;
  const text = paintedText(element, visibility);
  if (text.trim() === '') return undefined;
  const math = [...(element.parentElement?.querySelectorAll('math') ?? [])].find((other) => !element.contains(other));
  return math !== undefined && saysNoMore(math, text) ? { math, text } : { text };
}

function paintedText(element: Element, visibility: Visibility): string {
  const walker = unshadowed(element.ownerDocument, 'createTreeWalker').call(
    element.ownerDocument,
    element,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  let text = '';
  let count = 0;
  for (let node = walker.nextNode(); node !== null && count < MAX_NODES; node = walker.nextNode(), count += 1) {
    if (node instanceof Text) {
      if (node.parentElement !== null && visibility.readsText(node.parentElement)) text += node.data;
    } else if (node instanceof Element) {
      // MathJax paints by fonts and paths; the code point is in the class or in `data-c`.
      const code = attribute(node, 'data-c') ?? /(?:^|\s)mjx-c([\dA-F]+)/i.exec(attribute(node, 'class') ?? '')?.[1];
      const point = code === undefined ? Number.NaN : Number.parseInt(code, 16);
      const box = point <= 0x10ffff ? node.getBoundingClientRect() : undefined;
      if (box !== undefined && box.width > 0 && box.height > 0) text += String.fromCodePoint(point);
    }
  }
  return text.normalize('NFKC');
}

function saysNoMore(math: Element, painted: string): boolean {
  const left = new Map<string, number>();
  for (const sign of painted.match(/[\p{L}\p{N}]/gu) ?? []) left.set(sign, (left.get(sign) ?? 0) + 1);
  for (const sign of tokensOf(math)
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]/gu) ?? []) {
    const have = left.get(sign) ?? 0;
    if (have === 0) return false;
    left.set(sign, have - 1);
  }
  return true;
}

function tokensOf(node: Element): string {
  let text = '';
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child instanceof Text) text += child.data;
    else if (child instanceof Element && mathTag(child) !== undefined) text += tokensOf(child);
  return text;
}
