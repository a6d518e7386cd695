import { attribute, unshadowed, viewOf } from './dom.ts';
import type { ChildFrame } from './types.ts';

/** Where this frame stands: indexes through `window.frames` from the top. undefined inside of shadow trees. */
export function framePath(view: Window): number[] | undefined {
  const path: number[] = [];
  for (let current = view; current !== current.parent; current = current.parent) {
    const index = indexIn(current.parent, current);
    if (index < 0) return undefined;
    path.unshift(index);
    if (path.length > 30) return undefined;
  }
  return path;
}

/** `length` and indexed windows can be read across origins. -1 for one in a shadow tree. */
export function indexIn(parent: Window, child: Window): number {
  for (let index = 0; index < parent.length; index += 1) if (parent[index] === child) return index;
  return -1;
}

/** What can be said of a child frame from outside. */
export function childFrame(element: HTMLIFrameElement | HTMLFrameElement, name: string, visible: boolean): ChildFrame {
  const view = viewOf(element.ownerDocument);
  const child = element.contentWindow;
  const sandbox = attribute(element, 'sandbox');
  const sandboxed = sandbox !== null && !sandbox.toLowerCase().split(/\s+/).includes('allow-same-origin');
  return {
    index: view !== null && child !== null ? indexIn(view, child) : -1,
    origin: originOf(element, sandboxed),
    name,
    visible,
    sandboxed,
  };
}

function originOf(element: HTMLIFrameElement | HTMLFrameElement, sandboxed: boolean): string {
  if (sandboxed) return 'null';
  try {
    const inner = element.contentDocument && viewOf(element.contentDocument)?.origin;
    if (inner) return inner;
  } catch {
    // Another origin: its `src` is what is known from here.
  }
  const src = attribute(element, 'src');
  if (src === null || src === '' || element.hasAttribute('srcdoc'))
    return viewOf(element.ownerDocument)?.origin ?? 'null';
  try {
    const url = new URL(src, unshadowed(element.ownerDocument, 'baseURI'));
    return url.protocol === 'about:' || url.protocol === 'blob:'
      ? (viewOf(element.ownerDocument)?.origin ?? 'null')
      : url.origin;
  } catch {
    return 'null';
  }
}
