import { activeIn, bodyOf, unshadowed } from './capture-kit.ts';
import type { Point } from './check-target.ts';
import { deepestAt } from './check-target.ts';
import type { ActContext } from './context.ts';
import { dispatch } from './dispatch.ts';

export type Buttons = { button: 0 | 1 | 2; buttons: number };
export type Modifiers = { altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };
export const NO_MODIFIERS: Modifiers = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

/** Sends pointer and mouse events as a mouse does (Pointer Events 3, section 10; UI Events, mouse event order). */
export class Pointer {
  #view: Window;
  #over: Element | null = null;
  /** A cancelled pointerdown takes the mouse events away until the pointer is up (Pointer Events 3, section 11.2). */
  #quietMouse = false;
  constructor(context: ActContext) {
    this.#view = context.view;
  }

  /** What the pointer is on. */
  get over(): Element | null {
    return this.#over;
  }

  #init(point: Point, modifiers: Modifiers, extra: PointerEventInit): PointerEventInit {
    return {
      bubbles: true,
      cancelable: true,
      composed: true,
      view: this.#view,
      clientX: point.x,
      clientY: point.y,
      screenX: point.x + this.#view.screenX,
      screenY: point.y + this.#view.screenY,
      pointerId: 1,
      pointerType: 'mouse',
      isPrimary: true,
      width: 1,
      height: 1,
      ...modifiers,
      ...extra,
    };
  }

  /** pointerover, pointerenter, mouseover, mouseenter, pointermove, mousemove; before that the leaving events of where it was. */
  moveTo(target: Element, point: Point, modifiers: Modifiers = NO_MODIFIERS): void {
    const from = this.#over;
    if (from !== target) {
      if (from?.isConnected) {
        const left = pathOf(from).filter((node) => !pathOf(target).includes(node));
        this.#cross('pointer', 'out', from, left, point, modifiers, target);
        this.#cross('mouse', 'out', from, left, point, modifiers, target);
      }
      const inside = from === null ? [] : pathOf(from);
      const entered = pathOf(target).filter((node) => !inside.includes(node));
      this.#cross('pointer', 'over', target, entered.toReversed(), point, modifiers, from);
      this.#cross('mouse', 'over', target, entered.toReversed(), point, modifiers, from);
    }
    this.#over = target;
    this.#move(target, point, modifiers, 0);
  }

  /** pointermove and mousemove with the left button held. */
  dragTo(target: Element, point: Point, modifiers: Modifiers): void {
    this.#move(target, point, modifiers, 1);
  }

  #move(target: Element, point: Point, modifiers: Modifiers, buttons: 0 | 1): void {
    dispatch(target, new PointerEvent('pointermove', this.#init(point, modifiers, { button: -1, buttons })));
    if (!this.#quietMouse)
      dispatch(target, new MouseEvent('mousemove', this.#init(point, modifiers, { button: 0, buttons })));
  }

  /** `over` where the pointer is now, then `enter` of each element that it is inside of by that; or `out`, then `leave`. */
  #cross(
    family: 'pointer' | 'mouse',
    kind: 'over' | 'out',
    at: Element,
    path: readonly Element[],
    point: Point,
    modifiers: Modifiers,
    related: Element | null,
  ): void {
    const send = (node: Element, type: string, bubbles: boolean) => {
      const init = this.#init(point, modifiers, { bubbles, cancelable: bubbles, relatedTarget: related });
      if (family === 'pointer') dispatch(node, new PointerEvent(`pointer${type}`, { ...init, button: -1 }));
      else dispatch(node, new MouseEvent(`mouse${type}`, init));
    };
    send(at, kind, true);
    for (const node of path) send(node, kind === 'over' ? 'enter' : 'leave', false);
  }

  /** @returns whether the page let the press have its default action (focus, selection). */
  down(
    target: Element,
    point: Point,
    { button, buttons }: Buttons,
    detail: number,
    modifiers: Modifiers = NO_MODIFIERS,
  ): boolean {
    const pointer = dispatch(
      target,
      new PointerEvent('pointerdown', this.#init(point, modifiers, { button, buttons, pressure: 0.5 })),
    );
    this.#quietMouse = !pointer;
    if (this.#quietMouse) return true;
    return dispatch(target, new MouseEvent('mousedown', this.#init(point, modifiers, { button, buttons, detail })));
  }

  up(target: Element, point: Point, button: 0 | 1 | 2, detail: number, modifiers: Modifiers = NO_MODIFIERS): void {
    dispatch(target, new PointerEvent('pointerup', this.#init(point, modifiers, { button, buttons: 0 })));
    if (!this.#quietMouse)
      dispatch(target, new MouseEvent('mouseup', this.#init(point, modifiers, { button, buttons: 0, detail })));
    this.#quietMouse = false;
  }

  /** `click`, `auxclick`, `contextmenu` or `dblclick`. @returns false when the page cancelled it. */
  click(
    type: 'click' | 'auxclick' | 'contextmenu' | 'dblclick',
    target: Element,
    point: Point,
    button: 0 | 1 | 2,
    detail: number,
    modifiers: Modifiers = NO_MODIFIERS,
  ): boolean {
    const init = this.#init(point, modifiers, { button, buttons: 0, detail });
    return dispatch(target, type === 'dblclick' ? new MouseEvent(type, init) : new PointerEvent(type, init));
  }
}

/** The element and its ancestors through shadow hosts, innermost first. */
function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (
    let node: Node | null = element;
    node !== null;
    node = node instanceof ShadowRoot ? node.host : unshadowed(node, 'parentNode')
  )
    if (node instanceof Element) path.push(node);
  return path;
}

/** What the events go to: the innermost element at the point when it lies in the receiver. */
export function eventTarget(receiver: Element, point: Point, context: ActContext): Element {
  const hit = deepestAt(context.document, point, context);
  for (
    let node: Node | null = hit;
    node !== null;
    node = node instanceof ShadowRoot ? node.host : unshadowed(node, 'parentNode')
  )
    if (node === receiver && hit !== null) return hit;
  return receiver;
}

/** Moves the focus where a mouse press would: to the nearest focusable element, or away from all. */
export function focusByPress(target: Element, context: ActContext): void {
  for (const node of pathOf(target)) {
    if (!(node instanceof HTMLElement || node instanceof SVGElement)) continue;
    if (node instanceof HTMLLabelElement) return;
    const was = activeIn(context.document);
    if (node.matches(':disabled')) return;
    if (
      node.tabIndex >= 0 ||
      node.hasAttribute('tabindex') ||
      (node instanceof HTMLElement && node.isContentEditable)
    ) {
      node.focus({ preventScroll: true });
      if (activeIn(context.document) !== was || node.matches(':focus')) return;
    }
  }
  const active = activeIn(context.document);
  if (active instanceof HTMLElement && active !== bodyOf(context.document)) active.blur();
}
