import { rootOf, scrollerOf, urlOf, viewOf } from './dom.ts';
import { flatParent, type ShadowRootOf } from './flat-tree.ts';
import { LiveStates } from './live-states.ts';
import { isOwnElement } from './own-elements.ts';
import type { Secrets } from './secrets.ts';
import { StyleRules } from './style-rules.ts';
import type { Unit } from './units.ts';

/** More changed nodes than this are not worth following one by one. */
const MAX_NODES = 4_000;
/** States that no attribute tells of. */
const STATES = [':hover', ':active', ':target', ':popover-open', ':modal', ':fullscreen', ':focus']
  .filter((state) => CSS.supports(`selector(${state})`))
  .join(',');
const MEDIA = [
  'print',
  '(prefers-color-scheme: dark)',
  '(prefers-reduced-motion: reduce)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
  '(hover: hover)',
  '(pointer: fine)',
];

/**
 * Follows a document from one capture to the next, so that a capture reads only what may have changed. What cannot be
 * observed is compared: style rules, values, media, the states of STATES, running animations, the size of the window.
 */
export class PageWatch {
  readonly live: LiveStates;
  /** What was read of a subtree, by its root. */
  units = new WeakMap<Element, Unit>();
  /** Number of the latest capture. One that another has overtaken keeps nothing. */
  epoch = 0;
  /** Capture before which elements last came or went, or an id: what refers to others by id is read again. */
  structureAt = 0;
  readonly #document: Document;
  readonly #shadowRootOf: ShadowRootOf;
  readonly #styles = new StyleRules();
  #observer: MutationObserver | undefined;
  #roots = new Set<Document | ShadowRoot>();
  #changed = new Set<Node>();
  #stale = new Set<Node>();
  #touchedAt = new WeakMap<Node, number>();
  #staleAt = new WeakMap<Node, number>();
  #structure = false;
  #tooMany = false;
  #page = '';
  #states: ReadonlySet<Element> = new Set();
  #animated: ReadonlySet<Element> = new Set();
  #animatesText = false;
  readonly #media: readonly MediaQueryList[];

  constructor(document: Document, shadowRootOf: ShadowRootOf, secrets: Secrets) {
    this.#document = document;
    this.#shadowRootOf = shadowRootOf;
    this.live = new LiveStates(secrets);
    const view = viewOf(document);
    this.#media = view === null ? [] : MEDIA.map((query) => view.matchMedia(query));
  }

  /** Style rules may carry a change to elsewhere. */
  get far(): boolean {
    return this.#styles.far;
  }

  /** Whether style rules may write text before or after an element. */
  get generates(): boolean {
    return this.#styles.generates || this.#animatesText;
  }

  /** Capture before which something in the node last changed: it is walked again, what lies in it may be as it was. */
  touchedAt(node: Node): number {
    return this.#touchedAt.get(node) ?? 0;
  }

  /** Capture from which on nothing that was read in the node before counts. */
  staleAt(node: Node): number {
    return this.#staleAt.get(node) ?? 0;
  }

