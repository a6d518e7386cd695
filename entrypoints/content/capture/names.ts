import { byId } from './dom.ts';
import { flatChildList, type ShadowRootOf } from './flat-tree.ts';
import { NAMED_BY_CONTENT, roleOf } from './roles.ts';
import type { Visibility } from './visibility.ts';

/**
 * Accessible name (Accessible Name and Description Computation 1.2, with HTML-AAM 1.0 for what is native).
 * `seen`: at least a part of it is text on the screen. Otherwise it comes from an attribute or from text that only a
 * screen reader meets.
 */
export type AccessibleName = { text: string; seen: boolean };

type Part = { text: string; seen: boolean };
const NONE: Part = { text: '', seen: false };
/** Longer content is cut: a name that long is prose. Keeps the work linear on nested controls. */
const MAX_CHARS = 2_000;
const MAX_DEPTH = 300;
const REPLACED = new Set([
  'iframe',
  'video',
  'audio',
  'canvas',
  'object',
  'embed',
  'textarea',
  'input',
  'select',
  'img',
  'meter',
  'progress',
]);
/** HTML's labelable elements. */
const LABELABLE = 'button,input:not([type=hidden]),meter,output,progress,select,textarea';

/**
 * Roles whose content does not become part of a name around them, unless they have a name of their own: as Chromium
 * does it (asked by experiment: a link around each role). Native lists and tables are read through.
 */
const CLOSED_IN_NAMES = new Set(
  'alert alertdialog application article banner blockquote combobox complementary contentinfo dialog document feed figure form grid group img listbox log main marquee menu menubar navigation note progressbar radiogroup row rowgroup search separator status table tablist tabpanel timer toolbar tree treegrid'.split(
    ' ',
  ),
);
const OPEN_TAGS = new Set([
  'ul',
  'ol',
  'menu',
  'dl',
  'table',
  'tbody',
  'thead',
  'tfoot',
  'tr',
  'details',
  'fieldset',
  'address',
  'output',
  'svg',
]);

/** One per capture: what was computed for an element counts until the page changes. */
export class Names {
  #shadowRootOf: ShadowRootOf;
  #visibility: Visibility;
  #names = new Map<Element, AccessibleName>();
  #content = new Map<Element, Part>();
  #roles = new Map<Element, string>();
  #pseudo: boolean;
  /** Elements whose content is being read: labels that refer to each other end here. */
  #busy = new Set<Element>();
  /** Inside of a traversal by aria-labelledby, which is not followed twice. */
  #following = false;
  constructor(visibility: Visibility, shadowRootOf: ShadowRootOf, options: { pseudo?: boolean } = {}) {
    this.#visibility = visibility;
    this.#shadowRootOf = shadowRootOf;
    this.#pseudo = options.pseudo ?? true;
  }

  roleOf(element: Element): string {
    const known = this.#roles.get(element);
    if (known !== undefined) return known;
    const role = roleOf(element);
    this.#roles.set(element, role);
    return role;
  }

  /** Name of an element; white space collapsed. */
  nameOf(element: Element): AccessibleName {
    const known = this.#names.get(element);
    if (known !== undefined) return known;
    const part = this.#compute(element);
    const name = { text: squash(part.text), seen: part.seen };
    this.#names.set(element, name);
    return name;
  }

