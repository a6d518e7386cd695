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
};

const LABEL_CHARS = 80;
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
  return { role, name, unseen, ref: undefined, notes: [], alone: false, children: [], label: '', own: '' };
}

export function addLabel(node: OutlineNode, text: string, inControl: boolean): void {
  if (node.label.length < LABEL_CHARS) node.label = `${node.label}${text}`.slice(0, LABEL_CHARS + 20);
  if (!inControl && node.own.length < LABEL_CHARS) node.own = `${node.own}${text}`.slice(0, LABEL_CHARS + 20);
}

const squash = (text: string) => text.replace(/\s+/g, ' ').trim();

/** `row "TAP 14:05 89 EUR"`: a place in words. Empty for a place that has neither a name nor text. */
export function placeInWords(node: OutlineNode): string {
  const name = squash(node.name || (NAMED_BY_TEXT.has(node.role) ? node.label : '')).slice(0, LABEL_CHARS);
  return name === '' ? node.role : `${node.role} "${name}"`;
}

/** Renders the tree. Lines that add nothing are left out, what stands in them moves up. */
export function renderOutline(root: OutlineNode, limit: number = LIMITS.outline): { text: string; cut: boolean } {
  const lines: string[] = [];
  let length = 0;
  let cut = false;
  const dialogsFirst = [...root.children].sort((a, b) => Number(hasDialog(b)) - Number(hasDialog(a)));
  const stack: { node: OutlineNode; depth: number }[] = dialogsFirst.reverse().map((node) => ({ node, depth: 0 }));
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { node, depth } = item;
    const line = lineOf(node);
    if (line !== undefined) {
      const text = `${'  '.repeat(Math.min(depth, 20))}- ${line}`;
      if (length + text.length + 1 > limit) {
        cut = true;
        break;
      }
      lines.push(text);
      length += text.length + 1;
    }
    const below = line === undefined ? depth : depth + 1;
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) stack.push({ node: child, depth: below });
    }
  }
  return { text: lines.join('\n'), cut };
}

const hasDialog = (node: OutlineNode): boolean => node.role === 'dialog' || node.role === 'alertdialog';

function lineOf(node: OutlineNode): string | undefined {
  const inside = node.children.length > 0;
  if (node.ref === undefined && !node.alone && !inside) return undefined;
  const byText = NAMED_BY_TEXT.has(node.role) && node.name === '';
  const name = squash(byText ? node.own : node.name).slice(0, byText ? LABEL_CHARS : LIMITS.name);
  if (node.ref === undefined && name === '' && !node.alone && (byText || node.role === 'group')) return undefined;
  const parts = [node.role];
  if (name !== '') parts.push(`${node.unseen ? '~' : ''}"${name.replace(/"/g, "'")}"`);
  if (node.ref !== undefined) parts.push(`[${node.ref}]`);
  parts.push(...node.notes);
  return parts.join(' ');
}
