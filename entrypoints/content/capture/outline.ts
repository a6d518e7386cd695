import { LIMITS } from '@pagehand/contracts/limits';
import { cleanPageText } from './text-hygiene.ts';

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
  /** Header of its column of a table: printed where its row has another control of the same name. */
  column: string | undefined;
  /** Something lies over it. */
  covered: boolean;
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
    column: undefined,
    covered: false,
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

/** A secret may be spread over several nodes, which were cleaned one by one. */
const clean = (text: string, max: number): string => cleanPageText(squash(text), {}).slice(0, max);

function inWords(node: OutlineNode): string {
  const name = clean(node.name || (NAMED_BY_TEXT.has(node.role) ? node.label : ''), LABEL_CHARS);
  return name === '' ? node.role : `${node.role} "${name}"`;
}

/** What a line needs besides its place in the tree. `item`: it may share a line with its equals. */
export type Line = { depth: number; node: OutlineNode; name: string; column: string; leaf: boolean };

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
  const clashing = equalInRow(order, parents);
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
    const column = clashing.has(node) ? (node.column ?? '') : '';
    const line = { depth, node, name, column, leaf: true };
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

/** Controls in columns whose row has another one of the same role and name. */
function equalInRow(order: readonly OutlineNode[], parents: readonly number[]): ReadonlySet<OutlineNode> {
  const rows: (OutlineNode | undefined)[] = [];
  const first = new Map<string, OutlineNode>();
  const clashing = new Set<OutlineNode>();
  let inRow: OutlineNode | undefined;
  order.forEach((node, index) => {
    const row = node.role === 'row' ? node : rows[parents[index] ?? 0];
    rows.push(index === 0 ? undefined : row);
    if (node.ref === undefined || node.column === undefined || row === undefined) return;
    // Rows come one after the other.
    if (row !== inRow) first.clear();
    inRow = row;
    const other = first.get(keyOf(node));
    if (other === undefined) first.set(keyOf(node), node);
    else clashing.add(other).add(node);
  });
  return clashing;
}

/** The text of rows and list items stands there only to tell equal controls in them apart. */
function nameIn(node: OutlineNode, twins: boolean): string {
  if (node.name !== '') return squash(node.name).slice(0, LIMITS.name);
  if (!NAMED_BY_TEXT.has(node.role) || (node.ref !== undefined && node.role !== 'treeitem')) return '';
  // An article has its heading.
  const tellsApart =
    (twins && node.role !== 'article') || node.role === 'alert' || node.role === 'status' || node.role === 'log';
  return tellsApart ? clean(node.own, OWN_CHARS).trimEnd() : '';
}

/** Whether a line without a ref says anything that the lines around it do not. */
function says(node: OutlineNode, name: string, holder: Line | undefined): boolean {
  if (node.notes.length > 0) return true;
  if (name === '') return TELLING.has(node.role);
  // A heading or list item inside of a control whose name says it all.
  return !(holder?.node.ref !== undefined && squash(holder.name).includes(name));
}