  #compute(element: Element): Part {
    const labelledBy = this.#labelledBy(element);
    if (labelledBy.text.trim() !== '') return labelledBy;
    const label = element.getAttribute('aria-label');
    if (label !== null && label.trim() !== '') return { text: label, seen: false };
    const native = this.#native(element);
    if (native !== undefined && native.text.trim() !== '') return native;
    const role = this.roleOf(element);
    if (
      NAMED_BY_CONTENT.has(role) &&
      native === undefined &&
      !(role === 'row' && element.localName !== 'tr' && element.childElementCount > 50)
    ) {
      const content = this.#contentOf(element, { visited: new Set([element]), hidden: false });
      if (content.text.trim() !== '') return content;
    }
    return this.#tooltip(element);
  }

  #tooltip(element: Element): Part {
    const title = element.getAttribute('title');
    if (title !== null && title.trim() !== '') return { text: title, seen: false };
    const placeholder = element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder');
    if (placeholder !== null && placeholder.trim() !== '' && /^(?:input|textarea)$/.test(element.localName))
      return { text: placeholder, seen: false };
    return NONE;
  }

  /** Step 2B. A hidden target counts with its hidden content. */
  #labelledBy(element: Element): Part {
    const ids = element.getAttribute('aria-labelledby');
    if (ids === null || ids.trim() === '') return NONE;
    const root = element.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return NONE;
    if (this.#following) return NONE;
    this.#following = true;
    const parts: Part[] = [];
    for (const id of ids.trim().split(/\s+/)) {
      const target = byId(root, id);
      if (target !== null) parts.push(this.#referenced(target, element));
    }
    this.#following = false;
    return join(parts);
  }

  /** The text of an element that a name refers to: steps 2C to 2I without following another aria-labelledby. */
  #referenced(target: Element, from: Element): Part {
    const sight = this.#visibility.sightOf(target);
    const hidden = !sight.rendered || !sight.visible;
    const label = target.getAttribute('aria-label');
    if (label !== null && label.trim() !== '') return { text: label, seen: false };
    const native = this.#native(target);
    if (native !== undefined && native.text.trim() !== '' && target !== from) return native;
    const embedded = target === from ? undefined : this.#embedded(target);
    if (embedded !== undefined) return embedded;
    const content = this.#contentOf(target, { visited: new Set([target]), hidden });
    if (content.text.trim() !== '') return content;
    return this.#tooltip(target);
  }

  /** Step 2E by HTML-AAM. undefined: the element has no native label of its own kind, content may name it. */
  #native(element: Element): Part | undefined {
    switch (element.localName) {
      case 'input': {
        if (!(element instanceof HTMLInputElement)) return undefined;
        const byLabel = this.#labels(element);
        switch (element.type) {
          case 'button':
            return byLabel.text.trim() ? byLabel : { text: element.value, seen: true };
          case 'submit':
            return byLabel.text.trim()
              ? byLabel
              : { text: element.hasAttribute('value') ? element.value : 'Submit', seen: true };
          case 'reset':
            return byLabel.text.trim()
              ? byLabel
              : { text: element.hasAttribute('value') ? element.value : 'Reset', seen: true };
          case 'image':
            if (byLabel.text.trim()) return byLabel;
            if (element.alt.trim()) return { text: element.alt, seen: false };
            if (element.getAttribute('title')?.trim()) return { text: element.title, seen: false };
            return { text: 'Submit', seen: false };
          default:
            return byLabel;
        }
      }
      case 'textarea':
      case 'select':
      case 'meter':
      case 'progress':
      case 'output':
        return this.#labels(element);
      case 'button': {
        const byLabel = this.#labels(element);
        return byLabel.text.trim() ? byLabel : undefined;
      }
      case 'fieldset':
        return this.#ofChild(element, 'legend');
      case 'figure':
        return this.#ofChild(element, 'figcaption');
      case 'table':
        return this.#ofChild(element, 'caption');
      case 'optgroup': {
        const label = element.getAttribute('label');
        return label === null ? NONE : { text: label, seen: true };
      }
      case 'option': {
        const label = element.getAttribute('label');
        return label ? { text: label, seen: true } : undefined;
      }
      case 'img':
      case 'area': {
        const alt = element.getAttribute('alt');
        return alt !== null && alt.trim() !== '' ? { text: alt, seen: false } : NONE;
      }
      case 'iframe': {
        const title = element.getAttribute('title');
        return title ? { text: title, seen: false } : NONE;
      }
      case 'svg': {
        for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling)
          if (child.localName === 'title') return { text: child.textContent, seen: false };
        return element.getAttribute('role') === null ? NONE : undefined;
      }
      case 'a': {
        const title = element.namespaceURI?.endsWith('svg')
          ? element.getAttributeNS('http://www.w3.org/1999/xlink', 'title')
          : null;
        return title ? { text: title, seen: false } : undefined;
      }
      default:
        return undefined;
    }
  }

  #labels(element: Element): Part {
    if (!element.matches(LABELABLE) || !('labels' in element)) return NONE;
    const labels = element.labels;
    if (!(labels instanceof NodeList) || labels.length === 0) return NONE;
    const parts: Part[] = [];
    for (const label of labels) {
      if (!(label instanceof Element)) continue;
      const sight = this.#visibility.sightOf(label);
      const own = label.getAttribute('aria-label');
      if (own?.trim()) parts.push({ text: own, seen: false });
      else if (sight.rendered)
        parts.push(this.#contentOf(label, { visited: new Set([label, element]), hidden: false }));
    }
    return join(parts);
  }

  #ofChild(element: Element, tag: string): Part {
    for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling)
      if (child.localName === tag) return this.#contentOf(child, { visited: new Set([child]), hidden: false });
    return NONE;
  }

  /** Step 2C: a control inside of the text that names something gives its value. */
  #embedded(element: Element): Part | undefined {
    const role = this.roleOf(element);
    switch (role) {
      case 'textbox':
      case 'searchbox':
        if (element instanceof HTMLInputElement && element.type === 'password') return NONE;
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
          return { text: element.value, seen: true };
        return undefined;
      case 'combobox':
      case 'listbox':
        if (element instanceof HTMLSelectElement)
          return { text: [...element.selectedOptions].map((option) => option.label).join(' '), seen: true };
        if (element instanceof HTMLInputElement) return { text: element.value, seen: true };
        return join(
          [...element.querySelectorAll('[role=option][aria-selected=true]')].map((option) =>
            this.#contentOf(option, { visited: new Set([option]), hidden: false }),
          ),
        );
      case 'slider':
      case 'spinbutton':
      case 'progressbar':
      case 'meter':
      case 'scrollbar': {
        const text = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
        if (text !== null) return { text, seen: true };
        if (element instanceof HTMLInputElement) return { text: element.value, seen: true };
        return undefined;
      }
      default:
        return undefined;
    }
  }

  /** Step 2F: the text of the children, in flat-tree order, with `::before` and `::after`. */
  #contentOf(element: Element, context: { visited: Set<Element>; hidden: boolean }): Part {
    const plain = !context.hidden && !this.#following && context.visited.size === 1;
    const known = plain ? this.#content.get(element) : undefined;
    if (known !== undefined) return known;
    if (this.#busy.has(element) || this.#busy.size > MAX_DEPTH) return NONE;
    this.#busy.add(element);
    let text = '';
    let seen = false;
    const add = (part: Part, spaced: boolean) => {
      if (part.text === '' && !spaced) return;
      text += spaced ? ` ${part.text} ` : part.text;
      seen ||= part.seen;
    };
    add(this.#generated(element, '::before'), false);
    for (const child of flatChildList(element, this.#shadowRootOf)) {
      if (text.length > MAX_CHARS) break;
      if (child instanceof Text) {
        const sight = this.#visibility.sightOf(element);
        if (!sight.visible && !context.hidden) continue;
        const data = child.data.length > MAX_CHARS ? child.data.slice(0, MAX_CHARS) : child.data;
        if (data.trim() === '') text += data === '' ? '' : ' ';
        else add({ text: data, seen: seen || (!context.hidden && this.#visibility.readsText(element)) }, false);
      } else if (child instanceof Element && !context.visited.has(child)) {
        this.#addElement(child, context, add);
      }
    }
    for (const owned of this.#owned(element)) {
      if (context.visited.has(owned)) continue;
      context.visited.add(owned);
      this.#addElement(owned, context, add);
    }
    add(this.#generated(element, '::after'), false);
    this.#busy.delete(element);
    const part = { text, seen };
    if (plain) this.#content.set(element, part);
    return part;
  }

  #addElement(
    child: Element,
    context: { visited: Set<Element>; hidden: boolean },
    add: (part: Part, spaced: boolean) => void,
  ): void {
    if (child.localName === 'br') {
      add({ text: ' ', seen: false }, false);
      return;
    }
    const sight = this.#visibility.sightOf(child);
    if (!context.hidden && (!sight.rendered || child.getAttribute('aria-hidden') === 'true')) return;
    if (context.hidden && /^(?:script|style|template|noscript)$/.test(child.localName)) return;
    const display = sight.style?.display ?? 'inline';
    const block = display !== 'inline' && display !== 'contents' && display !== 'none';
    const labelled = this.#labelledByInContent(child, context);
    if (labelled !== undefined) {
      add(labelled, true);
      return;
    }
    const label = child.getAttribute('aria-label');
    const embedded = this.#embedded(child);
    if (embedded !== undefined && context.visited.size > 0) {
      add(embedded, true);
      return;
    }
    if (label?.trim()) {
      add({ text: label, seen: false }, true);
      return;
    }
    const native = this.#native(child);
    if (native !== undefined && native.text.trim() !== '') {
      add(native, true);
      return;
    }
    if (REPLACED.has(child.localName)) {
      add(this.#tooltip(child), true);
      return;
    }
    if (CLOSED_IN_NAMES.has(this.roleOf(child)) && !OPEN_TAGS.has(child.localName)) return;
    const inner =
      context.visited.size === 1 && !context.hidden
        ? this.#contentOf(child, { visited: new Set([child]), hidden: false })
        : this.#contentOf(child, context);
    add(inner, block);
  }

  #labelledByInContent(child: Element, context: { visited: Set<Element>; hidden: boolean }): Part | undefined {
    if (!child.hasAttribute('aria-labelledby') || context.hidden) return undefined;
    const part = this.#labelledBy(child);
    return part.text.trim() === '' ? undefined : part;
  }

  *#owned(element: Element): Iterable<Element> {
    const ids = element.getAttribute('aria-owns');
    const root = ids === null ? undefined : element.getRootNode();
    if (ids === null || !(root instanceof Document || root instanceof ShadowRoot)) return;
    for (const id of ids.trim().split(/\s+/)) {
      const target = byId(root, id);
      if (target !== null && !target.contains(element)) yield target;
    }
  }

  #generated(element: Element, pseudo: '::before' | '::after'): Part {
    if (!this.#pseudo) return NONE;
    const style = getComputedStyle(element, pseudo);
    const content = style.content;
    if (content === 'none' || content === 'normal' || content === '' || content === '""') return NONE;
    if (style.display === 'none' || style.visibility !== 'visible') return NONE;
    const alternative = /\/\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(content);
    const strings = alternative
      ? [alternative[1] ?? '']
      : [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
    const text = strings.join('').replace(/\\(["\\])/g, '$1');
    return { text: style.display === 'inline' ? text : ` ${text} `, seen: false };
  }
}

const join = (parts: readonly Part[]): Part => ({
  text: parts.map((part) => part.text).join(' '),
  seen: parts.some((part) => part.seen && part.text.trim() !== ''),
});

/** Collapses white space, and drops the private-use glyphs of icon fonts: they say nothing in words. */
export function squash(text: string): string {
  return text
    .replace(/[\ue000-\uf8ff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
