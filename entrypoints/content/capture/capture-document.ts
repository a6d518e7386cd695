import { LIMITS } from '@pagehand/contracts/limits';
import type { FrameCapture } from '@pagehand/contracts/page-port';
import { describeElement } from './describe-element.ts';
import { attribute, bodyOf, localName, nextSibling, rootOf, scrollerOf, titleOf, urlOf, viewOf } from './dom.ts';
import { flatChildren, type ShadowRootOf } from './flat-tree.ts';
import { childFrame, framePath } from './frames.ts';
import { Names } from './names.ts';
import {
  addLabel,
  NAMED_BY_TEXT,
  type OutlineNode,
  outlineNode,
  PLACES,
  placeInWords,
  renderOutline,
} from './outline.ts';
import type { Refs } from './refs.ts';
import { headingLevel, LANDMARKS, WIDGETS } from './roles.ts';
import type { Secrets } from './secrets.ts';
import { Slices } from './slices.ts';
import { TextWriter } from './text.ts';
import { cleanPageText, type Redacted } from './text-hygiene.ts';
import type { CapturedRef, ChildFrame } from './types.ts';
import { Visibility } from './visibility.ts';

/** What lives as long as the document. */
export type PageMemory = { documentId: string; refs: Refs; secrets: Secrets; shadowRootOf: ShadowRootOf };

/** Elements that a walk visits at most; the rest is counted as cut. */
const MAX_ELEMENTS = 150_000;
const ATOMIC = new Set([
  'iframe',
  'frame',
  'video',
  'audio',
  'canvas',
  'object',
  'embed',
  'select',
  'textarea',
  'input',
  'meter',
  'progress',
]);
const STRUCTURE = new Set([
  'dialog',
  'alertdialog',
  'heading',
  'listitem',
  'article',
  'row',
  'table',
  'grid',
  'treegrid',
  'group',
  'radiogroup',
  'toolbar',
  'tablist',
  'tabpanel',
  'menu',
  'menubar',
  'tree',
  'listbox',
  'alert',
  'status',
  'log',
  'figure',
  'feed',
  'progressbar',
  'meter',
  'tooltip',
]);
const ALONE = new Set([
  'heading',
  'alert',
  'status',
  'dialog',
  'alertdialog',
  'progressbar',
  'meter',
  'tooltip',
  'log',
]);

