import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { estimateTokens } from './tokens.ts';

/**
 * As much of an outline as fits: open dialogs first, then what has the focus, then lines that speak of the goal, then
 * the rest from the top. Lines keep their order and their ancestors, so that the tree stays readable; what was left out
 * is said.
 * @param tokens estimated tokens the result may take.
 */
export function outlineWithin(
  snapshot: Pick<PageSnapshot, 'outline' | 'omitted'>,
  goal: string,
  tokens: number,
): string {
  const lines = snapshot.outline.split('\n');
  const parents = parentsOf(lines);
  const cost = lines.map((line) => estimateTokens(line) + 1);
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
  for (const index of byImportance(lines, parents, goal)) keep(index);
  const shown = [...kept].sort((a, b) => a - b).map((index) => lines[index] ?? '');
  const hidden = lines.length - shown.length;
  return [
    ...shown,
    ...(hidden > 0 ? [`(${hidden} more lines are not shown; a find step looks for text in them)`] : []),
    ...(snapshot.omitted.truncated ? ['(the page was too big to be captured whole)'] : []),
  ].join('\n');
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

function byImportance(lines: readonly string[], parents: readonly (number | undefined)[], goal: string): number[] {
  const words = [...new Set(goal.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])];
  const inDialog: boolean[] = [];
  const ranks = lines.map((line, index) => {
    const parent = parents[index];
    inDialog[index] =
      /^\s*- (?:dialog|alertdialog)\b/u.test(line) || (parent !== undefined && inDialog[parent] === true);
    if (inDialog[index]) return 0;
    if (/\bfocused\b/u.test(line)) return 1;
    const lower = line.toLowerCase();
    return words.some((word) => lower.includes(word)) ? 2 : 3;
  });
  return lines.map((_line, index) => index).sort((a, b) => (ranks[a] ?? 3) - (ranks[b] ?? 3) || a - b);
}
