import { LIMITS } from '@pagehand/contracts/limits';
import { type Line, linesOf, type OutlineNode } from './outline.ts';

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

const mayShare = ({ node, name, column, leaf }: Line): boolean =>
  node.ref !== undefined && leaf && column === '' && name !== '' && node.notes.every((note) => /^[a-z-]+$/.test(note));

const isEqualTo = (other: Line | undefined, line: Line): boolean =>
  other !== undefined && other.depth === line.depth && other.node.role === line.node.role && mayShare(other);

function* runs(lines: readonly Line[]): Iterable<string> {
  let text = '';
  for (const { node, name } of lines) {
    const item = `${node.unseen ? '~' : ''}${inRun(name)}[${node.ref}]${node.covered ? ' covered' : ''}${node.notes.map((note) => ` ${note}`).join('')}`;
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

function lineOf({ node, name, column }: Line): string {
  const parts = [node.role];
  if (name !== '') parts.push(`${node.unseen ? '~' : ''}"${name.replace(/"/g, "'")}"`);
  if (node.ref !== undefined) parts.push(`[${node.ref}]`);
  if (column !== '') parts.push(`column="${column.replace(/"/g, "'")}"`);
  if (node.covered) parts.push('covered');
  parts.push(...node.notes);
  return parts.join(' ');
}