type Level = {
  element: Element;
  next: ChildNode | null;
  assigned: readonly Node[] | undefined;
  index: number;
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

export type CaptureResult = FrameCapture & { elements: Map<string, Element> };

/**
 * Reads one document into its part of a snapshot: one walk over the flat tree, in slices, each element looked at once.
 * Nothing of the page is changed.
 * @throws the signal's reason when aborted.
 */
export async function captureDocument(
  document: Document,
  memory: PageMemory,
  signal: AbortSignal,
  options: { within?: Element } = {},
): Promise<CaptureResult> {
  const view = viewOf(document);
  if (view === null) throw new Error('The document has no window.');
  const slices = new Slices(signal);
  const visibility = new Visibility(document, memory.shadowRootOf);
  const names = new Names(visibility, memory.shadowRootOf);
  const redacted: Redacted = {};
  const text = new TextWriter(redacted);
  const root = outlineNode('document');
  const refs: { info: CapturedRef; place: OutlineNode | undefined }[] = [];
  const elements = new Map<string, Element>();
  const childFrames: ChildFrame[] = [];
  const omitted = { hidden: 0, refs: 0, textChars: 0, truncated: false };
  let visited = 0;

  const start = options.within ?? bodyOf(document);
  const stack: Level[] = [];

  /** Gives an element its ref and its line. */
  const give = (element: Element, node: OutlineNode, places: readonly OutlineNode[], extra: string[]): boolean => {
    if (refs.length >= LIMITS.refs) {
      omitted.refs += 1;
      omitted.truncated = true;
      return false;
    }
    const ref = memory.refs.refOf(element);
    const described = describeElement(element, node.role, names, memory.secrets, redacted);
    node.ref = ref;
    node.name = described.info.name;
    node.unseen = described.info.nameHidden === true;
    node.notes = [...extra, ...described.notes];
    const states = [...described.info.states, ...extra].slice(0, 20);
    refs.push({
      info: {
        ...described.info,
        ref,
        states,
        fingerprint: { role: described.info.role, name: described.info.name, within: '', index: 0 },
      },
      place: places.at(-1),
    });
    elements.set(ref, element);
    return true;
  };

  const enter = (element: Element, above: Level | undefined): Level | undefined => {
    visited += 1;
    const sight = visibility.sightOf(element);
    const into = above?.into ?? root;
    const places = above?.places ?? [];
    if (!sight.rendered) {
      omitted.hidden += 1;
      // A styled checkbox or file button often hides its input and shows the label.
      if (
        element instanceof HTMLInputElement &&
        /^(?:checkbox|radio|file)$/.test(element.type) &&
        [...(element.labels ?? [])].some((label) => visibility.readsText(label) || label.getClientRects().length > 0)
      ) {
        const node = outlineNode(names.roleOf(element));
        if (give(element, node, places, ['visually-hidden'])) into.children.push(node);
      }
      return undefined;
    }
    if (!sight.exposed) {
      omitted.hidden += 1;
      return undefined;
    }
    const tag = localName(element);
    if (tag === 'iframe' || tag === 'frame') {
      if (element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement) {
        const box = element.getBoundingClientRect();
        const name = cleanPageText(names.nameOf(element).text.slice(0, 1_000), redacted, LIMITS.name);
        const visible = sight.seen && sight.visible && box.width > 1 && box.height > 1;
        const index = childFrames.push(childFrame(element, name, visible)) - 1;
        const node = outlineNode('iframe', name, true);
        node.alone = true;
        node.notes = [`{frame:${index}}`];
        into.children.push(node);
        if (visible) text.frame(index);
      }
      return undefined;
    }
    const role = names.roleOf(element);
    const widget =
      WIDGETS.has(role) &&
      (role !== 'gridcell' || attribute(element, 'tabindex') !== null) &&
      (role !== 'option' || element.localName !== 'option') &&
      (role !== 'listbox' || element instanceof HTMLSelectElement || attribute(element, 'tabindex') !== null);
    const focusable =
      !widget &&
      (Number.parseInt(attribute(element, 'tabindex') ?? '-1', 10) >= 0 || attribute(element, 'onclick') !== null);
    const reads = sight.visible && sight.seen;
    let level: Level = {
      element,
      next: null,
      assigned: undefined,
      index: 0,
      into,
      places,
      labels: above?.labels ?? [],
      control: above?.control ?? false,
      endTag: reads ? text.open(element, sight.style?.display ?? 'inline') : '',
      reads,
      pointer: undefined,
    };
    if (sight.visible && (widget || focusable)) {
      const node = outlineNode(role);
      const hidden = !sight.seen || emptyBox(element) ? ['visually-hidden'] : [];
      if (give(element, node, places, hidden)) {
        into.children.push(node);
        level = { ...level, into: node, control: true };
        if (PLACES.has(role) || role === 'treeitem') level = { ...level, places: [...places, node] };
      }
    } else if (STRUCTURE.has(role) || LANDMARKS.has(role)) {
      const byText = NAMED_BY_TEXT.has(role) && role !== 'treeitem';
      const name =
        byText && attribute(element, 'aria-label') === null && attribute(element, 'aria-labelledby') === null
          ? { text: '', seen: true }
          : names.nameOf(element);
      const clean = cleanPageText(name.text.slice(0, 1_000), redacted, LIMITS.name);
      const node = outlineNode(role, clean, !name.seen);
      node.alone = ALONE.has(role) && (role !== 'heading' || clean !== '');
      if (role === 'heading') node.role = `heading ${headingLevel(element) ?? 2}`;
      if (role === 'alert' || role === 'status' || role === 'log') node.alone = false;
      into.children.push(node);
      level = { ...level, into: node };
      if (PLACES.has(role)) level.places = [...places, node];
      if (byText) level.labels = [...level.labels, node];
    } else if (
      !level.control &&
      sight.style?.cursor === 'pointer' &&
      above !== undefined &&
      visibility.sightOf(above.element).style?.cursor !== 'pointer' &&
      role === 'generic' &&
      sight.visible &&
      sight.seen
    ) {
      const node = outlineNode(role);
      into.children.push(node);
      level = { ...level, into: node, pointer: { element, node, refsBefore: refs.length } };
    }
    if (tag === 'img' && reads && role !== 'none') text.image(names.nameOf(element).text);
    if (ATOMIC.has(tag)) {
      text.close(level.endTag);
      return undefined;
    }
    if (tag === 'svg' && element.querySelector('text,a,[tabindex],[role],foreignObject') === null) {
      text.close(level.endTag);
      return undefined;
    }
    const children = flatChildren(element, memory.shadowRootOf);
    level.next = children.first;
    level.assigned = children.assigned;
    return level;
  };

  const readText = (node: Text, level: Level): void => {
    const data = node.data;
    if (data.trim() === '') {
      if (level.reads) text.text(' ');
      for (const place of level.labels) addLabel(place, ' ', level.control);
      return;
    }
    if (!level.reads || !visibility.readsText(level.element)) {
      omitted.hidden += 1;
      return;
    }
    text.text(data);
    if (level.labels.length > 0) {
      const clean = cleanPageText(data.slice(0, 200), redacted);
      for (const place of level.labels) addLabel(place, clean, level.control);
    }
  };

  const leave = (level: Level): void => {
    text.close(level.endTag);
    // Cells and blocks are words apart.
    if (/^<\/(?:t[dh]|div|p|h\d|li|button)>$/.test(level.endTag))
      for (const place of level.labels) addLabel(place, ' ', false);
    if (level.pointer !== undefined && refs.length === level.pointer.refsBefore) {
      const { element, node } = level.pointer;
      if (element.getClientRects().length > 0) {
        node.children = [];
        node.role = 'generic';
        give(element, node, level.places, ['clickable']);
      }
    }
  };

  const first = enter(start, undefined);
  if (first !== undefined) stack.push(first);
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    let child: Node | null;
    if (level.assigned !== undefined) {
      child = level.assigned[level.index] ?? null;
      level.index += 1;
    } else {
      child = level.next;
      level.next = level.next === null ? null : nextSibling(level.next);
    }
    if (child === null) {
      leave(level);
      stack.pop();
      continue;
    }
    if (child instanceof Text) readText(child, level);
    else if (child instanceof Element) {
      if (visited >= MAX_ELEMENTS) {
        omitted.truncated = true;
        continue;
      }
      const below = enter(child, level);
      if (below !== undefined) stack.push(below);
      if ((visited & 31) === 0 && slices.due()) await slices.rest();
    }
  }

  const counts = new Map<string, number>();
  const infos = refs.map(({ info, place }) => {
    const within = place === undefined ? '' : placeInWords(place).slice(0, LIMITS.name * 2);
    const key = `${info.role}\n${info.name}\n${within}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    return {
      ...info,
      ...(within === '' ? {} : { place: within }),
      fingerprint: { role: info.role, name: info.name, within, index },
    };
  });
  const outline = renderOutline(root);
  omitted.textChars += text.dropped;
  omitted.truncated ||= outline.cut || text.dropped > 0;
  const scroller = scrollerOf(document);
  return {
    documentId: memory.documentId,
    url: urlOf(document).slice(0, LIMITS.url),
    origin: view.origin,
    title: cleanPageText(titleOf(document).slice(0, 1_000), redacted, 300),
    lang: rootOf(document).lang.slice(0, 40),
    dir: getComputedStyle(rootOf(document)).direction === 'rtl' ? 'rtl' : 'ltr',
    viewport: {
      width: view.innerWidth,
      height: view.innerHeight,
      scrollX: view.scrollX,
      scrollY: view.scrollY,
      scrollHeight: scroller.scrollHeight,
    },
    framePath: framePath(view),
    outline: outline.text,
    refs: infos,
    text: text.html(),
    childFrames,
    omitted,
    redacted,
    elements,
  };
}

const emptyBox = (element: Element): boolean => {
  const box = element.getBoundingClientRect();
  return box.width <= 1 || box.height <= 1;
};
