import { LIMITS } from '@pagehand/contracts/limits';

/** One line to be, with what stands in it. */
export type OutlineNode = {
  role: string;
  name: string;
  /** The name is not text on the screen: printed as `~"name"`. */
  unseen: boolean;
  ref: string | undefined;
  /** States, value, options: printed after the ref. */
  notes: string[];
  /** A line is worth its place without a ref below it (heading, alert, dialog, frame, progress). */
  alone: boolean;
  children: OutlineNode[];
  /** Visible text in it, controls included: tells rows and list items apart. Capped. */
  label: string;
  /** Visible text outside of its controls: what the line adds to them. Capped. */
  own: string;
  /** The place in words, once it was asked for: when the walk is over. */
  words: string | undefined;
};

const LABEL_CHARS = 80;
/** Of the text that tells rows and list items apart, in a line. */
const OWN_CHARS = 60;
/** Places that say which of many equal things it is. */
export const PLACES: ReadonlySet<string> = new Set([
  'dialog',
  'alertdialog',
  'row',
  'listitem',
  'article',
  'navigation',
  'banner',
  'main',
  'contentinfo',
  'complementary',
  'search',
  'form',
  'region',
  'group',
  'radiogroup',
  'toolbar',
  'tabpanel',
  'menu',
  'tree',
  'treeitem',
]);
/** Structure without a name says something by itself: its line stays. Others without a name leave it to their content. */
const TELLING: ReadonlySet<string> = new Set(
  'dialog alertdialog navigation banner main contentinfo complementary search form menu menubar toolbar tablist tree grid treegrid listbox radiogroup iframe'.split(
    ' ',
  ),
);
/** Places named by what stands in them. */
export const NAMED_BY_TEXT: ReadonlySet<string> = new Set([
  'row',
  'listitem',
  'article',
  'alert',
  'status',
  'log',
  'treeitem',
]);

export function outlineNode(role: string, name = '', unseen = false): OutlineNode {
  return {
    role,
    name,
    unseen,
    ref: undefined,
    notes: [],
    alone: false,
    children: [],
    label: '',
    own: '',
    words: undefined,
  };
}

export function addLabel(node: OutlineNode, text: string, inControl: boolean): void {
  if (node.label.length < LABEL_CHARS) node.label = `${node.label}${text}`.slice(0, LABEL_CHARS + 20);
  if (!inControl && node.own.length < LABEL_CHARS) node.own = `${node.own}${text}`.slice(0, LABEL_CHARS + 20);
}

const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;
export const squash = (text: string): string => (UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim() : text);

/** `row "TAP 14:05 89 EUR"`: a place in words. Empty for a place that has neither a name nor text. */
export function placeInWords(node: OutlineNode): string {
  node.words ??= inWords(node);
  return node.words;
}

function inWords(node: OutlineNode): string {
  const name = squash(node.name || (NAMED_BY_TEXT.has(node.role) ? node.label : '')).slice(0, LABEL_CHARS);
  return name === '' ? node.role : `${node.role} "${name}"`;
}

/** What a line needs besides its place in the tree. `item`: it may share a line with its equals. */
type Line = { depth: number; node: OutlineNode; name: string; leaf: boolean };

/** The lines of the tree in order. Nodes that add nothing have none, what stands in them moves up. No recursion. */
export function linesOf(root: OutlineNode): Line[] {
  const { order, parents } = inOrder(root);
  const equal = equalNames(order);
  const useful = new Array<boolean>(order.length).fill(false);
  const twins = new Array<boolean>(order.length).fill(false);
  for (let index = order.length - 1; index > 0; index -= 1) {
    const node = order[index];
    const parent = parents[index] ?? 0;
    if (node === undefined) continue;
    if (node.ref !== undefined || node.alone) useful[index] = true;
    if (useful[index]) useful[parent] = true;
    if (node.ref !== undefined && equal.has(keyOf(node))) twins[index] = true;
    if (twins[index] && node.role !== 'row' && node.role !== 'listitem' && node.role !== 'article')
      twins[parent] = true;
  }
  const lines: Line[] = [];
  const depths = new Array<number>(order.length).fill(0);
  const above = new Array<Line | undefined>(order.length).fill(undefined);
  for (let index = 1; index < order.length; index += 1) {
    const node = order[index];
    const parent = parents[index] ?? 0;
    const holder = above[parent];
    const depth = depths[parent] ?? 0;
    depths[index] = depth;
    above[index] = holder;
    if (node === undefined || !useful[index]) continue;
    const name = nameIn(node, twins[index] === true);
    if (node.ref === undefined && !says(node, name, holder)) continue;
    const line = { depth, node, name, leaf: true };
    if (holder !== undefined) holder.leaf = false;
    lines.push(line);
    depths[index] = depth + 1;
    above[index] = line;
  }
  return lines;
}

function inOrder(root: OutlineNode): { order: OutlineNode[]; parents: number[] } {
  const order: OutlineNode[] = [];
  const parents: number[] = [];
  const stack: { node: OutlineNode; parent: number }[] = [{ node: root, parent: 0 }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const index = order.push(item.node) - 1;
    parents.push(item.parent);
    const children =
      item.node === root
        ? [...root.children].sort((a, b) => Number(isDialog(b)) - Number(isDialog(a)))
        : item.node.children;
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child !== undefined) stack.push({ node: child, parent: index });
    }
  }
  return { order, parents };
}

