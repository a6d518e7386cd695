import { blend, type Colour, contrast, parseColour } from './colour.ts';
import { allIn, attribute, bodyOf, boxOf, localName, rootOf, scrollerOf, viewOf } from './dom.ts';
import { flatParent, type ShadowRootOf } from './flat-tree.ts';

/**
 * What stands of an element, inherited from its ancestors in the flat tree.
 * `rendered`: it has a box or its children may (display, details, content-visibility, skipped slots).
 * `exposed`: neither aria-hidden nor inert, nor behind a modal dialog.
 * `visible`: computed `visibility` is visible.
 * `seen`: nothing on the way clips it away, moves it off or makes it transparent.
 */
export type Sight = {
  rendered: boolean;
  exposed: boolean;
  visible: boolean;
  seen: boolean;
  /** Inside of the modal dialog in front. */
  inModal: boolean;
  opacity: number;
  /** What is painted behind its text; undefined when it cannot be told (an image, an unknown colour space). */
  background: Colour | undefined;
  style: CSSStyleDeclaration | undefined;
};

const NOTHING: Sight = {
  rendered: false,
  exposed: false,
  visible: false,
  seen: false,
  inModal: false,
  opacity: 0,
  background: undefined,
  style: undefined,
};
const NEVER = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'meta',
  'link',
  'head',
  'title',
  'base',
  'datalist',
  'source',
  'track',
  'param',
  'rp',
]);
const MIN_OPACITY = 0.1;
const MIN_FONT_PX = 2;
const MIN_CONTRAST = 1.1;
/** Text pushed further than this out of its box cannot be read. */
const FAR_INDENT_PX = 500;

