import type { ShadowRootOf } from './flat-tree.ts';
import { isOwnElement } from './own-elements.ts';
import type { StyleRules } from './style-rules.ts';

/** More changed nodes than this are not worth following one by one. */
const MAX_NODES = 4_000;
/**
 * Attributes that neither the browser nor what is read of the elements around goes by: only style rules may.
 * `aria-setsize` counts among siblings.
 */
const SAID_ONLY = /^(?:aria-(?!setsize)|data-|title$)/;

/** What was seen to change in a document since the last capture, and how far each change may show. */
export class PageChanges {
  /** Nodes that are walked again. */
  readonly changed = new Set<Node>();
  /** Nodes of which nothing that was read before counts, with what stands in them. */
  readonly stale = new Set<Node>();
  /** Elements came or went, or an id. */
  structure = false;
  /** Nodes were taken out. */
  removed = false;
  tooMany = false;
  /** By a style rule it may show elsewhere. */
  far = false;
  /** Something may lie elsewhere, or be shown or hidden. */
  laidOut = false;
  readonly #styles: StyleRules;
  readonly #shadowRootOf: ShadowRootOf;
  constructor(styles: StyleRules, shadowRootOf: ShadowRootOf) {
    this.#styles = styles;
    this.#shadowRootOf = shadowRootOf;
  }

  clear(): void {
    this.changed.clear();
    this.stale.clear();
    this.structure = false;
    this.removed = false;
    this.tooMany = false;
    this.far = false;
    this.laidOut = false;
  }

  note(records: readonly MutationRecord[]): void {
    for (const record of records) {
      if (this.changed.size > MAX_NODES) {
        this.tooMany = true;
        return;
      }
      if (record.type === 'attributes') this.#noteAttribute(record);
      else if (record.type === 'childList') this.#noteChildren(record);
      else {
        const { target } = record;
        this.laidOut = true;
        this.changed.add(target);
        // A text that becomes empty, or is no longer: `:empty` may hang on it.
        if ((record.oldValue === '' || target.nodeValue === '') && target.parentElement !== null)
          this.look(target.parentElement);
      }
    }
  }

  /** An element that may be styled anew, and with it what stands in it and beside it. `far`: and elsewhere. */
  look(element: Element, far = true): void {
    this.laidOut = true;
    this.far ||= far;
    this.changed.add(element);
    // Of a slotted element the host: its place in the flat tree lies elsewhere.
    const parent = element.parentNode;
    this.stale.add(parent instanceof ShadowRoot ? parent.host : (parent ?? element));
    this.stale.add(element);
  }

  #noteAttribute({ target, attributeName, attributeNamespace, oldValue }: MutationRecord): void {
    const name = attributeName ?? '';
    if (!(target instanceof Element) || isOwnElement(target)) return;
    const value = target.getAttributeNS(attributeNamespace, name);
    if (oldValue === value) return;
    if (name === 'id' || name === 'for' || name === 'name') this.structure = true;
    const words = wordsOf(name, oldValue, value);
    const shows = (far: boolean) => words === undefined || words.some((word) => this.#styles.mentions(word, far));
    if (words === undefined || name === 'style' || shows(false)) this.look(target, shows(true));
    else {
      this.changed.add(target);
      this.stale.add(target);
    }
    if (target instanceof HTMLSlotElement) this.#slotsOf(target);
  }

  #noteChildren({ target, addedNodes, removedNodes, previousSibling }: MutationRecord): void {
    const nodes = [...addedNodes, ...removedNodes];
    if (nodes.length > 0 && nodes.every((node) => isOwnElement(node))) return;
    this.laidOut = true;
    this.far = true;
    this.removed ||= removedNodes.length > 0;
    this.changed.add(target);
    // What was moved here was read elsewhere.
    for (const node of addedNodes) if (node instanceof Element) this.stale.add(node);
    if (nodes.some((node) => mayBeReferredTo(node))) this.structure = true;
    this.#slotsOf(target);
    // Columns are named by the first row.
    if (/^(?:table|thead|tbody)$/i.test(target.nodeName) && previousSibling === null)
      this.stale.add(target instanceof HTMLTableElement ? target : (target.parentNode ?? target));
  }

  /** Which slot takes which child is decided anew. */
  #slotsOf(node: Node): void {
    this.laidOut = true;
    const root = node.getRootNode();
    if (root instanceof ShadowRoot) {
      this.changed.add(root.host);
      this.stale.add(root.host);
    }
    if (node instanceof Element && this.#shadowRootOf(node) !== null) this.stale.add(node);
  }
}

/** What a rule that hangs on the change of an attribute has in it. undefined: the browser itself may go by it. */
function wordsOf(name: string, before: string | null, after: string | null): string[] | undefined {
  if (name === 'class') {
    const [old, now] = [before, after].map((value) => new Set((value ?? '').split(/\s+/)));
    const other = [...(old ?? [])].filter((word) => !now?.has(word));
    other.push(...[...(now ?? [])].filter((word) => !old?.has(word)));
    return ['[class', ...other.filter((word) => word !== '').map((word) => CSS.escape(word).toLowerCase())];
  }
  return name === 'style' || SAID_ONLY.test(name) ? [name] : undefined;
}

/** A label, or something with an id. */
const mayBeReferredTo = (node: Node): boolean =>
  node instanceof Element && (node.matches('label,[id]') || node.querySelector('label,[id]') !== null);
