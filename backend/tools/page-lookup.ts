import { AppError } from '@pagehand/contracts/errors';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';

const MAX_HITS = 20;
const CONTEXT = 120;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Looks for words in text and outline of a page.
 * @returns at most 20 text places with 120 characters around each, and at most 20 outline lines; or that there are none.
 */
export function findInPage(page: PageSnapshot, markdown: string, query: string): string {
  const needle = fold(query.trim());
  const text = fold(markdown);
  // Folding may change the length of rare characters: offsets are then approximate, the excerpts are still real text.
  const places: number[] = [];
  for (
    let at = text.indexOf(needle);
    at >= 0 && places.length < MAX_HITS;
    at = text.indexOf(needle, at + needle.length)
  )
    places.push(at);
  const excerpts = places.map((at) => {
    const excerpt = markdown.slice(Math.max(0, at - CONTEXT), at + needle.length + CONTEXT).replace(/\s+/gu, ' ');
    return `- at character ${at}: ... ${excerpt} ...`;
  });
  const lines = page.outline.split('\n').filter((line) => fold(line).includes(needle));
  if (excerpts.length === 0 && lines.length === 0) return `"${query}" does not stand on this page.`;
  return [
    ...(excerpts.length > 0 ? [`Text (${excerpts.length} places):`, ...excerpts] : []),
    ...(lines.length > 0
      ? [`Elements (${lines.length}):`, ...lines.slice(0, MAX_HITS).map((line) => line.trim())]
      : []),
  ].join('\n');
}

/**
 * The outline around one ref: its ancestors, the line itself and everything below it, with all that is known of it.
 * @throws AppError `stale-ref` when the snapshot has no such ref.
 */
export function expandRef(page: PageSnapshot, ref: string): string {
  const lines = page.outline.split('\n');
  const index = lines.findIndex((line) => line.includes(`[${ref}]`));
  const info = page.refs.find((candidate) => candidate.ref === ref);
  if (index < 0 && info === undefined) throw new AppError('stale-ref', `The page has no element ${ref}.`);
  const below = index < 0 ? [] : [lines[index] ?? '', ...descendants(lines, index)];
  const { fingerprint: _fingerprint, ...known } = info ?? { fingerprint: undefined };
  return [
    ...ancestors(lines, index),
    ...below.slice(0, 200),
    ...(info ? [`All of ${ref}: ${JSON.stringify(known)}`] : []),
  ].join('\n');
}

const indent = (line: string): number => line.length - line.trimStart().length;

function descendants(lines: readonly string[], index: number): string[] {
  const depth = indent(lines[index] ?? '');
  const rest = lines.slice(index + 1);
  const end = rest.findIndex((line) => indent(line) <= depth);
  return end < 0 ? rest : rest.slice(0, end);
}

function ancestors(lines: readonly string[], index: number): string[] {
  const found: string[] = [];
  let depth = indent(lines[index] ?? '');
  for (let at = index - 1; at >= 0 && depth > 0; at -= 1) {
    const line = lines[at] ?? '';
    if (indent(line) >= depth) continue;
    found.unshift(line);
    depth = indent(line);
  }
  return found;
}
