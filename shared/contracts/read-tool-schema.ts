import { isRecord } from './is-record.ts';
import { readJson } from './json.ts';
import { LIMITS } from './limits.ts';

type Read = { ok: true; parameters: Record<string, unknown> } | { ok: false; reason: string };

/** References in one schema: each may double the work of a check. */
const MOST_REFS = 24;

/**
 * The JSON Schema that a page or a server declares for its tool, as plain JSON within our bounds, or why a tool with it is
 * not offered. Nothing is cut: what is accepted is what the model reads.
 */
export function readToolSchema(value: unknown): Read {
  const read = readJson(value, { depth: LIMITS.pageToolSchemaDepth, keys: 2_000, problems: 1 });
  if (!read.ok) return { ok: false, reason: `Its schema is not plain JSON: ${read.problems[0]?.message ?? ''}` };
  if (!isRecord(read.value)) return { ok: false, reason: 'Its schema is not an object.' };
  const { $schema: _dialect, ...rest } = read.value;
  const parameters: Record<string, unknown> = { type: 'object', ...rest };
  if (parameters['type'] !== 'object') return { ok: false, reason: 'Its schema is not that of an object.' };
  if (JSON.stringify(parameters).length > LIMITS.pageToolSchema)
    return { ok: false, reason: `Its schema is longer than ${LIMITS.pageToolSchema} characters.` };
  const refs = valuesOf(parameters, '$ref');
  if (refs.length > MOST_REFS) return { ok: false, reason: 'Its schema has too many references.' };
  if (refs.some((ref) => typeof ref !== 'string' || !ref.startsWith('#')))
    return { ok: false, reason: 'Its schema refers to something outside of itself.' };
  return { ok: true, parameters };
}

function valuesOf(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(item, key));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => (name === key ? [child] : valuesOf(child, key)));
}
