import { AppError } from '@pagehand/contracts/errors';
import { findInSnapshot } from '@pagehand/contracts/find-in-snapshot';
import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import { placeOf, toPassages } from '../documents/passages.ts';
import { searchPassages } from '../documents/search-passages.ts';

const MAX_HITS = 20;
const CONTEXT = 120;
/** Passages that share words with the query, when the query itself stands nowhere. */
const MAX_PASSAGES = 5;
const PASSAGE_CHARS = 300;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Looks for words in text and elements of a page: the words as they stand, else the passages that speak of them; and the
 * elements that a person would call so, with the place that tells equal ones apart.
 * @returns at most 20 places of the text with 120 characters around each, and at most 20 elements; or that there are none.
 */
export function findInPage(page: PageSnapshot, markdown: string, query: string): string {
  const exact = exactPlaces(markdown, query);
  const passages =
    exact.length > 0
      ? []
      : searchPassages(toPassages(markdown), query, MAX_PASSAGES).map(
          ({ passage }) => `- ${placeOf(passage)}: ${passage.text.replace(/\s+/gu, ' ').slice(0, PASSAGE_CHARS)}`,
        );
  const elements = findInSnapshot(page, query, { limit: MAX_HITS }).matches.map(({ info }) => elementLine(info));
  if (exact.length + passages.length + elements.length === 0) return `"${query}" does not stand on this page.`;
  return [
    ...(exact.length > 0 ? [`Text (${exact.length} places):`, ...exact] : []),
    ...(passages.length > 0 ? ['Text that speaks of it:', ...passages] : []),
    ...(elements.length > 0 ? [`Elements (${elements.length}):`, ...elements] : []),
  ].join('\n');
}

function exactPlaces(markdown: string, query: string): string[] {
  const needle = fold(query.trim());
  const text = fold(markdown);
  // Folding may change the length of rare characters: offsets are then approximate, the excerpts are still real text.
  const places: number[] = [];
  for (
    let at = needle === '' ? -1 : text.indexOf(needle);
    at >= 0 && places.length < MAX_HITS;
    at = text.indexOf(needle, at + needle.length)
  )
    places.push(at);
  return places.map((at) => {
    const excerpt = markdown.slice(Math.max(0, at - CONTEXT), at + needle.length + CONTEXT).replace(/\s+/gu, ' ');
    return `- at character ${at}: ... ${excerpt} ...`;
  });
}

function elementLine({ role, name, ref, states, value, place }: RefInfo): string {
  const parts = [
    ...(name === '' ? [] : [`"${name}"`]),
    `[${ref}]`,
    ...states,
    ...(value === undefined || value === '' ? [] : [`value="${value}"`]),
    ...(place === undefined ? [] : [`in ${place}`]),
  ];
  return `- ${role} ${parts.join(' ')}`;
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