const isDialog = (node: OutlineNode): boolean => node.role === 'dialog' || node.role === 'alertdialog';
const keyOf = (node: OutlineNode): string => `${node.role}\n${node.name}`;

/** Roles and names that more than one element with a ref has. */
function equalNames(nodes: readonly OutlineNode[]): Set<string> {
  const seen = new Set<string>();
  const equal = new Set<string>();
  for (const node of nodes) {
    if (node.ref === undefined) continue;
    const key = keyOf(node);
    if (seen.has(key)) equal.add(key);
    seen.add(key);
  }
  return equal;
}

/** The text of rows and list items stands there only to tell equal controls in them apart. */
function nameIn(node: OutlineNode, twins: boolean): string {
  if (node.name !== '') return squash(node.name).slice(0, LIMITS.name);
  if (!NAMED_BY_TEXT.has(node.role) || (node.ref !== undefined && node.role !== 'treeitem')) return '';
  // An article has its heading.
  const tellsApart =
    (twins && node.role !== 'article') || node.role === 'alert' || node.role === 'status' || node.role === 'log';
  return tellsApart ? squash(node.own).slice(0, OWN_CHARS).trimEnd() : '';
}

/** Whether a line without a ref says anything that the lines around it do not. */
function says(node: OutlineNode, name: string, holder: Line | undefined): boolean {
  if (node.notes.length > 0) return true;
  if (name === '') return TELLING.has(node.role);
  // A heading or list item inside of a control whose name says it all.
  return !(holder?.node.ref !== undefined && squash(holder.name).includes(name));
}

/** Items of one line that stand side by side; a line longer than this is followed by another one. */
const RUN_CHARS = 320;

/**
 * Renders the tree: `- button "Save" [e12] disabled`. Equals side by side share a line, `- link: News[e3], Sport[e4]`,
 * and what holds only one thing shares its line, `- heading 2 "News": link [e3]`.
 */
export function renderOutline(root: OutlineNode, limit: number = LIMITS.outline): { text: string; cut: boolean } {
  const lines = linesOf(root);
  const printed: { depth: number; text: string; open: boolean }[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index];
    if (line === undefined) break;
    let end = index + 1;
    if (mayShare(line)) while (isEqualTo(lines[end], line)) end += 1;
    if (end - index === 1) printed.push({ depth: line.depth, text: lineOf(line), open: line.node.ref === undefined });
    else for (const text of runs(lines.slice(index, end))) printed.push({ depth: line.depth, text, open: false });
    index = end;
  }
  const folded: string[] = [];
  let length = 0;
  for (let index = 0; index < printed.length; ) {
    const line = printed[index];
    if (line === undefined) break;
    const { text, used } = fold(printed, index);
    index += used;
    const whole = `${'  '.repeat(Math.min(line.depth, 20))}- ${text}`;
    length += whole.length + 1;
    if (length > limit) return { text: folded.join('\n'), cut: true };
    folded.push(whole);
  }
  return { text: folded.join('\n'), cut: false };
}

type Printed = { depth: number; text: string; open: boolean };

/** A line without a ref takes up the only line below it; a name that is said twice is said once. */
function fold(lines: readonly Printed[], index: number): { text: string; used: number } {
  let text = lines[index]?.text ?? '';
  let used = 1;
  for (;;) {
    const line = lines[index + used - 1];
    const next = lines[index + used];
    const after = lines[index + used + 1];
    if (line === undefined || next === undefined || !line.open || next.depth !== line.depth + 1) break;
    if (after !== undefined && after.depth > line.depth && after.depth <= next.depth) break;
    if (text.includes('{frame:')) break;
    const name = /"([^"]*)"$/.exec(line.text)?.[0];
    text += `: ${name === undefined ? next.text : next.text.replace(` ${name}`, '')}`;
    used += 1;
  }
  return { text, used };
}

const mayShare = ({ node, name, leaf }: Line): boolean =>
  node.ref !== undefined && leaf && name !== '' && node.notes.every((note) => /^[a-z-]+$/.test(note));

const isEqualTo = (other: Line | undefined, line: Line): boolean =>
  other !== undefined && other.depth === line.depth && other.node.role === line.node.role && mayShare(other);

function* runs(lines: readonly Line[]): Iterable<string> {
  let text = '';
  for (const { node, name } of lines) {
    const item = `${node.unseen ? '~' : ''}${inRun(name)}[${node.ref}]${node.notes.map((note) => ` ${note}`).join('')}`;
    if (text !== '' && text.length + item.length > RUN_CHARS) {
      yield text;
      text = '';
    }
    text = text === '' ? `${node.role}: ${item}` : `${text}, ${item}`;
  }
  yield text;
}

/** Quoted where it could be taken for the syntax of the line. */
const inRun = (name: string): string => (/["[\]~]|[,:](?: |$)/.test(name) ? `"${name.replace(/"/g, "'")}"` : name);

function lineOf({ node, name }: Line): string {
  const parts = [node.role];
  if (name !== '') parts.push(`${node.unseen ? '~' : ''}"${name.replace(/"/g, "'")}"`);
  if (node.ref !== undefined) parts.push(`[${node.ref}]`);
  parts.push(...node.notes);
  return parts.join(' ');
}
