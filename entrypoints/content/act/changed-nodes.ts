import { activeIn, isOwnElement, parentOf, renderedText, squash } from './capture-kit.ts';
import type { ActContext } from './context.ts';

const NOISE_TAGS = new Set(['script', 'style', 'link', 'meta', 'head', 'title', 'noscript', 'template']);

/** The element with the focus, through shadow roots. */
export function deepActive(document: Document, context: Pick<ActContext, 'memory'>): Element | null {
  let active = activeIn(document);
  while (active !== null) {
    const inner = context.memory.shadowRootOf(active)?.activeElement ?? null;
    if (inner === null) return active;
    active = inner;
  }
  return active;
}

/** Not ours, not a script or a style. */
export function matters(node: Node): boolean {
  const element = node instanceof Element ? node : parentOf(node);
  if (element === null) return node instanceof ShadowRoot || node instanceof Text;
  return !NOISE_TAGS.has(element.localName) && !isOwnElement(element);
}

export function wordsOf(node: Node): string {
  const hidden = !(node instanceof Element) && parentOf(node)?.getClientRects().length === 0;
  return hidden ? '' : squash(renderedText(node).slice(0, 2_000));
}

export function hasControl(node: Node): boolean {
  return (
    node instanceof Element &&
    (node.matches('input,button,a,select,textarea,img,[role]') ||
      node.querySelector('input,button,a,select,textarea,img,[role]') !== null) &&
    node.getClientRects().length > 0
  );
}

/** Tokens that only one of two class lists has. */
export function tokenDifference(a: string, b: string): string[] {
  const one = new Set(a.split(/\s+/).filter(Boolean));
  const other = new Set(b.split(/\s+/).filter(Boolean));
  return [...[...one].filter((token) => !other.has(token)), ...[...other].filter((token) => !one.has(token))];
}
