import { FORBIDDEN_KEYS, type Json, type JsonBounds, type JsonProblem, type JsonRead, readJson } from './json.ts';
import { LIMITS } from './limits.ts';

/**
 * Reads text that must be exactly one JSON value: no prose or fence around it, no second value, no two equal keys in
 * one object (`JSON.parse` keeps the last in silence), no key that reaches a prototype, bounded depth. Never throws.
 */
export function parseJson(text: string, bounds: JsonBounds = {}): JsonRead {
  const maxChars = bounds.chars ?? LIMITS.bodyBytes;
  if (text.length > maxChars)
    return {
      ok: false,
      problems: [{ code: 'too-many-keys', path: '', message: `Longer than ${maxChars} characters.` }],
    };
  // Bounds first, so that no parser ever sees very deep or very wide text. Keys are reported only if the text is JSON at all.
  const keys = scanKeys(text, bounds.depth ?? LIMITS.jsonDepth, bounds.keys ?? LIMITS.jsonKeys);
  if (keys.some(({ code }) => code === 'too-deep' || code === 'too-many-keys')) return { ok: false, problems: keys };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      ok: false,
      problems: [
        { code: 'not-json', path: '', message: 'The text must be exactly one JSON value, without anything around it.' },
      ],
    };
  }
  const read = readJson(value, bounds);
  // readJson finds the forbidden keys too; the scanner adds what JSON.parse has already swallowed.
  const swallowed = keys.filter((problem) => problem.code === 'duplicate-key');
  if (swallowed.length === 0) return read;
  return { ok: false, problems: [...swallowed, ...(read.ok ? [] : read.problems)] };
}

type Level = { keys: Set<string> | undefined; path: string; index: number; key: string };

/** Walks JSON text once, without recursion: finds equal keys, too deep nesting and too many values. Does not check the grammar. */
function scanKeys(text: string, maxDepth: number, maxKeys: number): JsonProblem[] {
  const problems: JsonProblem[] = [];
  const levels: Level[] = [];
  let at = 0;
  let commas = 0;
  const here = (level: Level): string => `${level.path}/${level.keys ? level.key.slice(0, 60) : level.index}`;
  while (at < text.length && problems.length < 50) {
    const level = levels.at(-1);
    const char = text.charCodeAt(at);
    if (char === 0x22) {
      const end = stringEnd(text, at);
      if (level?.keys && followedByColon(text, end)) {
        level.key = unquote(text.slice(at, end));
        if (level.keys.has(level.key) && !FORBIDDEN_KEYS.has(level.key))
          problems.push({
            code: 'duplicate-key',
            path: here(level).slice(0, 200),
            message: `The key ${level.key.slice(0, 60)} stands twice.`,
          });
        level.keys.add(level.key);
      }
      at = end;
      continue;
    }
    if (char === 0x7b || char === 0x5b) {
      const path = level ? here(level) : '';
      if (levels.length >= maxDepth) {
        problems.push({ code: 'too-deep', path: path.slice(0, 200), message: `Nested deeper than ${maxDepth}.` });
        return problems;
      }
      levels.push({ keys: char === 0x7b ? new Set() : undefined, path, index: 0, key: '' });
    } else if (char === 0x7d || char === 0x5d) levels.pop();
    else if (char === 0x2c) {
      if (level) level.index += 1;
      commas += 1;
      if (commas > maxKeys) {
        problems.push({ code: 'too-many-keys', path: '', message: `More than ${maxKeys} values.` });
        return problems;
      }
    }
    at += 1;
  }
  return problems;
}

/** Index after the closing quote of the string that starts at `start`, or the end of the text. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x5c) at += 1;
    else if (char === 0x22) return at + 1;
  }
  return text.length;
}

function followedByColon(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x3a) return true;
    if (char !== 0x20 && char !== 0x09 && char !== 0x0a && char !== 0x0d) return false;
  }
  return false;
}

function unquote(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    const value: Json = JSON.parse(token); // parse boundary: a quoted token gives a string or throws
    return typeof value === 'string' ? value : token;
  } catch {
    return token;
  }
}
