import type { PageAnswer, PageRequest } from '@pagehand/contracts/page-port';
import { ACT_PORT, CAPTURE_KIT, PAGE_PORT } from '@pagehand/contracts/page-port';
import { defineContentScript } from 'wxt/utils/define-content-script';
import type { ShadowRootOf } from './capture/flat-tree.ts';
import { captureKit } from './capture/kit.ts';
import { createPort } from './port.ts';

// Injected on demand by the panel (scripting.executeScript); `matches` stays empty so that no host permission is asked.
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  main() {
    // Injected again (a second panel, a reload of the extension's page): the first one and its refs stay.
    if (typeof Reflect.get(globalThis, PAGE_PORT) === 'function') return;
    Object.defineProperty(globalThis, CAPTURE_KIT, { value: captureKit });
    Object.defineProperty(globalThis, PAGE_PORT, { value: portOfDocument() });
  },
});

/**
 * A port for the document that the window holds now. Firefox gives a frame's first document the window of the empty one
 * before it, and this script with it: what it knew of that one is nothing to the new one.
 */
function portOfDocument(): (request: PageRequest) => Promise<PageAnswer> {
  const make = () => createPort(window, shadowRoots(), () => Reflect.get(globalThis, ACT_PORT));
  let { document } = window;
  let port = make();
  return (request) => {
    if (window.document !== document) {
      document = window.document;
      port = make();
    }
    return port(request);
  };
}

/** Closed shadow roots too, where the browser lets extensions open them: `chrome.dom` in Chromium, a property in Firefox. */
function shadowRoots(): ShadowRootOf {
  const chrome: unknown = Reflect.get(globalThis, 'chrome');
  const dom: unknown = typeof chrome === 'object' && chrome !== null ? Reflect.get(chrome, 'dom') : undefined;
  const open: unknown =
    typeof dom === 'object' && dom !== null ? Reflect.get(dom, 'openOrClosedShadowRoot') : undefined;
  const closed =
    typeof open === 'function'
      ? (element: Element) => Reflect.apply(open, dom, [element])
      : (element: Element) => Reflect.get(element, 'openOrClosedShadowRoot');
  // A form has none, but may have a field of that name.
  return (element) =>
    element instanceof HTMLFormElement
      ? null
      : (element.shadowRoot ?? (mayHostClosedRoot(element) ? asShadowRoot(closed(element)) : null));
}

const asShadowRoot = (value: unknown): ShadowRoot | null => (value instanceof ShadowRoot ? value : null);

/** Asking costs a call into the browser: only custom elements and childless boxes are asked. */
function mayHostClosedRoot(element: Element): boolean {
  return (
    element instanceof HTMLElement &&
    (element.localName.includes('-') ||
      (element.firstChild === null &&
        /^(?:div|span|section|article|aside|main|nav|header|footer|p|blockquote|h[1-6])$/.test(element.localName)))
  );
}
