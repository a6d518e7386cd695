import { LIMITS } from '@pagehand/contracts/limits';
import { describeElement } from './describe-element.ts';
import { attribute, localName, nextSibling, rootOf } from './dom.ts';
import { flatChildren, type ShadowRootOf } from './flat-tree.ts';
import { formulaOf } from './formulas.ts';
import { childFrame } from './frames.ts';
import { Names } from './names.ts';
import { addLabel, NAMED_BY_TEXT, type OutlineNode, outlineNode, PLACES } from './outline.ts';
import type { Refs } from './refs.ts';
import { headingLevel, LANDMARKS, WIDGETS } from './roles.ts';
import type { Secrets } from './secrets.ts';
import { ALONE, ATOMIC, STRUCTURE } from './structure.ts';
import { TextWriter } from './text.ts';
import { cleanPageText, type Redacted } from './text-hygiene.ts';
import { transformText } from './text-transform.ts';
import type { CapturedRef, ChildFrame } from './types.ts';
import { cursorOf, type Sight, Visibility } from './visibility.ts';

/** What lives as long as the document. */
export type PageMemory = { documentId: string; refs: Refs; secrets: Secrets; shadowRootOf: ShadowRootOf };

/** Elements that a walk visits at most; the rest is counted as cut. */
const MAX_ELEMENTS = 150_000;

/** One element on the way down. */
type Level = {
  element: Element;
  sight: Sight;
  next: ChildNode | null;
  assigned: readonly Node[] | undefined;
  index: number;
  tag: string;
  /** Where children go. */
  into: OutlineNode;
  /** Places around, innermost last. */
  places: OutlineNode[];
  /** Places named by their text. */
  labels: OutlineNode[];
  control: boolean;
  endTag: string;
  /** Its text is on the screen and not hidden from assistive technology. */
  reads: boolean;
  /** An element with a hand cursor that has no role: gets a ref when nothing in it has got one. */
  pointer: { element: Element; node: OutlineNode; refsBefore: number } | undefined;
};

/** One walk over a document: each element is looked at once. Call `step` until it says that nothing is left. */
export class Walk {
  readonly root = outlineNode('document');
  readonly redacted: Redacted = {};
  readonly text = new TextWriter(this.redacted);
  readonly refs: { info: Omit<CapturedRef, 'fingerprint' | 'place'>; place: OutlineNode | undefined }[] = [];
  readonly elements = new Map<string, Element>();
  readonly childFrames: ChildFrame[] = [];
  readonly omitted = { hidden: 0, refs: 0, textChars: 0, truncated: false };
  readonly #memory: PageMemory;
  readonly #visibility: Visibility;
  readonly #names: Names;
  readonly #stack: Level[] = [];
  readonly #lang: string;
  #visited = 0;
  constructor(document: Document, start: Element, memory: PageMemory) {
    this.#memory = memory;
    this.#lang = rootOf(document).lang;
    this.#visibility = new Visibility(document, memory.shadowRootOf);
    this.#names = new Names(this.#visibility, memory.shadowRootOf);
    const first = this.#enter(start, this.#visibility.sightOf(start), undefined);
    if (first !== undefined) this.#stack.push(first);
  }

  /** Goes on by so many nodes. @returns whether something is left. */
  step(nodes: number): boolean {
    const stack = this.#stack;
    for (let left = nodes; left > 0; left -= 1) {
      const level = stack[stack.length - 1];
      if (level === undefined) return false;
      let child: Node | null;
      if (level.assigned !== undefined) {
        child = level.assigned[level.index] ?? null;
        level.index += 1;
      } else {
        child = level.next;
        level.next = level.next === null ? null : nextSibling(level.next);
      }
      if (child === null) {
        this.#leave(level);
        stack.pop();
      } else if (child.nodeType === 3) {
        if (child instanceof Text) this.#readText(child, level);
      } else if (child instanceof Element) {
        if (this.#visited >= MAX_ELEMENTS) {
          this.omitted.truncated = true;
          continue;
        }
        const sight = this.#visibility.look(child, level.element, level.sight);
        const below = this.#enter(child, sight, level);
        if (below !== undefined) stack.push(below);
      }
    }
    return true;
  }