  /** Follows a shadow root from now on. */
  meet(root: ShadowRoot): void {
    if (this.#roots.has(root)) return;
    this.#follow(root);
    this.#styles.include(root);
  }

  #follow(root: Document | ShadowRoot): void {
    this.#roots.add(root);
    this.#observer ??= new MutationObserver((records) => this.#note(records));
    this.#observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
    });
  }

  /** Lets go of the page: the next capture reads all of it. */
  end(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#roots.clear();
    this.#forget();
  }

  /** Begins a capture: finds out what may have changed since the last one. */
  take(): void {
    this.epoch += 1;
    const first = this.#observer === undefined;
    if (first) this.#follow(this.#document);
    if (this.#observer !== undefined) this.#note(this.#observer.takeRecords());
    const roots = [...this.#roots].filter((root) => root instanceof Document || root.host.isConnected);
    const page = this.#pageState();
    const all = [first, this.#tooMany, this.#styles.changed(roots), page !== this.#page].includes(true);
    this.#page = page;
    const modal = this.#comparePseudo(roots);
    this.#compareAnimations(roots);
    if (all || modal) {
      this.#forget();
      return;
    }
    const { changed, moved } = this.live.changed((element) => this.#shadowRootOf(element) !== null);
    for (const element of changed) this.#look(element);
    for (const element of moved) this.#changed.add(element);
    for (const node of this.#stale) this.#staleAt.set(node, this.epoch);
    for (const node of [...this.#changed, ...this.#stale]) this.#touchUpwards(node);
    if (this.#structure) this.structureAt = this.epoch;
    this.#reset();
  }

  #forget(): void {
    this.units = new WeakMap();
    this.#touchedAt = new WeakMap();
    this.#staleAt = new WeakMap();
    this.live.clear();
    this.#reset();
  }

  #reset(): void {
    this.#changed = new Set();
    this.#stale = new Set();
    this.#structure = false;
    this.#tooMany = false;
  }

  #note(records: readonly MutationRecord[]): void {
    for (const record of records) {
      if (this.#changed.size > MAX_NODES) {
        this.#tooMany = true;
        return;
      }
      const { target } = record;
      if (record.type === 'attributes') {
        const name = record.attributeName ?? '';
        if (!(target instanceof Element) || isOwnElement(target)) continue;
        if (record.oldValue === target.getAttributeNS(record.attributeNamespace, name)) continue;
        if (name === 'id' || name === 'for' || name === 'name') this.#structure = true;
        this.#look(target);
        if (target instanceof HTMLSlotElement) this.#slotsOf(target);
      } else if (record.type === 'characterData') {
        this.#changed.add(target);
        // A text that becomes empty, or is no longer: `:empty` may hang on it.
        if ((record.oldValue === '' || target.nodeValue === '') && target.parentElement !== null)
          this.#look(target.parentElement);
      } else {
        const nodes = [...record.addedNodes, ...record.removedNodes];
        if (nodes.length > 0 && nodes.every((node) => isOwnElement(node))) continue;
        this.#changed.add(target);
        // What was moved here was read elsewhere.
        for (const node of record.addedNodes) if (node instanceof Element) this.#stale.add(node);
        if (nodes.some((node) => mayBeReferredTo(node))) this.#structure = true;
        this.#slotsOf(target);
        // Columns are named by the first row.
        if (/^(?:table|thead|tbody)$/i.test(target.nodeName) && record.previousSibling === null)
          this.#stale.add(target instanceof HTMLTableElement ? target : (target.parentNode ?? target));
      }
    }
  }

  /** An element that may be styled anew, and with it what stands in it and beside it. */
  #look(element: Element): void {
    this.#changed.add(element);
    // Of a slotted element the host: its place in the flat tree lies elsewhere.
    const parent = element.parentNode;
    this.#stale.add(parent instanceof ShadowRoot ? parent.host : (parent ?? element));
    this.#stale.add(element);
  }

  /** Which slot takes which child is decided anew. */
  #slotsOf(node: Node): void {
    const root = node.getRootNode();
    if (root instanceof ShadowRoot) {
      this.#changed.add(root.host);
      this.#stale.add(root.host);
    }
    if (node instanceof Element && this.#shadowRootOf(node) !== null) this.#stale.add(node);
  }

  #pageState(): string {
    const view = viewOf(this.#document);
    if (view === null) return '';
    const scroller = scrollerOf(this.#document);
    return [
      view.innerWidth,
      view.innerHeight,
      view.devicePixelRatio,
      view.scrollX,
      scroller.clientWidth,
      scroller.scrollWidth,
      this.#document.baseURI,
      urlOf(this.#document),
      this.#document.fonts.status,
      rootOf(this.#document).isConnected,
      ...this.#media.map(({ matches }) => matches),
    ].join(' ');
  }

  /** @returns whether another modal dialog is in front: then everything is exposed or hidden anew. */
  #comparePseudo(roots: readonly (Document | ShadowRoot)[]): boolean {
    const before = this.#states;
    const now = new Set<Element>();
    for (const root of roots) for (const element of root.querySelectorAll(STATES)) now.add(element);
    this.#states = now;
    const changed = [
      ...[...now].filter((element) => !before.has(element)),
      ...[...before].filter((element) => !now.has(element)),
    ];
    for (const element of changed) this.#look(element);
    return changed.some((element) => element instanceof HTMLDialogElement || element.matches(':modal'));
  }

  #compareAnimations(roots: readonly (Document | ShadowRoot)[]): void {
    const now = new Set<Element>();
    this.#animatesText = false;
    for (const root of roots)
      for (const { effect } of root.getAnimations())
        if (effect instanceof KeyframeEffect && effect.target !== null) {
          now.add(effect.target);
          this.#animatesText ||= effect.pseudoElement !== null;
        }
    for (const element of [...this.#animated, ...now]) this.#look(element);
    this.#animated = now;
  }

  #touchUpwards(changed: Node): void {
    let node: Node | null = changed;
    while (node !== null && this.#touchedAt.get(node) !== this.epoch) {
      this.#touchedAt.set(node, this.epoch);
      node = flatParent(node, this.#shadowRootOf);
    }
  }
}

/** A label, or something with an id. */
const mayBeReferredTo = (node: Node): boolean =>
  node instanceof Element && (node.matches('label,[id]') || node.querySelector('label,[id]') !== null);
