import { LIMITS } from './limits.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonProblem = {
  code: 'not-json' | 'too-deep' | 'too-many-keys' | 'forbidden-key' | 'duplicate-key' | 'number' | 'cycle' | 'sparse';
  path: string;
  message: string;
};

/** Keys that reach a prototype: refused wherever they stand. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** `keys` counts the fields of all objects and the entries of all arrays; `chars` is the length of a JSON text. */
export type JsonBounds = { depth?: number; keys?: number; problems?: number; chars?: number };
export type JsonRead = { ok: true; value: Json } | { ok: false; problems: JsonProblem[] };

/** Thrown to leave the walk when going on makes no sense (bounds, unreadable values). Never leaves this file. */
class Enough extends Error {}

/**
 * Copies a value if it is plain JSON within bounds, before zod sees it (very deep input makes zod throw a RangeError).
 * The copy holds only own enumerable data, so a getter or a proxy cannot answer differently later. Never throws.
 * @returns the copy, or every problem up to `bounds.problems` (default 50); a broken bound ends the walk.
 */
export function readJson(value: unknown, bounds: JsonBounds = {}): JsonRead {
  const maxDepth = bounds.depth ?? LIMITS.jsonDepth;
  const maxKeys = bounds.keys ?? LIMITS.jsonKeys;
  const maxProblems = bounds.problems ?? 50;
  const problems: JsonProblem[] = [];
  const ancestors = new Set<object>();
  let keys = 0;

  const report = (code: JsonProblem['code'], path: string, message: string): null => {
    problems.push({ code, path: path.slice(0, 200), message });
    if (problems.length >= maxProblems) throw new Enough();
    return null;
  };
  const stop = (code: JsonProblem['code'], path: string, message: string): never => {
    report(code, path, message);
    throw new Enough();
  };
  const count = (more: number, path: string): void => {
    keys += more;
    if (keys > maxKeys) stop('too-many-keys', path, `More than ${maxKeys} values.`);
  };
  // The depth bound is checked before each descent, so this recursion is never deeper than maxDepth.
  const walk = (current: unknown, path: string, depth: number): Json => {
    if (current === null || typeof current === 'string' || typeof current === 'boolean') return current;
    if (typeof current === 'number')
      return Number.isFinite(current) ? current : report('number', path, 'A number must be finite.');
    if (typeof current !== 'object') return report('not-json', path, `A value of type ${typeof current} is not JSON.`);
    if (ancestors.has(current)) return report('cycle', path, 'The value contains itself.');
    if (depth >= maxDepth) return stop('too-deep', path, `Nested deeper than ${maxDepth}.`);
    ancestors.add(current);
    const copy = Array.isArray(current) ? walkArray(current, path, depth) : walkObject(current, path, depth);
    ancestors.delete(current);
    return copy;
  };
  const walkArray = (current: readonly unknown[], path: string, depth: number): Json => {
    const { length } = current;
    count(length, path);
    const copy: Json[] = [];
    for (let index = 0; index < length; index += 1) {
      if (!(index in current)) return report('sparse', path, 'An array with holes is not JSON.');
      copy.push(walk(current[index], `${path}/${index}`, depth + 1));
    }
    return copy;
  };
  const walkObject = (current: object, path: string, depth: number): Json => {
    const prototype: unknown = Object.getPrototypeOf(current);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return report('not-json', path, 'Only plain objects are JSON.');
    const copy: { [key: string]: Json } = {};
    for (const [key, child] of Object.entries(current)) {
      count(1, path);
      const at = path.length > 400 ? path : `${path}/${key.slice(0, 60)}`;
      if (FORBIDDEN_KEYS.has(key)) report('forbidden-key', at, `The key ${key} is refused.`);
      else copy[key] = walk(child, at, depth + 1);
    }
    return copy;
  };

  try {
    const copy = walk(value, '', 0);
    return problems.length === 0 ? { ok: true, value: copy } : { ok: false, problems };
  } catch (error) {
    if (!(error instanceof Enough))
      problems.push({ code: 'not-json', path: '', message: 'The value could not be read.' });
    return { ok: false, problems };
  }
}

/**
 * Checks that a value is plain JSON within bounds. Never throws.
 * @returns the first problem, or undefined when the value is fine.
 */
export function checkJson(value: unknown, bounds: { depth?: number; keys?: number } = {}): JsonProblem | undefined {
  const read = readJson(value, { ...bounds, problems: 1 });
  return read.ok ? undefined : read.problems[0];
}

/**
 * Canonical form of a JSON value (RFC 8785: sorted keys, no white space), for hashing.
 * @throws TypeError on a value that is not JSON.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, child]) => child !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${canonicalJson(child)}`).join(',')}}`;
  }
  throw new TypeError(`A ${typeof value} is not JSON.`);
}

/** SHA-256 of the canonical form, lower-case hex, 64 characters. Runs in browser and Node. */
export async function hashJson(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(value)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