  #enter(element: Element, sight: Sight, above: Level | undefined): Level | undefined {
    this.#visited += 1;
    const into = above?.into ?? this.root;
    const places = above?.places ?? NO_NODES;
    if (!sight.rendered || !sight.exposed) {
      this.omitted.hidden += 1;
      if (!sight.rendered) this.#keepLabelled(element, into, places);
      else if (above?.reads && above.sight.exposed) this.#formula(element, sight);
      return undefined;
    }
    const tag = localName(element);
    if (tag === 'iframe' || tag === 'frame') {
      this.#frame(element, sight, into);
      return undefined;
    }
    const role = this.#names.roleOf(element);
    const tabindex = attribute(element, 'tabindex');
    const reads = sight.visible && sight.seen;
    const level: Level = {
      element,
      sight,
      next: null,
      assigned: undefined,
      index: 0,
      tag,
      into,
      places,
      labels: above?.labels ?? NO_NODES,
      control: above?.control ?? false,
      endTag: reads ? this.text.open(element, sight.display, sight.style) : '',
      reads,
      pointer: undefined,
    };
    if (sight.visible && this.#reacts(element, role, tabindex)) this.#control(level, role);
    else if (STRUCTURE.has(role) || LANDMARKS.has(role)) this.#structure(level, role);
    else if (
      role === 'generic' &&
      reads &&
      !level.control &&
      above !== undefined &&
      cursorOf(sight) === 'pointer' &&
      cursorOf(above.sight) !== 'pointer'
    ) {
      const node = outlineNode(role);
      into.children.push(node);
      level.into = node;
      level.pointer = { element, node, refsBefore: this.refs.length };
    }
    if (tag === 'img' && reads && role !== 'none') this.text.image(this.#names.nameOf(element).text);
    if (reads && element instanceof HTMLSelectElement && this.#visibility.readsText(element))
      this.text.choices(element);
    if (ATOMIC.has(tag) || (tag === 'svg' && element.querySelector(IN_PICTURE) === null)) {
      this.text.close(level.endTag);
      return undefined;
    }
    const children = flatChildren(element, this.#memory.shadowRootOf);
    level.next = children.first;
    level.assigned = children.assigned;
    return level;
  }

  /** What a formula paints is hidden from screen readers: it is read where it stands. */
  #formula(element: Element, sight: Sight): void {
    if (!sight.visible || !sight.seen) return;
    const formula = formulaOf(element, this.#visibility);
    if (formula?.math !== undefined) this.text.math(formula.math);
    else if (formula !== undefined) this.text.text(formula.text);
  }

  /** A widget by its role, or something that focus or a click attribute says can be operated. */
  #reacts(element: Element, role: string, tabindex: string | null): boolean {
    if (WIDGETS.has(role)) {
      if (role === 'gridcell') return tabindex !== null;
      if (role === 'option') return localName(element) !== 'option';
      return true;
    }
    return (tabindex !== null && Number.parseInt(tabindex, 10) >= 0) || attribute(element, 'onclick') !== null;
  }

  #control(level: Level, role: string): void {
    const { element, sight, into, places } = level;
    const node = outlineNode(role);
    const hidden = !sight.seen || emptyBox(element) ? VISUALLY_HIDDEN : NO_NOTES;
    if (!this.#give(element, node, places, hidden)) return;
    into.children.push(node);
    level.into = node;
    level.control = true;
    if (PLACES.has(role)) level.places = [...places, node];
  }

  #structure(level: Level, role: string): void {
    const { element } = level;
    const byText = NAMED_BY_TEXT.has(role) && role !== 'treeitem';
    const name =
      byText && attribute(element, 'aria-label') === null && attribute(element, 'aria-labelledby') === null
        ? { text: '', seen: true }
        : this.#names.nameOf(element);
    const clean = cleanPageText(name.text.slice(0, 1_000), this.redacted, LIMITS.name);
    const node = outlineNode(role, clean, !name.seen);
    node.alone = ALONE.has(role) && (role !== 'heading' || clean !== '');
    if (role === 'heading') node.role = `heading ${headingLevel(element) ?? 2}`;
    if (role === 'alert' || role === 'status' || role === 'log') node.alone = false;
    level.into.children.push(node);
    level.into = node;
    if (PLACES.has(role)) level.places = [...level.places, node];
    if (byText) level.labels = [...level.labels, node];
  }

  #frame(element: Element, sight: Sight, into: OutlineNode): void {
    if (!(element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement)) return;
    const box = element.getBoundingClientRect();
    const name = cleanPageText(this.#names.nameOf(element).text.slice(0, 1_000), this.redacted, LIMITS.name);
    const visible = sight.seen && sight.visible && box.width > 1 && box.height > 1;
    const index = this.childFrames.push(childFrame(element, name, visible)) - 1;
    const node = outlineNode('iframe', name, true);
    node.alone = true;
    node.notes = [`{frame:${index}}`];
    into.children.push(node);
    if (visible) this.text.frame(index);
  }

  /** A styled checkbox or file button often hides its input and shows the label. */
  #keepLabelled(element: Element, into: OutlineNode, places: readonly OutlineNode[]): void {
    if (!(element instanceof HTMLInputElement) || !/^(?:checkbox|radio|file)$/.test(element.type)) return;
    const shown = [...(element.labels ?? [])].some(
      (label) => this.#visibility.readsText(label) || label.getClientRects().length > 0,
    );
    if (!shown) return;
    const node = outlineNode(this.#names.roleOf(element));
    if (this.#give(element, node, places, VISUALLY_HIDDEN)) into.children.push(node);
  }

  /** Gives an element its ref and its line. */
  #give(element: Element, node: OutlineNode, places: readonly OutlineNode[], extra: readonly string[]): boolean {
    if (this.refs.length >= LIMITS.refs) {
      this.omitted.refs += 1;
      this.omitted.truncated = true;
      return false;
    }
    const ref = this.#memory.refs.refOf(element);
    const { info, notes } = describeElement(element, node.role, this.#names, this.#memory.secrets, this.redacted);
    node.ref = ref;
    node.name = info.name;
    node.unseen = info.nameHidden === true;
    node.notes = extra.length === 0 ? notes : [...extra, ...notes];
    const states = extra.length === 0 ? info.states : [...info.states, ...extra];
    this.refs.push({ info: { ...info, ref, states: states.slice(0, 20) }, place: places[places.length - 1] });
    this.elements.set(ref, element);
    return true;
  }

  #readText(node: Text, level: Level): void {
    const { data } = node;
    const blank = !/\S/.test(data);
    if (blank) {
      if (level.reads) this.text.text(' ');
      for (const place of level.labels) addLabel(place, ' ', level.control);
      return;
    }
    if (!level.reads || !this.#visibility.readsText(level.element)) {
      this.omitted.hidden += 1;
      return;
    }
    this.text.text(transformText(data, level.sight.style?.textTransform ?? 'none', this.#lang));
    if (level.labels.length === 0) return;
    const clean = cleanPageText(data.slice(0, 200), this.redacted);
    for (const place of level.labels) addLabel(place, clean, level.control);
  }

  #leave(level: Level): void {
    this.text.close(level.endTag);
    // Cells and blocks are words apart.
    if (level.labels.length > 0 && level.reads && APART.has(level.tag))
      for (const place of level.labels) addLabel(place, ' ', false);
    if (level.pointer === undefined || this.refs.length !== level.pointer.refsBefore) return;
    const { element, node } = level.pointer;
    if (element.getClientRects().length === 0) return;
    node.children = [];
    this.#give(element, node, level.places, CLICKABLE);
  }
}

const NO_NODES: OutlineNode[] = [];
const NO_NOTES: readonly string[] = [];
const VISUALLY_HIDDEN = ['visually-hidden'];
const CLICKABLE = ['clickable'];
const IN_PICTURE = 'text,a,[tabindex],[role],foreignObject';
const APART: ReadonlySet<string> = new Set('td th div p h1 h2 h3 h4 h5 h6 li button'.split(' '));

const emptyBox = (element: Element): boolean => {
  const box = element.getBoundingClientRect();
  return box.width <= 1 || box.height <= 1;
};
