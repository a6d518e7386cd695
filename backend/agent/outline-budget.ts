import { findInSnapshot } from '@pagehand/contracts/find-in-snapshot';
import { type OutlineItem, outlineItems } from '@pagehand/contracts/outline-lines';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { estimateTokens } from './tokens.ts';

/** Refs and names take more tokens a character than prose: measured on real pages. */
const outlineTokens = (line: string): number => Math.ceil(estimateTokens(line) * 1.25) + 1;
/** Elements that a person would call as the goal does. */
const MATCHES = 12;

/**
 * As much of an outline as fits: open dialogs first, then what has the focus, then lines that speak of the goal, then
 * the rest from the top. Lines keep their order and their ancestors, so that the tree stays readable; what was left out
 * is said.
 * @param tokens estimated tokens the result may take.
 */
export function outlineWithin(
  snapshot: Pick<PageSnapshot, 'outline' | 'omitted' | 'refs'>,
  goal: string,
  tokens: number,
): string {
  const lines = snapshot.outline.split('\n');
  const parents = parentsOf(lines);
  const cost = lines.map(outlineTokens);
  const kept = new Set<number>();
  let left = tokens - 40;
  const keep = (index: number): void => {
    const path: number[] = [];
    for (let at: number | undefined = index; at !== undefined && !kept.has(at); at = parents[at]) path.push(at);
    const price = path.reduce((sum, at) => sum + (cost[at] ?? 0), 0);
    if (price > left) return;
    left -= price;
    for (const at of path) kept.add(at);
  };
  const named = new Set(findInSnapshot(snapshot, goal, { limit: MATCHES }).matches.map(({ info }) => info.ref));
  for (const index of byImportance(lines, parents, goal, named)) keep(index);
  const shown = [...kept].sort((a, b) => a - b).map((index) => lines[index] ?? '');
  const hidden = outlineItems(lines.filter((_line, index) => !kept.has(index)).join('\n'));
  return [
    ...shown,
    ...(hidden.length > 0 ? [`(not shown: ${byRole(hidden)}; a find step looks in them)`] : []),
    ...(snapshot.omitted.truncated ? ['(the page was too big to be captured whole)'] : []),
  ].join('\n');
}

/** `120 link, 14 button`: how many of what, most first. */
function byRole(items: readonly OutlineItem[]): string {
  const counts = new Map<string, number>();
  for (const { role } of items) {
    const kind = role.replace(/ \d$/, '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([role, count]) => `${count} ${role}`)
    .join(', ');
}

const indent = (line: string): number => line.length - line.trimStart().length;

function parentsOf(lines: readonly string[]): (number | undefined)[] {
  const path: number[] = [];
  return lines.map((line, index) => {
    const depth = indent(line);
    while (path.length > 0 && indent(lines[path.at(-1) ?? 0] ?? '') >= depth) path.pop();
    const parent = path.at(-1);
    path.push(index);
    return parent;
  });
}

function byImportance(
  lines: readonly string[],
  parents: readonly (number | undefined)[],
  goal: string,
  named: ReadonlySet<string>,
): number[] {
  const words = [...new Set(goal.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])];
  const inDialog: boolean[] = [];
  const ranks = lines.map((line, index) => {
    const parent = parents[index];
    inDialog[index] =
      /^\s*- (?:dialog|alertdialog)\b/u.test(line) || (parent !== undefined && inDialog[parent] === true);
    if (inDialog[index]) return 0;
    if (/\bfocused\b/u.test(line)) return 1;
    for (const [, ref = ''] of line.matchAll(/\[((?:f\d+)?e\d+)\]/g)) if (named.has(ref)) return 2;
    const lower = line.toLowerCase();
    return words.some((word) => lower.includes(word)) ? 3 : 4;
  });
  return lines.map((_line, index) => index).sort((a, b) => (ranks[a] ?? 4) - (ranks[b] ?? 4) || a - b);
}
