import { LIMITS } from '@pagehand/contracts/limits';
import { Columns } from './columns.ts';
import { renderedOfTotal } from './counts.ts';
import { describeElement } from './describe-element.ts';
import { attribute } from './dom.ts';
import { formulaOf } from './formulas.ts';
import { childFrame } from './frames.ts';
import type { Names } from './names.ts';
import { NAMED_BY_TEXT, type OutlineNode, outlineNode, PLACES } from './outline.ts';
import type { PageMemory } from './page-memory.ts';
import { headingLevel } from './roles.ts';
import { mayScroll, scrollDistances } from './scrolling.ts';
import { boxIn, type Sight } from './sight.ts';
import { ALONE } from './structure.ts';
import { cleanPageText } from './text-hygiene.ts';
import type { Visibility } from './visibility.ts';
import type { WalkOutput } from './walk-output.ts';

/** Where an element stands: what its line goes into, and what it opens for what stands in it. */
export type Standing = {
  element: Element;
  sight: Sight;
  into: OutlineNode;
  /** Places around, innermost last. */
  places: OutlineNode[];
  /** Places named by their text. */
  labels: OutlineNode[];
  control: boolean;
};

/** Writes elements into the output of a walk: their lines of the outline, their refs. */
export class ElementWriter {
  readonly #output: WalkOutput;
  readonly #memory: PageMemory;
  readonly #visibility: Visibility;
  readonly #names: Names;
  readonly #columns = new Columns();
  constructor(output: WalkOutput, memory: PageMemory, visibility: Visibility, names: Names) {
    this.#output = output;
    this.#memory = memory;
    this.#visibility = visibility;
    this.#names = names;
  }

  control(standing: Standing, role: string): void {
    const { element, sight, into, places } = standing;
    const node = outlineNode(role);
    const box = boxIn(sight, element);
    this.#visibility.note(box);
    const off = sight.style !== undefined && this.#visibility.offPage(box, sight.style);
    const hidden = !sight.seen || off || box.width <= 1 || box.height <= 1 ? VISUALLY_HIDDEN : NO_NOTES;
    if (!this.#give(element, node, places, hidden)) return;
    into.children.push(node);
    standing.into = node;
    standing.control = true;
    if (PLACES.has(role)) standing.places = [...places, node];
  }

  structure(standing: Standing, role: string): void {
    const { element } = standing;
    const byText = NAMED_BY_TEXT.has(role) && role !== 'treeitem';
    const name =
      byText && attribute(element, 'aria-label') === null && attribute(element, 'aria-labelledby') === null
        ? { text: '', seen: true }
        : this.#names.nameOf(element);
    const clean = cleanPageText(name.text.slice(0, 1_000), this.#output.redacted, LIMITS.name);
    const node = outlineNode(role, clean, !name.seen);
    node.alone = ALONE.has(role) && (role !== 'heading' || clean !== '');
    if (role === 'heading') node.role = `heading ${headingLevel(element) ?? 2}`;
    if (role === 'alert' || role === 'status' || role === 'log') node.alone = false;
    standing.into.children.push(node);
    standing.into = node;
    if (PLACES.has(role)) standing.places = [...standing.places, node];
    if (byText) standing.labels = [...standing.labels, node];
  }

  /** Says how far a scroller goes, and of a list that is rendered in part how much of it is there. */
  extents(standing: Standing, role: string, outside: OutlineNode): void {
    const { element, sight } = standing;
    const total = renderedOfTotal(element, role);
    const distances = mayScroll(sight.overflow) && sight.visible ? scrollDistances(element) : undefined;
    if (total === undefined && distances === undefined) return;
    let node = standing.into;
    if (node === outside) {
      node = outlineNode(role);
      outside.children.push(node);
      standing.into = node;
    }
    if (node.ref === undefined && distances !== undefined && !this.#give(element, node, standing.places, NO_NOTES))
      return;
    for (const words of [total, distances]) if (words !== undefined) node.notes = [...node.notes, words];
    if (total !== undefined) node.alone = true;
    const given = this.#output.refs.at(-1);
    if (given?.element === element && distances !== undefined)
      given.info = { ...given.info, states: [...given.info.states, distances.slice(0, 40)].slice(0, 20) };
  }

  frame(element: Element, sight: Sight, into: OutlineNode): void {
    if (!(element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement)) return;
    const box = element.getBoundingClientRect();
    const name = cleanPageText(this.#names.nameOf(element).text.slice(0, 1_000), this.#output.redacted, LIMITS.name);
    const visible = sight.seen && sight.visible && box.width > 1 && box.height > 1;
    const index = this.#output.childFrames.push(childFrame(element, name, visible)) - 1;
    const node = outlineNode('iframe', name, true);
    node.alone = true;
    node.notes = [`{frame:${index}}`];
    into.children.push(node);
    if (visible) this.#output.text.frame(index);
  }

  /** What a formula paints is hidden from screen readers: it is read where it stands. */
  formula(element: Element, sight: Sight): void {
    if (!sight.visible || !sight.seen) return;
    const formula = formulaOf(element, this.#visibility);
    if (formula === undefined) return;
    this.#visibility.extent.leans = true;
    if (formula.math !== undefined) this.#output.text.math(formula.math);
    else this.#output.text.text(formula.text);
  }

  /** A styled checkbox or file button often hides its input and shows the label. */
  keepLabelled(element: Element, into: OutlineNode, places: readonly OutlineNode[]): void {
    if (!(element instanceof HTMLInputElement) || !/^(?:checkbox|radio|file)$/.test(element.type)) return;
    const labels = [...(element.labels ?? [])];
    this.#names.references.push([element, undefined]);
    for (const label of labels) this.#names.references.push([element, label]);
    const shown = labels.some((label) => this.#visibility.readsText(label) || label.getClientRects().length > 0);
    if (!shown) return;
    const node = outlineNode(this.#names.roleOf(element));
    if (this.#give(element, node, places, VISUALLY_HIDDEN)) into.children.push(node);
  }

  /** An element with a hand cursor that has no role. */
  clickable(element: Element, node: OutlineNode, places: readonly OutlineNode[]): void {
    if (element.getClientRects().length === 0) return;
    node.children = [];
    this.#give(element, node, places, CLICKABLE);
  }

  /** Gives an element its ref and its line. */
  #give(element: Element, node: OutlineNode, places: readonly OutlineNode[], extra: readonly string[]): boolean {
    const { refs, omitted, redacted } = this.#output;
    if (refs.length >= LIMITS.refs) {
      omitted.refs += 1;
      omitted.truncated = true;
      return false;
    }
    const ref = this.#memory.refs.refOf(element);
    const { info, notes } = describeElement(element, node.role, this.#names, this.#memory.secrets, redacted);
    // Another form, a list of choices: they lie elsewhere.
    if (attribute(element, 'list') !== null || attribute(element, 'form') !== null)
      this.#names.references.push([element, undefined]);
    node.ref = ref;
    node.name = info.name;
    node.unseen = info.nameHidden === true;
    node.notes = extra.length === 0 ? notes : [...extra, ...notes];
    const states = extra.length === 0 ? info.states : [...info.states, ...extra];
    const column = this.#columns.of(element);
    node.column = column?.header;
    if (column !== undefined) this.#names.references.push([element, column.row]);
    refs.push({
      info: { ...info, ref, states: states.slice(0, 20) },
      element,
      node,
      place: places[places.length - 1],
      given: undefined,
    });
    return true;
  }
}

const NO_NOTES: readonly string[] = [];
const VISUALLY_HIDDEN = ['visually-hidden'];
const CLICKABLE = ['clickable'];
