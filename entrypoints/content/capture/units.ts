import { boxOf } from './dom.ts';
import type { Extent } from './extent.ts';
import type { OutlineNode } from './outline.ts';
import { boxIn, type Sight } from './sight.ts';
import type { Redacted } from './text-hygiene.ts';
import type { WalkOutput } from './walk-output.ts';

/** An element as it was seen: what is taken over is compared with it where styles may carry a change from afar. */
export type Seen = { element: Element; width: number; height: number; shown: boolean };

/** What a subtree inherits from above as far as it decides what is read. */
export type Context = {
  exposed: boolean;
  seen: boolean;
  inModal: boolean;
  opacity: number;
  reads: boolean;
  control: boolean;
  labelled: boolean;
  cursor: string;
};

/** What a walk has read of one subtree: ranges of its output. */
export type Unit = {
  /** Number of the capture that has read it. */
  epoch: number;
  /** Number of the capture that has last compared it with what was seen, or read it. */
  comparedAt: number;
  context: Context;
  output: WalkOutput;
  parts: readonly [number, number];
  chars: number;
  refs: readonly [number, number];
  labels: readonly [number, number];
  seen: readonly [number, number];
  /** Its lines of the outline. */
  nodes: readonly OutlineNode[];
  /** Nearest place around it, when it was read. */
  place: OutlineNode | undefined;
  hidden: number;
  visited: number;
  redacted: Redacted | undefined;
  box: { left: number; top: number; width: number; height: number };
  extent: Extent;
  /** A name in it is made by id or by a label elsewhere: of these elements. */
  deps: Set<Element>;
  refersOut: boolean;
};

/** Text may stand out of its box by this much: line boxes do. */
const OVERFLOW_PX = 8;

/** Whether what was read hangs together: no text of it lies far from its root, none leans on elements elsewhere. */
export const holdsTogether = ({ box, extent }: Pick<Unit, 'box' | 'extent'>): boolean =>
  !extent.leans &&
  extent.left >= box.left - OVERFLOW_PX &&
  extent.top >= box.top - OVERFLOW_PX &&
  extent.right <= box.left + box.width + OVERFLOW_PX &&
  extent.bottom <= box.top + box.height + OVERFLOW_PX;

export function isSameContext(a: Context, b: Context): boolean {
  return (
    a.exposed === b.exposed &&
    a.seen === b.seen &&
    a.inModal === b.inModal &&
    a.opacity === b.opacity &&
    a.reads === b.reads &&
    a.control === b.control &&
    a.labelled === b.labelled &&
    a.cursor === b.cursor
  );
}

/** How far a subtree has moved on the page. undefined: it has another size, so what is in it may be laid out anew. */
export function movedBy(
  { box }: Unit,
  root: Element,
  scroll: { x: number; y: number },
): { right: number; down: number } | undefined {
  const now = boxOf(root);
  if (Math.abs(now.width - box.width) > 0.01 || Math.abs(now.height - box.height) > 0.01) return undefined;
  return { right: now.left + scroll.x - box.left, down: now.top + scroll.y - box.top };
}

/** Whether none of its text has crossed an edge of the page. */
export const staysReadable = (
  extent: Extent,
  moved: { right: number; down: number },
  page: { left: number; right: number },
): boolean =>
  extent.firstRight + moved.right > page.left &&
  (extent.lastLeft === Number.NEGATIVE_INFINITY || extent.lastLeft + moved.right < page.right) &&
  extent.firstBottom + moved.down > 0;

/** Whether all that was seen in it has the size it had, and is shown or hidden as it was. */
export function looksAsBefore({ output, seen: [from, to] }: Unit): boolean {
  for (let index = from; index < to; index += 1) {
    const seen = output.seen[index];
    if (seen === undefined) continue;
    if (isShown(seen.element) !== seen.shown) return false;
    if (!seen.shown) continue;
    const box = boxOf(seen.element);
    if (Math.abs(box.width - seen.width) > 0.01 || Math.abs(box.height - seen.height) > 0.01) return false;
  }
  return true;
}

const VISIBILITY = { opacityProperty: true, visibilityProperty: true };
const isShown = (element: Element): boolean => element.checkVisibility(VISIBILITY);

/** What `looksAsBefore` compares with later. */
export function seenNow(element: Element, sight: Sight): Seen {
  const shown = sight.rendered && sight.visible && sight.opacity > 0 && sight.display !== 'contents';
  const { width, height } = shown ? boxIn(sight, element) : NO_SIZE;
  return { element, width, height, shown };
}
const NO_SIZE = { width: 0, height: 0 };

export const contextOf = (
  sight: Sight,
  reads: boolean,
  control: boolean,
  labelled: boolean,
  cursor: string,
): Context => ({
  exposed: sight.exposed,
  seen: sight.seen,
  inModal: sight.inModal,
  opacity: sight.opacity,
  reads,
  control,
  labelled,
  cursor,
});
