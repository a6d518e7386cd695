// From the script that reads: it must know what is ours, and so must the one that acts.
import { markOwnElement, unshadowed } from '../act/capture-kit.ts';

/**
 * A host in the page with a closed shadow root: the page can neither read nor style what is drawn. It goes into the
 * document element, in the top layer where the browser has popovers, so that the page's own layers do not hide it.
 */
export class OverlayHost {
  #document: Document;
  #host: HTMLElement | undefined;
  #root: ShadowRoot | undefined;
  constructor(document: Document) {
    this.#document = document;
  }

  /** The root to draw into, with `css` as its only style. */
  open(css: string): ShadowRoot {
    if (this.#root !== undefined && this.#host?.isConnected) {
      this.#root.replaceChildren(this.#style(css));
      return this.#root;
    }
    const host = this.create('div');
    markOwnElement(host);
    host.setAttribute('aria-hidden', 'true');
    // `all: initial` first: page styles for div must not reach it. Important wins over the page's own important rules.
    host.style.cssText =
      'all:initial!important;position:fixed!important;inset:0!important;width:auto!important;height:auto!important;margin:0!important;border:0!important;padding:0!important;background:none!important;overflow:visible!important;pointer-events:none!important;z-index:2147483647!important;display:block!important';
    const root = host.attachShadow({ mode: 'closed' });
    root.append(this.#style(css));
    unshadowed(this.#document, 'documentElement').append(host);
    if ('popover' in host) {
      host.popover = 'manual';
      host.showPopover();
    }
    this.#host = host;
    this.#root = root;
    return root;
  }

  create(tag: string): HTMLElement {
    return unshadowed(this.#document, 'createElement').call(this.#document, tag);
  }

  #style(css: string): HTMLElement {
    const style = this.create('style');
    style.textContent = css;
    return style;
  }

  close(): void {
    this.#host?.remove();
    this.#host = undefined;
    this.#root = undefined;
  }
}
