import { attribute, byId, nextSibling } from './dom.ts';
import { embeddedValue } from './embedded-value.ts';
import { flatChildren, type ShadowRootOf } from './flat-tree.ts';
import { type GeneratedText, generatedText, join, MAY_GENERATE, NONE, type Part, squash } from './name-parts.ts';
import {
  buttonText,
  CLOSED_IN_NAMES,
  LABELABLE,
  MAX_CHARS,
  MAX_DEPTH,
  nativeText,
  OPEN_TAGS,
  ownedBy,
  REPLACED,
  tooltip,
} from './name-rules.ts';
import { NAMED_BY_CONTENT, roleOf } from './roles.ts';
import type { Secrets } from './secrets.ts';
import { NOTHING, type Sight } from './sight.ts';
import type { Visibility } from './visibility.ts';

/**
 * Accessible name (Accessible Name and Description Computation 1.2, with HTML-AAM 1.0 for what is native).
 * `seen`: at least a part of it is text on the screen. Otherwise it comes from an attribute or from text that only a
 * screen reader meets.
 */
export type AccessibleName = { text: string; seen: boolean };

/** One per capture: what was computed for an element counts until the page changes. */
export class Names {
  #shadowRootOf: ShadowRootOf;
  #visibility: Visibility;
  #secrets: Secrets;
  #names = new Map<Element, AccessibleName>();
  #content = new Map<Element, Part>();
  #generated: GeneratedText;
  /** Whose name is made by id or by a label elsewhere, and of which; undefined: of one that may come. */
  readonly references: [from: Element, target: Element | undefined][] = [];
  /** Controls whose value became part of a name. */
  readonly embedded: Element[] = [];
  /** Elements whose content is being read: labels that refer to each other end here. */
  #busy = new Set<Element>();
  /** Inside of a traversal by aria-labelledby, which is not followed twice. */
  #following = false;
  constructor(
    visibility: Visibility,
    shadowRootOf: ShadowRootOf,
    secrets: Secrets,
    generated: GeneratedText = MAY_GENERATE,
  ) {
    this.#visibility = visibility;
    this.#secrets = secrets;
    this.#shadowRootOf = shadowRootOf;
    this.#generated = generated;
  }

