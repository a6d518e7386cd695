import { cap, cleanText } from '@pagehand/contracts/clean-text';
import { LIMITS } from '@pagehand/contracts/limits';
import { escapeUntrusted } from '@pagehand/contracts/untrusted-block';

/** Keys of a JSON Schema whose values are sentences for a reader. */
const SENTENCES: ReadonlySet<string> = new Set(['description', 'title', '$comment']);

/** Words of others for a reader: on one line, cut, defused, in quotation marks. */
export const quoted = (text: string, max: number): string =>
  JSON.stringify(escapeUntrusted(cap(cleanText(text).text.replace(/\s+/gu, ' ').trim(), max)));

/** A JSON Schema that others wrote, with its sentences cut and defused: everything else stays as it is. */
export function quoteWords(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).map(([key, child]) => [key, shown(key, child, 1)]));
}

function shown(key: string, value: unknown, depth: number): unknown {
  if (SENTENCES.has(key) && typeof value === 'string')
    return escapeUntrusted(cap(cleanText(value).text, LIMITS.pageToolParameter));
  if (depth > LIMITS.pageToolSchemaDepth || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shown('', item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shown(name, child, depth + 1)]));
}
