import type { Evidence } from '@pagehand/contracts/receipt';
import {
  disabledBy,
  flatParent,
  isOwnElement,
  parentOf,
  renderedText,
  squash,
  unshadowed,
  Visibility,
} from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { identify, inWords, type Located, requireSame } from './locate.ts';
import { Refusal } from './refusal.ts';
import { scrollIntoView } from './scroll-into-view.ts';

export type Point = { x: number; y: number };
/** What receives the events: the target, or the label that stands for a hidden input. */
export type Reached = { receiver: Element; point: Point };

/** @throws Refusal target-disabled, with what the form still wants. */
export function checkEnabled({ element, role, name }: Located, context: ActContext): void {
  const by = disabledBy(element);
  if (by === undefined) return;
  const missing = missingFields(element, context);
  const why =
    by === 'native'
      ? element.matches('fieldset:disabled *')
        ? 'its group of fields is disabled'
        : 'it is disabled'
      : 'it is marked as disabled';
  throw new Refusal(
    'target-disabled',
    `${inWords({ role, name })} cannot be used: ${why}.${missing.length > 0 ? ` Still empty or refused: ${missing.join(', ')}.` : ''}`,
  );
}

function missingFields(element: Element, context: ActContext): string[] {
  const form = element.closest('form');
  if (form === null) return [];
  const names: string[] = [];
  for (const field of unshadowed(form, 'querySelectorAll').call(form, 'input,select,textarea')) {
    if (names.length >= 8) break;
    if (
      !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)
    )
      continue;
    const empty = field.value === '' && (field.required || field.getAttribute('aria-required') === 'true');
    if (empty || (field.willValidate && !field.validity.valid) || field.getAttribute('aria-invalid') === 'true')
      names.push(identify(field, context).name || field.name || 'a field');
  }
  return names;
}

/**
 * Brings the target into view and finds a point where it would really get the pointer: several points are tried, through
 * shadow roots.
 * @throws Refusal target-changed, target-hidden, target-covered.
 */
export async function reach(
  located: Located,
  context: ActContext,
  how: 'pointer' | 'value' = 'pointer',
): Promise<Reached> {
  await scrollIntoView(visibleReceiver(located, context), context);
  return aim(located, context, how);
}

