import { unshadowed } from '../act/capture-kit.ts';
import { OverlayHost } from './overlay-host.ts';

const CSS = `
.box{position:fixed;box-sizing:border-box;border:2px solid #2563eb;border-radius:4px;box-shadow:0 0 0 2px #ffffffcc;pointer-events:none}
.label{position:fixed;max-width:320px;padding:2px 6px;border-radius:4px;background:#2563eb;color:#fff;font:12px/16px system-ui,sans-serif;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;pointer-events:none}
@media (forced-colors:active){.box{border-color:Highlight}.label{background:Highlight;color:HighlightText}}
`;

/** Draws a box and a label around one element, following it while the page scrolls. */
export class TargetOutline {
  #host: OverlayHost;
  #document: Document;
  #listening: AbortController | undefined;
  constructor(document: Document) {
    this.#document = document;
    this.#host = new OverlayHost(document);
  }

  show(element: Element, label: string): void {
    this.clear();
    const root = this.#host.open(CSS);
    const box = this.#host.create('div');
    box.className = 'box';
    const tag = this.#host.create('div');
    tag.className = 'label';
    tag.dir = 'auto';
    tag.textContent = label.slice(0, 120);
    root.append(box, ...(label === '' ? [] : [tag]));
    const place = () => {
      const rect = element.getBoundingClientRect();
      box.style.cssText = `left:${rect.left - 3}px;top:${rect.top - 3}px;width:${rect.width + 6}px;height:${rect.height + 6}px`;
      const above = rect.top > 26;
      tag.style.cssText = `left:${Math.max(4, rect.left - 3)}px;top:${above ? rect.top - 25 : rect.bottom + 5}px`;
    };
    place();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    unshadowed(this.#document, 'addEventListener').call(this.#document, 'scroll', place, {
      capture: true,
      passive: true,
      signal,
    });
    unshadowed(this.#document, 'defaultView')?.addEventListener('resize', place, { passive: true, signal });
  }

  clear(): void {
    this.#listening?.abort();
    this.#listening = undefined;
    this.#host.close();
  }
}
