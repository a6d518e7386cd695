import type { Secrets } from './secrets.ts';

/** Elements that may get a shadow root later (DOM, `attachShadow`). */
const HOSTS: ReadonlySet<string> = new Set(
  'div span section article aside main nav header footer p blockquote h1 h2 h3 h4 h5 h6'.split(' '),
);
const STATEFUL: ReadonlySet<string> = new Set(['input', 'textarea', 'select', 'img', 'video']);
type State = string | number;

/** What of an element changes without a mutation of the tree: values, loaded images, shadow roots, scroll positions. */
export class LiveStates {
  readonly #secrets: Secrets;
  readonly #states = new Map<Element, State>();
  readonly #hosts = new Set<Element>();
  readonly #scrollers = new Map<Element, State>();
  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  clear(): void {
    this.#states.clear();
    this.#hosts.clear();
    this.#scrollers.clear();
  }

  /** Remembers the state of an element that a walk meets. `closed`: it has no shadow root now. */
  note(element: Element, tag: string, closed: boolean): void {
    if (STATEFUL.has(tag)) {
      const state = stateOf(element, this.#secrets);
      if (state !== undefined) this.#states.set(element, state);
    } else if (closed && (HOSTS.has(tag) || tag.includes('-'))) this.#hosts.add(element);
  }

  noteScroller(element: Element): void {
    this.#scrollers.set(element, scrollState(element));
  }

  /** What has another state than when it was met. `moved`: scrollers. `removed`: some elements may be gone since. */
  changed(hasRoot: (element: Element) => boolean, removed: boolean): { changed: Element[]; moved: Element[] } {
    const changed: Element[] = [];
    const moved: Element[] = [];
    for (const [element, state] of this.#states)
      if (!element.isConnected) this.#states.delete(element);
      else if (stateOf(element, this.#secrets) !== state) changed.push(element);
    for (const element of this.#hosts)
      if (removed && !element.isConnected) this.#hosts.delete(element);
      else if (hasRoot(element)) {
        this.#hosts.delete(element);
        changed.push(element);
      }
    for (const [element, state] of this.#scrollers)
      if (!element.isConnected) this.#scrollers.delete(element);
      else if (scrollState(element) !== state) moved.push(element);
    return { changed, moved };
  }
}

/** undefined: it has none that changes without a mutation. */
function stateOf(element: Element, secrets: Secrets): State | undefined {
  if (element instanceof HTMLInputElement) {
    switch (element.type) {
      case 'hidden':
      case 'submit':
      case 'reset':
      case 'button':
        return undefined;
      case 'checkbox':
      case 'radio':
        return (
          Number(element.checked) + 2 * Number(element.indeterminate) + 4 * Number(element.matches(':user-invalid'))
        );
      case 'file':
        return [...(element.files ?? [])].map((file) => file.name).join('\n');
      case 'image':
        return undefined;
      default:
        return fieldState(element, secrets);
    }
  }
  if (element instanceof HTMLTextAreaElement) return fieldState(element, secrets);
  if (element instanceof HTMLSelectElement)
    return `${element.selectedIndex} ${element.selectedOptions.length} ${element.value} ${element.matches(':user-invalid')}`;
  if (element instanceof HTMLImageElement) return element.naturalWidth;
  if (element instanceof HTMLVideoElement) return element.videoWidth;
  return undefined;
}

const fieldState = (element: HTMLInputElement | HTMLTextAreaElement, secrets: Secrets): string =>
  `${element.matches(':user-invalid')} ${secrets.kindOf(element) === undefined ? element.value : element.value !== ''}`;

const scrollState = (element: Element): string =>
  `${element.scrollLeft} ${element.scrollTop} ${element.scrollWidth} ${element.scrollHeight} ${element.clientWidth} ${element.clientHeight}`;
