import { type Schema, Validator } from '@cfworker/json-schema';
import type { Problem } from '@pagehand/contracts/errors';
import { checkJson } from '@pagehand/contracts/json';

/** Keywords that only say that something below them failed. */
const AROUND = ['properties', 'items', '$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/**
 * Every problem that arguments have with a tool's JSON Schema (draft-7, ours or one that was checked when it was read);
 * empty when they fit.
 */
export function argumentProblems(parameters: Record<string, unknown>, args: unknown): Problem[] {
  const json = checkJson(args, { depth: 12, keys: 20_000 });
  if (json !== undefined) return [{ code: json.code, path: json.path.slice(0, 500), message: json.message }];
  const schema: Schema = parameters;
  const { valid, errors } = new Validator(schema, '7', false).validate(args);
  if (valid) return [];
  const leaves = errors.filter(({ keyword }) => !AROUND.includes(keyword));
  return (leaves.length > 0 ? leaves : errors).slice(0, 50).map(({ keyword, instanceLocation, error }) => ({
    code: keyword.slice(0, 64),
    path: instanceLocation.replace(/^#/u, '').slice(0, 500),
    message: error.slice(0, 1_000),
  }));
}