/** The same for what is in view already. Without waiting: what it finds is so until the page gets its next turn. */
export function aim(located: Located, context: ActContext, how: 'pointer' | 'value' = 'pointer'): Reached {
  if (!located.element.isConnected)
    throw new Refusal('target-missing', `${inWords(located)} went away before it could be used.`);
  requireSame(located, context);
  const receiver = visibleReceiver(located, context);
  const rects = [...receiver.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
  if (rects.length === 0) throw new Refusal('target-hidden', `${inWords(located)} has no place on the screen.`);
  let cover: Element | undefined;
  let outside = true;
  for (const rect of rects.slice(0, 4)) {
    for (const [fx, fy] of [
      [0.5, 0.5],
      [0.25, 0.5],
      [0.75, 0.5],
      [0.5, 0.25],
      [0.5, 0.75],
      [0.1, 0.1],
      [0.9, 0.9],
    ] as const) {
      const point = { x: rect.left + rect.width * fx, y: rect.top + rect.height * fy };
      if (point.x < 0 || point.y < 0 || point.x >= context.view.innerWidth || point.y >= context.view.innerHeight)
        continue;
      outside = false;
      const hit = deepestAt(context.document, point, context);
      if (hit !== null && belongs(hit, receiver, context)) return { receiver, point };
      // A value is set without the pointer: the input may lie under the thumb or the box that it stands in.
      if (how === 'value' && hit !== null && hit.localName !== 'body' && hit.contains(receiver))
        return { receiver, point };
      cover ??= hit ?? undefined;
    }
  }
  if (outside) throw new Refusal('target-hidden', `${inWords(located)} cannot be scrolled into view.`);
  const { evidence, words } = describeCover(cover, context);
  throw new Refusal('target-covered', `${inWords(located)} is covered by ${words}.`, evidence);
}

/** The element itself where it can be seen or pressed; for a hidden input its label, or the box that is drawn in its stead. */
function visibleReceiver(located: Located, context: ActContext): Element {
  const { element } = located;
  const visibility = new Visibility(context.document, context.memory.shadowRootOf);
  const sight = visibility.sightOf(element);
  const shown = (candidate: Element) => isShown(candidate, visibility);
  if (!sight.exposed && sight.rendered)
    throw new Refusal(
      'target-hidden',
      `${inWords(located)} is inert: ${visibility.modal === null ? 'the page has taken it out of use' : 'a dialog is open'}.`,
    );
  if (shown(element)) return element;
  if (element instanceof HTMLInputElement) {
    for (const label of element.labels ?? []) if (shown(label)) return label;
    const box = standIn(element, shown);
    if (box !== undefined) return box;
    const parent = parentOf(element);
    // A transparent input laid over its own styled box: the box shows, the input gets what is done.
    if (sight.rendered && sight.visible && parent !== null && shown(parent) && overlaps(element, parent))
      return element;
  }
  // Keyboard-only things (skip links) show when they get the focus.
  if (sight.rendered && sight.visible && element instanceof HTMLElement) {
    element.focus({ preventScroll: true });
    if (isShown(element, new Visibility(context.document, context.memory.shadowRootOf))) return element;
    if (isSeeThrough(element)) return element;
  }
  throw new Refusal('target-hidden', `${inWords(located)} is not visible.`);
}

function isShown(element: Element, visibility: InstanceType<typeof Visibility>): boolean {
  const { rendered, visible, seen } = visibility.sightOf(element);
  return rendered && visible && seen && [...element.getClientRects()].some((rect) => rect.width > 1 && rect.height > 1);
}

function overlaps(a: Element, b: Element): boolean {
  const one = a.getBoundingClientRect();
  const other = b.getBoundingClientRect();
  return (
    one.width > 1 &&
    one.height > 1 &&
    one.left < other.right &&
    one.right > other.left &&
    one.top < other.bottom &&
    one.bottom > other.top
  );
}

/** Hidden by `opacity` alone, until the mouse comes near: it gets what is pressed where it stands, as with a mouse. */
function isSeeThrough(element: Element): boolean {
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && !element.checkVisibility({ opacityProperty: true });
}

/**
 * What libraries draw where their input (a switch, a box, a combobox) is hidden: the nearest shown element around it that
 * holds no other control.
 */
function standIn(input: HTMLInputElement, shown: (candidate: Element) => boolean): Element | undefined {
  if (!/^(?:checkbox|radio)$/.test(input.type) && !/^(?:combobox|switch)$/.test(input.getAttribute('role') ?? ''))
    return undefined;
  let box = parentOf(input);
  for (let up = 0; up < 4 && box !== null && box.localName !== 'body'; up += 1, box = parentOf(box)) {
    if (box.querySelectorAll('input,select,textarea,button,a[href]').length > 1) return undefined;
    if (shown(box)) return box;
  }
  return undefined;
}

/** The innermost element at a point, through open (and opened) shadow roots. */
export function deepestAt(root: Document | ShadowRoot, point: Point, context: ActContext): Element | null {
  // What we draw ourselves (the pill) is no cover: the events go to what lies under it.
  let hit =
    unshadowed(root, 'elementsFromPoint')
      .call(root, point.x, point.y)
      .find((element) => !isOwnElement(element)) ?? null;
  for (let depth = 0; hit !== null && depth < 50; depth += 1) {
    const inner = context.memory.shadowRootOf(hit)?.elementFromPoint(point.x, point.y) ?? null;
    if (inner === null || inner === hit) return hit;
    hit = inner;
  }
  return hit;
}

/** The hit is the target, lies in it, or in a label of it: the event bubbles to where it should. */
function belongs(hit: Element, receiver: Element, context: ActContext): boolean {
  for (let node: Element | null = hit; node !== null; node = flatParent(node, context.memory.shadowRootOf)) {
    if (node === receiver) return true;
    if (node instanceof HTMLLabelElement && node.control === receiver) return true;
  }
  return false;
}

function describeCover(
  cover: Element | undefined,
  context: ActContext,
): { evidence: Omit<Evidence, 'summary'>; words: string } {
  if (cover === undefined) return { evidence: {}, words: 'something outside of the page' };
  const box = cover.closest('dialog,[role=dialog],[role=alertdialog],[aria-modal=true]') ?? outermostLayer(cover);
  const { role, name } = identify(box, context);
  const text = name || squash(renderedText(box)).slice(0, 80);
  const close = closeControl(box, context);
  const ref = close === undefined ? context.memory.refs.known(box) : context.memory.refs.refOf(close);
  const closing =
    close === undefined ? '' : `; ${inWords(identify(close, context))} [${context.memory.refs.refOf(close)}] closes it`;
  return {
    evidence: { cover: { role: role.slice(0, 40), name: text.slice(0, 120), ...(ref === undefined ? {} : { ref }) } },
    words: `${inWords({ role, name: text })}${closing}`,
  };
}

/** The fixed or absolute box that the hit element belongs to. */
function outermostLayer(element: Element): Element {
  let layer = element;
  for (let node: Element | null = element; node !== null && node.localName !== 'body'; node = parentOf(node)) {
    const position = getComputedStyle(node).position;
    if (position === 'fixed' || position === 'absolute' || position === 'sticky') layer = node;
  }
  return layer;
}

function closeControl(box: Element, context: ActContext): Element | undefined {
  let checked = 0;
  for (const control of box.querySelectorAll('button,[role=button],a[href],input[type=button]')) {
    if (checked > 60) return undefined;
    checked += 1;
    const { name } = identify(control, context);
    if (
      /^(?:close|dismiss|cancel|no,? thanks?|not now|got it|ok(?:ay)?|accept|reject|decline|continue|schließen|fermer|cerrar|chiudi|[x×✕✖])(?:\b|$)/i.test(
        name,
      )
    )
      return control;
  }
  return undefined;
}
