import { backgroundOf, readable } from './background.ts';
import { clippedAway, outsideWindow } from './clipped.ts';
import { parseColour } from './colour.ts';
import { allIn, attribute, type Box, bodyOf, boxOf, localName, rootOf, scrollerOf, viewOf } from './dom.ts';
import { Extent } from './extent.ts';
import { flatParent, type ShadowRootOf } from './flat-tree.ts';
import { boxIn, NOTHING, type Sight, skipsContent } from './sight.ts';

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
/** Text pushed further than this out of its box cannot be read. */
const FAR_INDENT_PX = 500;

/** Remembers what it has found for the time of one capture: the page may change afterwards. */
export class Visibility {
  #shadowRootOf: ShadowRootOf;
  #document: Document;
  #sights = new Map<Element, Sight>();
  /** Where the text lies that was looked at; set anew by who wants to know it of a part of the page. */
  extent = new Extent();
  #modal: Element | null;
  /** Ancestors of the modal dialog: they hold it, so they stay exposed. */
  #modalPath = new Set<Element>();
  /** Left and right edge of the page, in CSS pixels; and how far it is scrolled. */
  readonly page: { left: number; right: number };
  readonly scroll: { x: number; y: number };
  #root: Element;
  constructor(document: Document, shadowRootOf: ShadowRootOf) {
    this.#document = document;
    this.#shadowRootOf = shadowRootOf;
    this.#modal = topModal(document);
    for (let node = this.#modal; node !== null; node = flatParent(node, shadowRootOf)) this.#modalPath.add(node);
    this.#root = rootOf(document);
    const view = viewOf(document);
    this.scroll = { x: view?.scrollX ?? 0, y: view?.scrollY ?? 0 };
    const root = scrollerOf(document);
    const leftward = getComputedStyle(rootOf(document)).direction === 'rtl';
    this.page = leftward
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
      sight = parent === null && current !== this.#root ? NOTHING : this.look(current, parent, sight);
      parent = current;
    }
    return sight ?? NOTHING;
  }

  /** The same for one whose parent's sight is at hand: the walk's way. */
  look(element: Element, parent: Element | null, above: Sight | undefined): Sight {
    const known = this.#sights.get(element);
    if (known !== undefined) return known;
    const sight = this.#look(element, parent, above);
    this.#sights.set(element, sight);
    return sight;
  }

  #look(element: Element, parent: Element | null, above: Sight | undefined): Sight {
    if (above !== undefined && !above.rendered) return NOTHING;
    if (NEVER.has(localName(element))) return NOTHING;
    if (parent instanceof HTMLDetailsElement && !parent.open && !isSummary(element, parent)) return NOTHING;
    const style = getComputedStyle(element);
    const display = style.display;
    if (display === 'none') return NOTHING;
    if (above !== undefined && skipsContent(above)) return NOTHING;
    const own = style.opacity;
    const opacity = own === '1' ? (above?.opacity ?? 1) : (above?.opacity ?? 1) * Number(own);
    const overflow = display === 'inline' || display === 'contents' ? 'visible' : style.overflow;
    let exposed = above?.exposed ?? true;
    const inModal = element === this.#modal || (above?.inModal ?? false);
    if (this.#modal !== null && !inModal && !this.#modalPath.has(element)) exposed = false;
    if (exposed && (attribute(element, 'aria-hidden') === 'true' || attribute(element, 'inert') !== null))
      exposed = false;
    const sight: Sight = {
      rendered: true,
      exposed,
      visible: style.visibility === 'visible',
      seen: false,
      inModal,
      opacity,
      display,
      overflow,
      style,
      above,
      background: null,
      cursor: undefined,
      role: undefined,
      skips: undefined,
      box: undefined,
      reads: undefined,
      leans: false,
    };
    sight.seen =
      (above?.seen ?? true) &&
      opacity >= MIN_OPACITY &&
      !clippedAway(element, style, sight) &&
      !outsideWindow(element, style, sight);
    return sight;
  }

  /** Whether a person can read the text that stands directly in this element. */
  readsText(element: Element, sight: Sight = this.sightOf(element)): boolean {
    sight.reads ??= this.#readsText(element, sight);
    if (sight.leans) this.extent.leans = true;
    if (sight.box !== undefined) this.note(sight.box);
    return sight.reads;
  }

  #readsText(element: Element, sight: Sight): boolean {
    const { style, display } = sight;
    if (!sight.rendered || !sight.visible || !sight.seen || style === undefined) return false;
    if (skipsContent(sight) || Number.parseFloat(style.fontSize) < MIN_FONT_PX) return false;
    if (display !== 'inline' && Math.abs(Number.parseFloat(style.textIndent)) > FAR_INDENT_PX) return false;
    const colour = parseColour(style.webkitTextFillColor || style.color);
    if (colour !== undefined && colour.a < MIN_OPACITY && !style.backgroundClip.includes('text')) return false;
    if (display !== 'contents') {
      const box = boxIn(sight, element);
      if (this.offPage(box, style)) {
        sight.leans = true;
        return this.#scrollsIntoView(element);
      }
      if (box.width < 1 && box.height < 1) return false;
    }
    const background = colour === undefined ? undefined : backgroundOf(sight);
    if (
      colour === undefined ||
      background === undefined ||
      readable(colour, background) ||
      style.backgroundClip.includes('text') ||
      style.textShadow !== 'none'
    )
      return true;
    sight.leans = true;
    return this.#paintedBehind(element);
  }

  /** Left or right of the page, or above it: nobody can scroll there. */
  offPage(box: Box, style: CSSStyleDeclaration): boolean {
    const left = box.left + this.scroll.x;
    return (
      left + box.width <= this.page.left ||
      left >= this.page.right ||
      (box.top + box.height + this.scroll.y <= 0 && style.position !== 'fixed')
    );
  }

  /** Notes where a box lies, for `extent`. */
  note(box: Box): void {
    this.extent.add(box, this.scroll.x, this.scroll.y);
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
        return box.right > this.page.left && box.bottom + this.scroll.y > 0;
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
        rect.right >= box.left + box.width - 2 &&
        rect.top <= box.top + 2 &&
        rect.bottom >= box.top + box.height - 2
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

function topModal(document: Document): Element | null {
  let top: Element | null = null;
  for (const element of allIn(document, ':modal')) top = element;
  return top;
}
