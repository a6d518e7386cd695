import { allIn, rootOf, scrollerOf, unshadowed, urlOf, viewOf } from './dom.ts';
import { flatParent, type ShadowRootOf } from './flat-tree.ts';
import { LiveStates } from './live-states.ts';
import { PageChanges } from './page-changes.ts';
import type { Secrets } from './secrets.ts';
import { StyleRules } from './style-rules.ts';
import type { Unit } from './units.ts';

/** States that no attribute tells of. */
const STATES = [':hover', ':active', ':target', ':popover-open', ':modal', ':fullscreen', ':focus', ':focus-visible']
  .filter((state) => CSS.supports(`selector(${state})`))
  .join(',');
const CAPTURING = { capture: true, passive: true };
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
  /** Capture before which a change may last have shown elsewhere, by a style rule. */
  farAt = 0;
  /** Nothing has changed since the capture before that could move, show or hide anything. */
  still = false;
  /** Elements that something was found to lie over, and by which capture. */
  covered: { epoch: number; elements: ReadonlySet<Element> } = { epoch: 0, elements: new Set() };
  readonly #document: Document;
  readonly #shadowRootOf: ShadowRootOf;
  readonly #styles = new StyleRules();
  #observer: MutationObserver | undefined;
  #roots = new Set<Document | ShadowRoot>();
  readonly #changes: PageChanges;
  #touchedAt = new WeakMap<Node, number>();
  #staleAt = new WeakMap<Node, number>();
  #page = '';
  #scrollY = 0;
  #states: ReadonlySet<Element> = new Set();
  #animated: ReadonlySet<Element> = new Set();
  #animatesText = false;
  readonly #media: readonly MediaQueryList[];

  readonly #onScroll = () => {
    this.#changes.laidOut = true;
  };
  readonly #onFonts = () => {
    this.#changes.tooMany = true;
  };

  constructor(document: Document, shadowRootOf: ShadowRootOf, secrets: Secrets) {
    this.#document = document;
    this.#shadowRootOf = shadowRootOf;
    this.live = new LiveStates(secrets);
    this.#changes = new PageChanges(this.#styles, shadowRootOf);
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
    this.#observer ??= new MutationObserver((records) => this.#changes.note(records));
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
    unshadowed(this.#document, 'removeEventListener').call(this.#document, 'scroll', this.#onScroll, CAPTURING);
    unshadowed(this.#document, 'fonts').removeEventListener('loadingdone', this.#onFonts);
    this.#observer = undefined;
    this.#roots.clear();
    this.#forget();
  }

  /** Begins a capture: finds out what may have changed since the last one. */
  take(): void {
    this.epoch += 1;
    const changes = this.#changes;
    const first = this.#observer === undefined;
    if (first) {
      this.#follow(this.#document);
      unshadowed(this.#document, 'addEventListener').call(this.#document, 'scroll', this.#onScroll, CAPTURING);
      unshadowed(this.#document, 'fonts').addEventListener('loadingdone', this.#onFonts);
    }
    if (this.#observer !== undefined) changes.note(this.#observer.takeRecords());
    const roots = [...this.#roots].filter((root) => root instanceof Document || root.host.isConnected);
    const page = this.#pageState();
    const all = [first, changes.tooMany, this.#styles.changed(roots), page !== this.#page].includes(true);
    this.#page = page;
    const scrollY = viewOf(this.#document)?.scrollY ?? 0;
    const scrolled = scrollY !== this.#scrollY;
    this.#scrollY = scrollY;
    const modal = this.#comparePseudo(roots);
    this.#compareAnimations(roots);
    if (all || modal) {
      this.#forget();
      return;
    }
    const { changed, moved } = this.live.changed((element) => this.#shadowRootOf(element) !== null, changes.removed);
    for (const element of changed) changes.look(element);
    for (const element of moved) changes.changed.add(element);
    for (const node of changes.stale) this.#staleAt.set(node, this.epoch);
    for (const node of [...changes.changed, ...changes.stale]) this.#touchUpwards(node);
    if (changes.structure) this.structureAt = this.epoch;
    const { restless } = this.#styles;
    if (this.far && (changes.far || restless)) this.farAt = this.epoch;
    this.still = !changes.laidOut && !scrolled && !restless && moved.length === 0;
    changes.clear();
  }

  #forget(): void {
    this.units = new WeakMap();
    this.#touchedAt = new WeakMap();
    this.#staleAt = new WeakMap();
    this.live.clear();
    this.still = false;
    this.#changes.clear();
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
      unshadowed(this.#document, 'baseURI'),
      urlOf(this.#document),
      unshadowed(this.#document, 'fonts').status,
      rootOf(this.#document).isConnected,
      ...this.#media.map(({ matches }) => matches),
    ].join(' ');
  }

  /** @returns whether another modal dialog is in front: then everything is exposed or hidden anew. */
  #comparePseudo(roots: readonly (Document | ShadowRoot)[]): boolean {
    const before = this.#states;
    const now = new Set<Element>();
    for (const root of roots) for (const element of allIn(root, STATES)) now.add(element);
    this.#states = now;
    const changed = [
      ...[...now].filter((element) => !before.has(element)),
      ...[...before].filter((element) => !now.has(element)),
    ];
    for (const element of changed) this.#changes.look(element);
    return changed.some((element) => element instanceof HTMLDialogElement || element.matches(':modal'));
  }

  #compareAnimations(roots: readonly (Document | ShadowRoot)[]): void {
    const now = new Set<Element>();
    this.#animatesText = false;
    for (const root of roots)
      for (const { effect } of unshadowed(root, 'getAnimations').call(root))
        if (effect instanceof KeyframeEffect && effect.target !== null) {
          now.add(effect.target);
          this.#animatesText ||= effect.pseudoElement !== null;
        }
    for (const element of [...this.#animated, ...now]) this.#changes.look(element);
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