/** Remembers what it has found for the time of one capture: the page may change afterwards. */
export class Visibility {
  #shadowRootOf: ShadowRootOf;
  #document: Document;
  #sights = new Map<Element, Sight>();
  #text = new Map<Element, boolean>();
  #modal: Element | null;
  /** Ancestors of the modal dialog: they hold it, so they stay exposed. */
  #modalPath = new Set<Element>();
  #page: { left: number; right: number };
  constructor(document: Document, shadowRootOf: ShadowRootOf) {
    this.#document = document;
    this.#shadowRootOf = shadowRootOf;
    this.#modal = topModal(document);
    for (let node = this.#modal; node !== null; node = flatParent(node, shadowRootOf)) this.#modalPath.add(node);
    const root = scrollerOf(document);
    const leftward = getComputedStyle(rootOf(document)).direction === 'rtl';
    this.#page = leftward
      ? { left: root.clientWidth - root.scrollWidth, right: root.clientWidth }
      : { left: 0, right: Math.max(root.scrollWidth, root.clientWidth) };
  }

  /** The modal dialog that makes the rest of the document inert. */
  get modal(): Element | null {
    return this.#modal;
  }

  sightOf(element: Element): Sight {
    const known = this.#sights.get(element);
    if (known !== undefined) return known;
    // Upwards until something is known, then down again: no recursion, pages nest thousands deep.
    const chain: Element[] = [];
    let above: Element | null = element;
    let sight: Sight | undefined;
    while (above !== null) {
      sight = this.#sights.get(above);
      if (sight !== undefined) break;
      chain.push(above);
      above = flatParent(above, this.#shadowRootOf);
    }
    let parent = above;
    for (let index = chain.length - 1; index >= 0; index -= 1) {
      const current = chain[index];
      if (current === undefined) continue;
      sight = parent === null && current !== rootOf(this.#document) ? NOTHING : this.#look(current, parent, sight);
      this.#sights.set(current, sight);
      parent = current;
    }
    return sight ?? NOTHING;
  }

  #look(element: Element, parent: Element | null, above: Sight | undefined): Sight {
    if (above !== undefined && !above.rendered) return NOTHING;
    if (NEVER.has(localName(element))) return NOTHING;
    if (
      parent !== null &&
      localName(parent) === 'details' &&
      parent instanceof HTMLDetailsElement &&
      !parent.open &&
      !isSummary(element, parent)
    )
      return NOTHING;
    const style = getComputedStyle(element);
    const display = style.display;
    if (display === 'none') return NOTHING;
    if (above?.style?.contentVisibility === 'hidden' && parent !== null) return NOTHING;
    const opacity = (above?.opacity ?? 1) * Number(style.opacity || '1');
    let exposed = above?.exposed ?? true;
    const inModal = element === this.#modal || (above?.inModal ?? false);
    if (this.#modal !== null && !inModal && !this.#modalPath.has(element)) exposed = false;
    if (exposed && (attribute(element, 'aria-hidden') === 'true' || attribute(element, 'inert') !== null))
      exposed = false;
    let seen = (above?.seen ?? true) && opacity >= MIN_OPACITY;
    if (seen) seen = !clippedAway(element, style, display);
    return {
      rendered: true,
      exposed,
      visible: style.visibility === 'visible',
      seen,
      inModal,
      opacity,
      background: painted(style, above?.background, parent === null),
      style,
    };
  }

  /** Whether a person can read the text that stands directly in this element. */
  readsText(element: Element): boolean {
    const known = this.#text.get(element);
    if (known !== undefined) return known;
    const reads = this.#readsText(element, this.sightOf(element));
    this.#text.set(element, reads);
    return reads;
  }

  #readsText(element: Element, sight: Sight): boolean {
    const { style } = sight;
    if (!sight.rendered || !sight.visible || !sight.seen || style === undefined) return false;
    if (style.contentVisibility === 'hidden' || Number.parseFloat(style.fontSize) < MIN_FONT_PX) return false;
    if (Math.abs(Number.parseFloat(style.textIndent)) > FAR_INDENT_PX) return false;
    const colour = parseColour(style.webkitTextFillColor || style.color);
    if (colour !== undefined && colour.a < MIN_OPACITY && !style.backgroundClip.includes('text')) return false;
    if (style.display !== 'contents') {
      const box = boxOf(element);
      const view = viewOf(this.#document);
      const left = box.left + (view?.scrollX ?? 0);
      const right = box.right + (view?.scrollX ?? 0);
      const bottom = box.bottom + (view?.scrollY ?? 0);
      if (right <= this.#page.left || left >= this.#page.right || (bottom <= 0 && style.position !== 'fixed'))
        return this.#scrollsIntoView(element);
      if (box.width < 1 && box.height < 1) return false;
    }
    if (colour !== undefined && sight.background !== undefined && !style.backgroundClip.includes('text')) {
      const ink = blend(colour, sight.background);
      if (
        contrast(ink, sight.background) < MIN_CONTRAST &&
        style.textShadow === 'none' &&
        !this.#paintedBehind(element)
      )
        return false;
    }
    return true;
  }

  /** Outside of the page's own area, but inside something that scrolls there. */
  #scrollsIntoView(element: Element): boolean {
    for (
      let node = flatParent(element, this.#shadowRootOf);
      node !== null && node !== rootOf(this.#document) && node !== bodyOf(this.#document);
      node = flatParent(node, this.#shadowRootOf)
    ) {
      const style = this.sightOf(node).style;
      if (style === undefined) return false;
      if (
        /auto|scroll/.test(style.overflowX + style.overflowY) &&
        (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight)
      ) {
        const box = node.getBoundingClientRect();
        return box.right > this.#page.left && box.bottom + (viewOf(this.#document)?.scrollY ?? 0) > 0;
      }
    }
    return false;
  }

  /** An image, a video or a painted box lies behind the text although no ancestor paints: white text over a picture. */
  #paintedBehind(element: Element): boolean {
    const box = boxOf(element);
    const covers = (other: Element) => {
      const rect = other.getBoundingClientRect();
      return (
        rect.left <= box.left + 2 &&
        rect.right >= box.right - 2 &&
        rect.top <= box.top + 2 &&
        rect.bottom >= box.bottom - 2
      );
    };
    let node: Element | null = element;
    for (let up = 0; node !== null && up < 12; up += 1) {
      const parent = flatParent(node, this.#shadowRootOf);
      if (parent === null) return false;
      let checked = 0;
      for (const media of parent.querySelectorAll('img,video,canvas,svg,picture,object')) {
        if (!element.contains(media) && covers(media)) return true;
        checked += 1;
        if (checked > 60) break;
      }
      for (
        let sibling = parent.firstElementChild, count = 0;
        sibling !== null && count < 40;
        sibling = sibling.nextElementSibling, count += 1
      ) {
        if (sibling === node || sibling.contains(element)) continue;
        const style = this.sightOf(sibling).style;
        if (style === undefined) continue;
        const colour = parseColour(style.backgroundColor);
        if ((style.backgroundImage !== 'none' || (colour?.a ?? 1) > 0.3) && covers(sibling)) return true;
      }
      if (['::before', '::after'].some((pseudo) => getComputedStyle(parent, pseudo).backgroundImage !== 'none'))
        return true;
      node = parent;
    }
    return false;
  }
}

function isSummary(element: Element, details: Element): boolean {
  if (element.localName !== 'summary') return false;
  for (let child = details.firstElementChild; child !== null; child = child.nextElementSibling)
    if (child.localName === 'summary') return child === element;
  return false;
}

/** Clipped to nothing, or pressed into a box of at most a pixel: what "visually hidden" styles do. */
function clippedAway(element: Element, style: CSSStyleDeclaration, display: string): boolean {
  const path = style.clipPath;
  if (
    path !== 'none' &&
    (/^inset\((?:[5-9]\d|100)(?:\.\d+)?%/.test(path) ||
      /^circle\(0(?:px|%)?[ )]/.test(path) ||
      /^polygon\(0(?:px|%)? 0(?:px|%)?(?:, 0(?:px|%)? 0(?:px|%)?)*\)/.test(path))
  )
    return true;
  const clip = style.clip;
  if (clip !== 'auto' && clip !== '' && (style.position === 'absolute' || style.position === 'fixed')) {
    const edges = clip.match(/-?[\d.]+/g)?.map(Number);
    if (edges?.length === 4 && ((edges[1] ?? 0) - (edges[3] ?? 0) <= 1 || (edges[2] ?? 0) - (edges[0] ?? 0) <= 1))
      return true;
  }
  if (
    display !== 'inline' &&
    display !== 'contents' &&
    (style.overflowX !== 'visible' || style.overflowY !== 'visible')
  ) {
    const box = boxOf(element);
    if (box.height <= 1 || box.width <= 1) return true;
  }
  return false;
}

function painted(style: CSSStyleDeclaration, under: Colour | undefined, root: boolean): Colour | undefined {
  if (style.backgroundImage !== 'none') return undefined;
  const white = root ? { r: 255, g: 255, b: 255, a: 1 } : under;
  const text = style.backgroundColor;
  if (text === 'rgba(0, 0, 0, 0)') return white;
  const own = parseColour(text);
  if (own === undefined) return undefined;
  if (own.a >= 1) return own;
  return white === undefined ? undefined : blend(own, white);
}

function topModal(document: Document): Element | null {
  let top: Element | null = null;
  for (const element of allIn(document, ':modal')) top = element;
  return top;
}
