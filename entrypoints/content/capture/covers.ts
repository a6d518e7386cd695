import { boxOf, elementAt, viewOf } from './dom.ts';
import { flatParent, type ShadowRootOf } from './flat-tree.ts';
import { isOwnElement } from './own-elements.ts';
import type { PageWatch } from './page-watch.ts';
import type { RefRead } from './walk-output.ts';

/** Points to a side at which the window is looked at for something that lies over the page. */
const GRID = 4;
/** Of the window's area: smaller things cover single controls at most, and those are tested when they are acted on. */
const MIN_SHARE = 0.2;
/** Controls in the window that are tested. */
const MAX_TESTED = 400;

/**
 * Marks the controls that something large lies over: no click reaches them until it is gone. What the capture before
 * has found counts where nothing can have moved since.
 */
export function markCovered(
  document: Document,
  refs: readonly RefRead[],
  shadowRootOf: ShadowRootOf,
  watch: PageWatch | undefined,
): void {
  const before = watch?.covered;
  const known = watch?.still && before?.epoch === watch.epoch - 1;
  const elements = known && before !== undefined ? before.elements : coveredIn(document, refs, shadowRootOf);
  for (const { element, node } of refs) node.covered = elements.has(element);
  if (watch !== undefined) watch.covered = { epoch: watch.epoch, elements };
}

function coveredIn(document: Document, refs: readonly RefRead[], shadowRootOf: ShadowRootOf): ReadonlySet<Element> {
  const covered = new Set<Element>();
  const view = viewOf(document);
  if (view === null) return covered;
  const covers = coversOf(document, view, shadowRootOf);
  if (covers.size === 0) return covered;
  let tested = 0;
  for (const { element } of refs) {
    if (tested >= MAX_TESTED) break;
    const box = boxOf(element);
    if (box.width <= 1 || box.height <= 1) continue;
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (x < 0 || y < 0 || x >= view.innerWidth || y >= view.innerHeight) continue;
    tested += 1;
    const hit = elementAt(document, x, y);
    const cover = hit === null ? undefined : coverAround(hit, covers, shadowRootOf);
    if (cover === undefined || lies(element, cover, shadowRootOf)) continue;
    covered.add(element);
  }
  return covered;
}

/** Positioned boxes that take up much of the window. */
function coversOf(document: Document, view: Window, shadowRootOf: ShadowRootOf): Set<Element> {
  const covers = new Set<Element>();
  const looked = new Set<Element>();
  const area = view.innerWidth * view.innerHeight * MIN_SHARE;
  for (let at = 0; at < GRID * GRID; at += 1) {
    const x = (((at % GRID) + 0.5) / GRID) * view.innerWidth;
    const y = ((Math.floor(at / GRID) + 0.5) / GRID) * view.innerHeight;
    for (
      let node: Element | null = elementAt(document, x, y);
      node !== null && !looked.has(node);
      node = flatParent(node, shadowRootOf)
    ) {
      looked.add(node);
      if (isOwnElement(node) || !/^(?:fixed|absolute)$/.test(getComputedStyle(node).position)) continue;
      const box = boxOf(node);
      if (box.width * box.height >= area) covers.add(node);
    }
  }
  return covers;
}

/** The outermost cover that a hit element lies in. */
function coverAround(hit: Element, covers: ReadonlySet<Element>, shadowRootOf: ShadowRootOf): Element | undefined {
  let found: Element | undefined;
  for (let node: Element | null = hit; node !== null; node = flatParent(node, shadowRootOf))
    if (covers.has(node)) found = node;
  return found;
}

function lies(element: Element, within: Element, shadowRootOf: ShadowRootOf): boolean {
  for (let node: Element | null = element; node !== null; node = flatParent(node, shadowRootOf))
    if (node === within) return true;
  return false;
}