  roleOf(element: Element): string {
    return this.roleIn(this.#visibility.sightOf(element), element);
  }

  /** The same where the sight is at hand. */
  roleIn(sight: Sight, element: Element): string {
    if (sight === NOTHING) return roleOf(element);
    sight.role ??= roleOf(element);
    return sight.role;
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
    const label = attribute(element, 'aria-label');
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
    return tooltip(element);
  }

  /** Step 2B. A hidden target counts with its hidden content. */
  #labelledBy(element: Element): Part {
    const ids = attribute(element, 'aria-labelledby');
    if (ids === null || ids.trim() === '') return NONE;
    const root = element.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return NONE;
    if (this.#following) return NONE;
    this.#following = true;
    const parts: Part[] = [];
    for (const id of ids.trim().split(/\s+/)) {
      const target = byId(root, id);
      this.references.push([element, target ?? undefined], [element, undefined]);
      if (target !== null) parts.push(this.#referenced(target, element));
    }
    this.#following = false;
    return join(parts);
  }

  /** The text of an element that a name refers to: steps 2C to 2I without following another aria-labelledby. */
  #referenced(target: Element, from: Element): Part {
    const sight = this.#visibility.sightOf(target);
    const hidden = !sight.rendered || !sight.visible;
    const label = attribute(target, 'aria-label');
    if (label !== null && label.trim() !== '') return { text: label, seen: false };
    const native = this.#native(target);
    if (native !== undefined && native.text.trim() !== '' && target !== from) return native;
    const embedded = target === from ? undefined : this.#embedded(target);
    if (embedded !== undefined) return embedded;
    const content = this.#contentOf(target, { visited: new Set([target]), hidden });
    if (content.text.trim() !== '') return content;
    return tooltip(target);
  }

  /** Step 2E by HTML-AAM. undefined: the element has no native label of its own kind, content may name it. */
  #native(element: Element): Part | undefined {
    switch (element.localName) {
      case 'input': {
        if (!(element instanceof HTMLInputElement)) return undefined;
        const byLabel = this.#labels(element);
        return byLabel.text.trim() ? byLabel : (buttonText(element) ?? byLabel);
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
      default:
        return nativeText(element);
    }
  }

  #labels(element: Element): Part {
    if (!element.matches(LABELABLE) || !('labels' in element)) return NONE;
    const labels = element.labels;
    this.references.push([element, undefined]);
    if (!(labels instanceof NodeList) || labels.length === 0) return NONE;
    const parts: Part[] = [];
    for (const label of labels) {
      if (!(label instanceof Element)) continue;
      this.references.push([element, label]);
      const sight = this.#visibility.sightOf(label);
      const own = attribute(label, 'aria-label');
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
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) this.embedded.push(element);
    if (this.#secrets.kindOf(element) !== undefined) return NONE;
    return embeddedValue(element, this.roleOf(element), (option) =>
      this.#contentOf(option, { visited: new Set([option]), hidden: false }),
    );
  }

  /** Step 2F: the text of the children, in flat-tree order, with `::before` and `::after`. */
  #contentOf(element: Element, context: { visited: Set<Element>; hidden: boolean }): Part {
    const plain = !context.hidden && !this.#following && context.visited.size === 1;
    const known = plain ? this.#content.get(element) : undefined;
    if (known !== undefined) return known;
    if (this.#secrets.kindOf(element) !== undefined) return NONE;
    if (this.#busy.has(element) || this.#busy.size > MAX_DEPTH) return NONE;
    this.#busy.add(element);
    let text = '';
    let seen = false;
    const add = (part: Part, spaced: boolean) => {
      if (part.text === '' && !spaced) return;
      text += spaced ? ` ${part.text} ` : part.text;
      seen ||= part.seen;
    };
    const root = this.#shadowRootOf(element);
    if (root !== null) this.#generated.meet(root);
    if (this.#generated.generates) add(generatedText(element, '::before'), false);
    const { first, assigned } = flatChildren(element, root);
    let at = 0;
    for (
      let child: Node | null | undefined = assigned === undefined ? first : assigned[0];
      child;
      child = assigned === undefined ? nextSibling(child) : assigned[++at]
    ) {
      if (text.length > MAX_CHARS) break;
      if (child instanceof Text) {
        if (!context.hidden && !this.#visibility.sightOf(element).visible) continue;
        const data = child.data.length > MAX_CHARS ? child.data.slice(0, MAX_CHARS) : child.data;
        if (data.trim() === '') text += data === '' ? '' : ' ';
        else add({ text: data, seen: seen || (!context.hidden && this.#visibility.readsText(element)) }, false);
      } else if (child instanceof Element && !context.visited.has(child)) {
        this.#addElement(child, context, add);
      }
    }
    for (const owned of ownedBy(element)) {
      this.references.push([element, owned], [element, undefined]);
      if (context.visited.has(owned)) continue;
      context.visited.add(owned);
      this.#addElement(owned, context, add);
    }
    if (this.#generated.generates) add(generatedText(element, '::after'), false);
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
    if (!context.hidden && (!sight.rendered || attribute(child, 'aria-hidden') === 'true')) return;
    if (context.hidden && /^(?:script|style|template|noscript)$/.test(child.localName)) return;
    const display = sight.style?.display ?? 'inline';
    const block = display !== 'inline' && display !== 'contents' && display !== 'none';
    const labelled = context.hidden ? NONE : this.#labelledBy(child);
    if (labelled.text.trim() !== '') {
      add(labelled, true);
      return;
    }
    const label = attribute(child, 'aria-label');
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
    const said = native?.text.trim() ? native : REPLACED.has(child.localName) ? tooltip(child) : undefined;
    if (said !== undefined) {
      add(said, true);
      return;
    }
    if (CLOSED_IN_NAMES.has(this.roleOf(child)) && (child.hasAttribute('role') || !OPEN_TAGS.has(child.localName)))
      return;
    const inner =
      context.visited.size === 1 && !context.hidden
        ? this.#contentOf(child, { visited: new Set([child]), hidden: false })
        : this.#contentOf(child, context);
    add(inner, block);
  }
}
