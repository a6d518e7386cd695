/**
 * JSON Schema of a page's tool, without eval: what is refused, checking arguments, applying defaults. Schema and page are
 * not trusted: nothing in it may make the panel hang.
 */
import { type Schema, Validator } from '@cfworker/json-schema';
import type { Problem } from '@pagehand/contracts/errors';
import { isRecord } from '@pagehand/contracts/is-record';
import { checkJson } from '@pagehand/contracts/json';
import { readToolSchema } from '@pagehand/contracts/read-tool-schema';

type Parameters = Record<string, unknown>;
export type ReadParameters = { ok: true; parameters: Parameters } | { ok: false; reason: string };

/** The schema as plain JSON within bounds, or why a tool with it is not offered. */
export function readParameters(value: unknown): ReadParameters {
  const read = readToolSchema(value ?? {});
  if (!read.ok) return read;
  const { 'x-agent': _own, ...parameters } = read.parameters;
  try {
    new Validator(forChecking(parameters), '7', false).validate({});
  } catch {
    return { ok: false, reason: 'Its schema cannot be checked.' };
  }
  return { ok: true, parameters };
}

/** Every problem of these arguments; empty when they fit. */
export function argumentProblems(parameters: Parameters, args: Record<string, unknown>): Problem[] {
  const json = checkJson(args, { depth: 12, keys: 2_000 });
  if (json !== undefined) return [{ code: json.code, path: json.path, message: json.message }];
  try {
    const { valid, errors } = new Validator(forChecking(parameters), '7', false).validate(args);
    if (valid) return [];
    const leaves = errors.filter(({ keyword }) => !['properties', 'items', '$ref', 'allOf'].includes(keyword));
    return (leaves.length > 0 ? leaves : errors).slice(0, 50).map(({ keyword, instanceLocation, error }) => ({
      code: keyword.slice(0, 64),
      path: instanceLocation.replace(/^#/u, '').slice(0, 500),
      message: error.slice(0, 1_000),
    }));
  } catch {
    return [{ code: 'schema', path: '', message: 'The schema of this tool cannot be checked.' }];
  }
}

/** The arguments with what the schema says for absent ones. What was given stays as it is. */
export function withDefaults(parameters: unknown, args: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(parameters) || !isRecord(parameters['properties'])) return args;
  const filled: Record<string, unknown> = { ...args };
  for (const [name, schema] of Object.entries(parameters['properties'])) {
    if (!isRecord(schema)) continue;
    const value = filled[name];
    if (value === undefined && schema['default'] !== undefined) filled[name] = structuredClone(schema['default']);
    else if (isRecord(value)) filled[name] = withDefaults(schema, value);
  }
  return filled;
}

/** Patterns of the page run in the panel: one that could take forever is left to the page's own check. */
function isRisky(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || pattern.length > 200) return true;
  const unbounded = pattern.match(/[*+]|\{\d+,\}/g) ?? [];
  return unbounded.length > 3 || /\)\s*(?:[*+]|\{)/.test(pattern) || /\\\d|\\k</.test(pattern);
}

/** Only keywords that a draft-7 check may follow; names of properties are no keywords. */
function forChecking(schema: Parameters): Schema {
  const strip = (value: unknown, names: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, false));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
        if (!names && key === 'pattern' && isRisky(child)) return [];
        if (!names && (key === 'patternProperties' || key === '$id' || key === '$anchor')) return [];
        if (!names && (key === 'default' || key === 'examples' || key === 'const' || key === 'enum'))
          return [[key, child]];
        return [[key, strip(child, !names && (key === 'properties' || key === 'definitions' || key === '$defs'))]];
      }),
    );
  };
  return strip(schema, false) as Schema; // a plain JSON object: the validator looks at each keyword itself
}
