import { attribute, firstElementChild, isElement, isText, localName, nextSibling, rootOf } from './dom.ts';
import { ElementWriter } from './element-writer.ts';
import { Extent } from './extent.ts';
import { flatChildren } from './flat-tree.ts';
import type { Level } from './level.ts';
import { linkUnits } from './link-units.ts';
import { Names } from './names.ts';
import { addLabel, type OutlineNode, outlineNode } from './outline.ts';
import type { PageMemory } from './page-memory.ts';
import type { PageWatch } from './page-watch.ts';
import { reacts } from './reacts.ts';
import { LANDMARKS } from './roles.ts';
import { mayScroll } from './scrolling.ts';
import { boxIn, cursorOf, type Sight } from './sight.ts';
import { APART, ATOMIC, IN_PICTURE, STRUCTURE } from './structure.ts';
import { takeOver } from './take-over.ts';

import { cleanPageText } from './text-hygiene.ts';
import { transformText } from './text-transform.ts';
import { endUnit, isEmpty } from './unit-begun.ts';
import { type Context, contextOf, seenNow } from './units.ts';
import { Visibility } from './visibility.ts';
import { WalkOutput } from './walk-output.ts';

/** Elements that a walk visits at most; the rest is counted as cut. */
const MAX_ELEMENTS = 150_000;

/**
 * One walk over a document: each element is looked at once, and what has not changed since the last capture is taken
 * over. Call `step` until it says that nothing is left, then `finish`.
 */
export class Walk {
  readonly output = new WalkOutput();
  readonly #memory: PageMemory;
  readonly #watch: PageWatch | undefined;
  readonly #epoch: number;
  readonly #visibility: Visibility;
  readonly #names: Names;
  readonly #writer: ElementWriter;
  readonly #stack: Level[] = [];
  readonly #lang: string;
  constructor(document: Document, start: Element, memory: PageMemory, watch: PageWatch | undefined) {
    this.#memory = memory;
    this.#watch = watch;
    watch?.take();
    this.#epoch = watch?.epoch ?? 0;
    this.#lang = rootOf(document).lang;
    this.#visibility = new Visibility(document, memory.shadowRootOf);
    this.#names = new Names(this.#visibility, memory.shadowRootOf, memory.secrets, watch);
    this.#writer = new ElementWriter(this.output, memory, this.#visibility, this.#names);
    const first = this.#enter(start, this.#visibility.sightOf(start), undefined, this.#staleAt(start, document));
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
      } else if (isText(child)) {
        this.#readText(child, level);
      } else if (isElement(child)) {
        if (this.output.visited >= MAX_ELEMENTS) {
          this.output.omitted.truncated = true;
          continue;
        }
        const staleAt = Math.max(level.staleAt, this.#watch?.staleAt(child) ?? 0);
        if (this.#takeOver(child, level, staleAt)) continue;
        const sight = this.#visibility.look(child, level.element, level.sight);
        const below = this.#enter(child, sight, level, staleAt);
        if (below !== undefined) stack.push(below);
      }
    }
    return true;
  }

