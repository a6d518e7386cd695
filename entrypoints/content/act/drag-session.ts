import { unshadowed } from './capture-kit.ts';
import type { Point } from './check-target.ts';
import type { ActContext } from './context.ts';
import { dispatch } from './dispatch.ts';
import { pageDataTransfer } from './page-data-transfer.ts';

/** The element that HTML drag and drop would take: the nearest one that is `draggable`. */
export function draggableOf(element: Element, context: ActContext): HTMLElement | undefined {
  for (
    let node: Node | null = element;
    node !== null && node !== context.document;
    node = node instanceof ShadowRoot ? node.host : unshadowed(node, 'parentNode')
  )
    if (node instanceof HTMLElement && node.draggable) return node;
  return undefined;
}

/**
 * One drag of HTML's drag-and-drop model (HTML, 6.12.5), event by event, with one DataTransfer for all of them. The
 * browser starts a drag only from a real mouse; pages listen to the events alone.
 */
export class DragSession {
  readonly #source: HTMLElement;
  readonly #context: ActContext;
  readonly #data: DataTransfer;
  #over: Element | undefined;
  /** A dragenter or dragover was cancelled, which means that a drop is welcome here. */
  #welcome = false;
  constructor(source: HTMLElement, context: ActContext) {
    this.#source = source;
    this.#context = context;
    this.#data = pageDataTransfer(context);
    if (source instanceof HTMLAnchorElement) this.#data.setData('text/uri-list', source.href);
  }

  #send(type: string, target: Element, point: Point, cancelable = true): boolean {
    const { view } = this.#context;
    return dispatch(
      target,
      new DragEvent(type, {
        bubbles: true,
        cancelable,
        composed: true,
        view,
        clientX: point.x,
        clientY: point.y,
        screenX: point.x + view.screenX,
        screenY: point.y + view.screenY,
        buttons: type === 'dragend' || type === 'drop' ? 0 : 1,
        dataTransfer: this.#data,
      }),
    );
  }

  /** @returns false when the page refused the drag. */
  start(point: Point): boolean {
    if (!this.#send('dragstart', this.#source, point)) return false;
    // The pointer belongs to the drag from here on (Pointer Events 3, section 11.3).
    dispatch(
      this.#source,
      new PointerEvent('pointercancel', { bubbles: true, composed: true, pointerType: 'mouse', isPrimary: true }),
    );
    return true;
  }

  over(target: Element, point: Point): void {
    this.#send('drag', this.#source, point);
    if (this.#over !== target) {
      const left = this.#over;
      this.#send('dragenter', target, point);
      if (left?.isConnected) this.#send('dragleave', left, point, false);
      this.#over = target;
    }
    this.#welcome = !this.#send('dragover', target, point);
  }

  end(target: Element, point: Point): void {
    if (this.#welcome) this.#send('drop', target, point);
    else this.#send('dragleave', target, point, false);
    if (this.#source.isConnected) this.#send('dragend', this.#source, point, false);
    else dispatch(this.#context.document, new DragEvent('dragend', { bubbles: true, dataTransfer: this.#data }));
  }
}
