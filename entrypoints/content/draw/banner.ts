import { unshadowed } from '../act/capture-kit.ts';
import { OverlayHost } from './overlay-host.ts';

// Plain px: pages change the root's font size. Logical insets: the pill mirrors on right-to-left pages.
const CSS = `
.frame{position:fixed;inset:0;box-sizing:border-box;border:2px solid #2563eb;pointer-events:none}
.pill{position:fixed;bottom:16px;inset-inline-end:16px;display:flex;align-items:center;gap:8px;padding:6px 6px 6px 12px;border-radius:8px;background:#111827;color:#fff;font:13px/20px system-ui,sans-serif;box-shadow:0 2px 8px #0006;pointer-events:auto;animation:in 120ms ease-out}
.pill[dir=rtl]{padding:6px 12px 6px 6px}
.stop{min-width:56px;min-height:32px;border:0;border-radius:6px;padding:0 12px;background:#fff;color:#111827;font:600 13px/20px system-ui,sans-serif;cursor:pointer}
.stop:focus-visible{outline:2px solid #93c5fd;outline-offset:2px}
.stop:disabled{opacity:.6;cursor:default}
@keyframes in{from{opacity:0;transform:translateY(8px)}}
@media (prefers-reduced-motion:reduce){.pill{animation:none}}
@media (forced-colors:active){.frame{border-color:Highlight}.pill{border:1px solid CanvasText;background:Canvas;color:CanvasText}.stop{border:1px solid ButtonText;background:ButtonFace;color:ButtonText;forced-color-adjust:none}}
`;

/** The thin frame and the pill "Pagehand is working here", whose Stop takes only the person's own click. */
export class Banner {
  #host: OverlayHost;
  #document: Document;
  #stop: () => void;
  #shown = false;
  constructor(document: Document, stop: () => void) {
    this.#document = document;
    this.#host = new OverlayHost(document);
    this.#stop = stop;
  }

  get shown(): boolean {
    return this.#shown;
  }

  show(text: string, stop: string): void {
    const root = this.#host.open(CSS);
    const frame = this.#host.create('div');
    frame.className = 'frame';
    const pill = this.#host.create('div');
    pill.className = 'pill';
    pill.dir = getComputedStyle(unshadowed(this.#document, 'documentElement')).direction;
    const words = this.#host.create('span');
    words.textContent = text.slice(0, 120);
    const button = this.#host.create('button');
    button.className = 'stop';
    button.textContent = stop.slice(0, 40);
    button.addEventListener('click', (event) => {
      // Scripts of the page cannot reach into the closed root, but they can dispatch at coordinates: only real clicks count.
      if (!event.isTrusted) return;
      event.stopPropagation();
      button.setAttribute('disabled', '');
      this.#stop();
    });
    pill.append(words, button);
    root.append(frame, pill);
    this.#shown = true;
  }

  hide(): void {
    this.#host.close();
    this.#shown = false;
  }
}