  /** Notes which parts hang on elements elsewhere by a label or an id. */
  finish(): void {
    if (this.#watch === undefined) return;
    for (const element of this.#names.embedded) this.#watch.live.note(element, localName(element), true);
    linkUnits(this.#watch.units, this.output, this.#names.references, this.#memory.shadowRootOf);
  }

  #staleAt(start: Element, document: Document): number {
    const above = [start, rootOf(document), document];
    return Math.max(...above.map((node) => this.#watch?.staleAt(node) ?? 0));
  }

  /** Writes what an earlier capture has read of an element, where it cannot have changed. */
  #takeOver(element: Element, level: Level, staleAt: number): boolean {
    const watch = this.#watch;
    const unit = watch?.units.get(element);
    if (watch === undefined || unit === undefined) return false;
    if (unit.epoch < staleAt || unit.epoch < watch.touchedAt(element)) return false;
    if (this.output.visited + unit.visited > MAX_ELEMENTS) return false;
    const taken = takeOver(unit, element, {
      level,
      context: this.#contextIn(level),
      watch,
      visibility: this.#visibility,
      output: this.output,
      shadowRootOf: this.#memory.shadowRootOf,
    });
    if (!taken) return false;
    if (unit.refersOut) this.#names.references.push([element, undefined]);
    for (const target of unit.deps) this.#names.references.push([element, target]);
    return true;
  }

  #contextIn(level: Level): Context {
    level.context ??= contextOf(
      level.sight,
      level.reads,
      level.control,
      level.labels.length > 0,
      cursorOf(level.sight),
    );
    return level.context;
  }

  #enter(element: Element, sight: Sight, above: Level | undefined, staleAt: number): Level | undefined {
    const { output } = this;
    const parts = output.text.parts.length;
    const chars = output.text.length;
    const refs = output.refs.length;
    const seen = output.seen.length;
    const redacted = isEmpty(output.redacted) ? undefined : { ...output.redacted };
    output.visited += 1;
    if (above !== undefined) above.entered += 1;
    const into = above?.into ?? output.root;
    const nodes = into.children.length;
    const places = above?.places ?? NO_NODES;
    if (!sight.rendered || !sight.exposed) {
      output.omitted.hidden += 1;
      if (!sight.rendered) this.#writer.keepLabelled(element, into, places);
      else if (above?.reads && above.sight.exposed) this.#writer.formula(element, sight);
      this.#noteSeen(element, sight);
      return undefined;
    }
    const tag = localName(element);
    if (tag === 'iframe' || tag === 'frame') {
      this.#writer.frame(element, sight, into);
      return undefined;
    }
    const root = this.#memory.shadowRootOf(element);
    if (root !== null) this.#watch?.meet(root);
    const role = this.#names.roleIn(sight, element);
    const reads = sight.visible && sight.seen;
    const level: Level = {
      element,
      sight,
      next: null,
      assigned: undefined,
      index: 0,
      entered: 0,
      tag,
      into,
      places,
      labels: above?.labels ?? NO_NODES,
      control: above?.control ?? false,
      endTag: reads ? output.text.open(element, sight.display, sight.style) : '',
      reads,
      pointer: undefined,
      staleAt,
      unit: undefined,
      context: undefined,
      noted: false,
    };
    if (sight.visible && reacts(element, role, attribute(element, 'tabindex'))) {
      this.#writer.control(level, role);
      this.#noteLevel(level);
    } else if (STRUCTURE.has(role) || LANDMARKS.has(role)) this.#writer.structure(level, role);
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
      level.pointer = { node, refsBefore: output.refs.length };
    }
    if (above !== undefined) this.#writer.extents(level, role, into);
    if (mayScroll(sight.overflow)) this.#watch?.live.noteScroller(element);
    if (tag === 'img' && reads && role !== 'none') output.text.image(this.#names.nameOf(element).text);
    if (reads && element instanceof HTMLSelectElement && this.#visibility.readsText(element, sight))
      output.text.choices(element);
    this.#watch?.live.note(element, tag, root === null);
    if (ATOMIC.has(tag) || (tag === 'svg' && element.querySelector(IN_PICTURE) === null)) {
      output.text.close(level.endTag);
      return undefined;
    }
    const children = flatChildren(element, root);
    level.next = children.first;
    level.assigned = children.assigned;
    if (this.#watch !== undefined && (level.control || root !== null || firstElementChild(element) !== null)) {
      level.unit = {
        parts,
        chars,
        refs,
        seen,
        nodes,
        labels: output.labels.length,
        frames: output.childFrames.length,
        omittedRefs: output.omitted.refs,
        hidden: output.omitted.hidden,
        visited: output.visited - 1,
        redacted,
        outer: this.#visibility.extent,
      };
      this.#visibility.extent = new Extent();
      if (level.control) this.#visibility.note(boxIn(sight, element));
      // Whether it is the first of its list, the siblings say.
      this.#visibility.extent.leans = attribute(element, 'aria-setsize') !== null;
    }
    return level;
  }

  #readText(node: Text, level: Level): void {
    const { data } = node;
    const { text, omitted, redacted } = this.output;
    if (!/\S/.test(data)) {
      if (level.reads) text.text(' ');
      this.#label(level, ' ');
      return;
    }
    this.#noteLevel(level);
    if (!level.reads || !this.#visibility.readsText(level.element, level.sight)) {
      omitted.hidden += 1;
      return;
    }
    const shown = transformText(data, level.sight.style?.textTransform ?? 'none', this.#lang);
    const clean = text.text(shown);
    if (level.labels.length === 0) return;
    this.#label(
      level,
      shown === data && data.length <= 200 && clean !== undefined ? clean : cleanPageText(data.slice(0, 200), redacted),
    );
  }

  #label(level: Level, text: string, control = level.control): void {
    if (level.labels.length === 0) return;
    for (const place of level.labels) addLabel(place, text, control);
    if (this.#watch !== undefined) this.output.labels.push({ text, control });
  }

  #noteLevel(level: Level): void {
    if (!level.noted) this.#noteSeen(level.element, level.sight);
    level.noted = true;
  }

  /** For the next capture: where styles may carry a change from afar. */
  #noteSeen(element: Element, sight: Sight): void {
    if (this.#watch?.far === true) this.output.seen.push(seenNow(element, sight));
  }

  #leave(level: Level): void {
    this.output.text.close(level.endTag);
    // Cells and blocks are words apart.
    if (level.reads && APART.has(level.tag)) this.#label(level, ' ', false);
    if (level.pointer !== undefined && this.output.refs.length === level.pointer.refsBefore)
      this.#writer.clickable(level.element, level.pointer.node, level.places);
    if (level.unit === undefined || this.#watch === undefined) return;
    const { extent } = this.#visibility;
    this.#visibility.extent = level.unit.outer;
    level.unit.outer.merge(extent);
    // A later capture has begun meanwhile: what this one has seen may be older than what that one knows of changes.
    if (this.#watch.epoch !== this.#epoch) return;
    const above = this.#stack[this.#stack.length - 2];
    if (above === undefined) return;
    const unit = endUnit(level.unit, level, {
      epoch: this.#epoch,
      above,
      context: this.#contextIn(above),
      output: this.output,
      extent,
      scroll: this.#visibility.scroll,
    });
    if (unit === undefined) this.#watch.units.delete(level.element);
    else this.#watch.units.set(level.element, unit);
  }
}

const NO_NODES: OutlineNode[] = [];
