import { firstChild, nextSibling, parentNode, unshadowed } from './dom.ts';

/**
 * The flat tree (CSS Scoping): what is rendered in place of what. Shadow roots stand for their host's children, slots
 * for the nodes assigned to them.
 */

/** Gives the shadow root of an element, closed ones included where the extension API opens them. */
export type ShadowRootOf = (element: Element) => ShadowRoot | null;

/** Children of an element in the flat tree. An array only where a slot has assigned nodes, else the live list's head. */
export function flatChildren(
  element: Element,
  root: ShadowRoot | null,
): { first: ChildNode | null; assigned: readonly Node[] | undefined } {
  if (root !== null) return { first: firstChild(root), assigned: undefined };
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return { first: null, assigned };
  }
  return { first: firstChild(element), assigned: undefined };
}

/** Every child node in the flat tree, as an array: for short lists (names, labels), not for the walk. */
export function flatChildList(element: Element, shadowRootOf: ShadowRootOf): readonly Node[] {
  const { first, assigned } = flatChildren(element, shadowRootOf(element));
  if (assigned !== undefined) return assigned;
  const list: Node[] = [];
  for (let child: ChildNode | null = first; child !== null; child = nextSibling(child)) list.push(child);
  return list;
}

/** Parent element in the flat tree; null at the document element and for what is not slotted anywhere. */
export function flatParent(node: Node, shadowRootOf: ShadowRootOf): Element | null {
  const slot = node instanceof Element || node instanceof Text ? unshadowed(node, 'assignedSlot') : null;
  if (slot !== null) return slot;
  const parent = parentNode(node);
  if (parent instanceof ShadowRoot) return parent.host;
  if (!(parent instanceof Element)) return null;
  if (shadowRootOf(parent) !== null) {
    // A child of a host that no slot takes is not rendered. Slots of closed roots are hidden from `assignedSlot`.
    return closedSlotOf(node, parent, shadowRootOf);
  }
  return parent;
}

function closedSlotOf(node: Node, host: Element, shadowRootOf: ShadowRootOf): Element | null {
  const root = shadowRootOf(host);
  if (root === null || root.mode === 'open') return null;
  for (const slot of root.querySelectorAll('slot')) if (slot.assignedNodes().includes(node)) return slot;
  return null;
}
