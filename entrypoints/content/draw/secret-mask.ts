import { allIn, unshadowed } from '../act/capture-kit.ts';
import { indexIn } from '../capture/frames.ts';
import type { Secrets } from '../capture/secrets.ts';
import { OverlayHost } from './overlay-host.ts';

const CSS = '.mask{position:fixed;background:#111;pointer-events:none}';

/** Lays plain boxes over the secret fields and the frames that cannot be entered, so that a picture does not show them. */
export class SecretMask {
  #host: OverlayHost;
  #document: Document;
  #secrets: Secrets;
  constructor(document: Document, secrets: Secrets) {
    this.#host = new OverlayHost(document);
    this.#document = document;
    this.#secrets = secrets;
  }

  /**
   * @param entered frames of this document that cover their own secrets, as indexes in `window.frames`.
   * @returns how many other frames are covered: nobody knows what they show.
   */
  show(roots: Iterable<Document | ShadowRoot>, entered: readonly number[]): number {
    this.clear();
    let layer: ShadowRoot | undefined;
    let covered = 0;
    for (const root of roots)
      for (const element of allIn(root, 'input,textarea,iframe,frame,object,embed')) {
        const secret = this.#secrets.kindOf(element) !== undefined;
        if (!secret && !this.#isClosed(element, entered)) continue;
        const boxes = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
        if (!secret && boxes.length > 0) covered += 1;
        for (const { left, top, width, height } of boxes) {
          layer ??= this.#host.open(CSS);
          const box = this.#host.create('div');
          box.className = 'mask';
          box.style.cssText = `left:${left - 1}px;top:${top - 1}px;width:${width + 2}px;height:${height + 2}px`;
          layer.append(box);
        }
      }
    return covered;
  }

  /** A frame that is not among those entered. What an `embed` holds cannot be told from outside. */
  #isClosed(element: Element, entered: readonly number[]): boolean {
    const view = unshadowed(this.#document, 'defaultView');
    if (element instanceof HTMLEmbedElement) return true;
    const frames =
      element instanceof HTMLIFrameElement ||
      element instanceof HTMLFrameElement ||
      element instanceof HTMLObjectElement;
    if (!frames || view === null || element.contentWindow === null) return false;
    return !entered.includes(indexIn(view, element.contentWindow));
  }

  clear(): void {
    this.#host.close();
  }
}
