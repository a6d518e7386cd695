import type { Secrets } from '../capture/secrets.ts';
import { OverlayHost } from './overlay-host.ts';

const CSS = '.mask{position:fixed;background:#111;pointer-events:none}';

/** Lays plain boxes over the secret fields in view, so that a picture of the page does not show them. */
export class SecretMask {
  #host: OverlayHost;
  #document: Document;
  #secrets: Secrets;
  constructor(document: Document, secrets: Secrets) {
    this.#host = new OverlayHost(document);
    this.#document = document;
    this.#secrets = secrets;
  }

  show(roots: Iterable<Document | ShadowRoot>): void {
    this.clear();
    let layer: ShadowRoot | undefined;
    for (const root of roots)
      for (const field of root.querySelectorAll('input,textarea')) {
        if (this.#secrets.kindOf(field) === undefined) continue;
        for (const { left, top, width, height } of field.getClientRects()) {
          layer ??= this.#host.open(CSS);
          const box = this.#document.createElement('div');
          box.className = 'mask';
          box.style.cssText = `left:${left - 1}px;top:${top - 1}px;width:${width + 2}px;height:${height + 2}px`;
          layer.append(box);
        }
      }
  }

  clear(): void {
    this.#host.close();
  }
}
