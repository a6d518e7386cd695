import { LIMITS } from './limits.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonProblem = {
  code: 'not-json' | 'too-deep' | 'too-many-keys' | 'forbidden-key' | 'duplicate-key' | 'number' | 'cycle' | 'sparse';
  path: string;
  message: string;
};

/** Keys that reach a prototype: refused wherever they stand. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Checks that a value is plain JSON within bounds, without recursion, before zod sees it (very deep input makes zod
 * throw a RangeError). Never throws.
 * @returns the first problem, or undefined when the value is fine.
 */
export function checkJson(value: unknown, bounds: { depth?: number; keys?: number } = {}): JsonProblem | undefined {
  const maxDepth = bounds.depth ?? LIMITS.jsonDepth;
  const maxKeys = bounds.keys ?? LIMITS.jsonKeys;
  const stack: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  let keys = 0;
  try {
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      const { value: current, path, depth } = item;
      if (current === null || typeof current === 'string' || typeof current === 'boolean') continue;
      if (typeof current === 'number') {
        if (!Number.isFinite(current)) return { code: 'number', path, message: 'A number must be finite.' };
        continue;
      }
      if (typeof current !== 'object') return { code: 'not-json', path, message: `A ${typeof current} is not JSON.` };
      if (depth >= maxDepth)
        return { code: 'too-deep', path: path.slice(0, 200), message: `Nested deeper than ${maxDepth}.` };
      if (Array.isArray(current)) {
        keys += current.length;
        if (keys > maxKeys)
          return { code: 'too-many-keys', path: path.slice(0, 200), message: `More than ${maxKeys} values.` };
        for (let index = 0; index < current.length; index += 1) {
          if (!(index in current)) return { code: 'sparse', path, message: 'An array with holes is not JSON.' };
          stack.push({ value: current[index], path: `${path}/${index}`, depth: depth + 1 });
        }
        continue;
      }
      const prototype: unknown = Object.getPrototypeOf(current);
      if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null)
        return { code: 'not-json', path, message: 'Only plain objects are JSON.' };
      for (const [key, child] of Object.entries(current)) {
        if (FORBIDDEN_KEYS.has(key))
          return { code: 'forbidden-key', path: `${path}/${key}`, message: `The key ${key} is refused.` };
        keys += 1;
        if (keys > maxKeys)
          return { code: 'too-many-keys', path: path.slice(0, 200), message: `More than ${maxKeys} values.` };
        stack.push({ value: child, path: path.length > 400 ? path : `${path}/${key.slice(0, 60)}`, depth: depth + 1 });
      }
    }
  } catch {
    return { code: 'not-json', path: '', message: 'The value could not be read.' };
  }
  return undefined;
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
