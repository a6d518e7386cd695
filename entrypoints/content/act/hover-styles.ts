import { allIn, flatParent, unshadowed } from './capture-kit.ts';
import type { ActContext } from './context.ts';

const MARK = 'data-pagehand-hover';
/** What rules for `:hover` bring things into sight with; colours and the like are left alone. */
const SHOWING = [
  'display',
  'visibility',
  'opacity',
  'pointer-events',
  'transform',
  'translate',
  'scale',
  'clip',
  'clip-path',
  'overflow',
  'height',
  'max-height',
  'width',
  'max-width',
  'left',
  'right',
  'top',
  'bottom',
  'z-index',
];
/** Bounds, so that a page with huge style sheets costs little. */
const MOST = { rules: 30_000, elements: 200 };

type Rule = { selector: string; style: CSSStyleDeclaration };
const held = new WeakMap<Document, () => void>();

/**
 * `:hover` follows the real mouse alone. This applies what the page's own readable style sheets say for it, for the time
 * that the pointer of the plan stays there: of rules that hold with the element and its ancestors hovered, the declarations
 * that bring things into sight, as inline styles that are taken back. Sends nothing.
 * @returns whether anything in the page is styled otherwise now.
 */
export function holdHover(target: Element, context: ActContext): boolean {
  releaseHover(context.document);
  const { document, view } = context;
  const path: Element[] = [];
  for (let node: Element | null = target; node !== null; node = flatParent(node, context.memory.shadowRootOf))
    path.push(node);
  const rules = hoverRules(
    [...unshadowed(document, 'styleSheets'), ...unshadowed(document, 'adoptedStyleSheets')],
    view,
  );
  for (const node of path) node.setAttribute(MARK, '');
  const found: [HTMLElement | SVGElement, CSSStyleDeclaration][] = [];
  for (const { selector, style } of rules) {
    if (found.length > MOST.elements) break;
    for (const element of matching(document, selector))
      if (element instanceof HTMLElement || element instanceof SVGElement) found.push([element, style]);
  }
  for (const node of path) node.removeAttribute(MARK);
  const before = new Map<HTMLElement | SVGElement, string | null>();
  for (const [element, style] of found)
    for (const property of SHOWING) {
      const value = style.getPropertyValue(property);
      if (value === '' || getComputedStyle(element).getPropertyValue(property) === value) continue;
      if (!before.has(element)) before.set(element, element.getAttribute('style'));
      element.style.setProperty(property, value, 'important');
    }
  if (before.size === 0) return false;
  const listening = new AbortController();
  const release = (): void => {
    listening.abort();
    held.delete(document);
    for (const [element, style] of before)
      if (style === null) element.removeAttribute('style');
      else element.setAttribute('style', style);
  };
  // The person's own mouse takes over.
  view.addEventListener('pointermove', (event) => event.isTrusted && release(), {
    signal: listening.signal,
    capture: true,
  });
  held.set(document, release);
  return true;
}

/** The plan's pointer goes on: what was held ends, but for what is hovered there too. */
export function moveHover(to: Element, context: ActContext): void {
  if (held.has(context.document)) holdHover(to, context);
}

function releaseHover(document: Document): void {
  held.get(document)?.();
}

function matching(document: Document, selector: string): Iterable<Element> {
  try {
    return allIn(document, selector.replaceAll(':hover', `[${MARK}]`));
  } catch {
    // What only this browser's style engine understands.
    return [];
  }
}

/** Rules with `:hover` that hold for this window. Sheets of other sites cannot be read. */
function hoverRules(sheets: readonly CSSStyleSheet[], view: Window): Rule[] {
  const rules: Rule[] = [];
  let looked = 0;
  const visit = (list: CSSRuleList, around: string): void => {
    for (const rule of list) {
      looked += 1;
      if (looked > MOST.rules) return;
      if (rule instanceof CSSStyleRule) {
        const selector = around === '' ? rule.selectorText : rule.selectorText.replaceAll('&', `:is(${around})`);
        if (selector.includes(':hover')) rules.push({ selector, style: rule.style });
        if (rule.cssRules.length > 0) visit(rule.cssRules, selector);
      } else if (rule instanceof CSSMediaRule) {
        if (view.matchMedia(rule.conditionText).matches) visit(rule.cssRules, around);
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet !== null) read(rule.styleSheet);
      } else if (rule instanceof CSSGroupingRule) visit(rule.cssRules, around);
    }
  };
  const read = (sheet: CSSStyleSheet): void => {
    if (sheet.disabled || !view.matchMedia(sheet.media.mediaText || 'all').matches) return;
    try {
      visit(sheet.cssRules, '');
    } catch {
      // Of another site: closed to scripts.
    }
  };
  for (const sheet of sheets) read(sheet);
  return rules;
}
