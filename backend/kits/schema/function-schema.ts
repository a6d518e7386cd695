import type { KitProblem } from '../kit-problems.ts';

/** JSON Schema, draft-7. */
export type JsonSchema = Record<string, unknown>;

/** What the code of one function says. */
export type FunctionSchema = {
  /** First part of the doc comment; empty without one. */
  description: string;
  /** An object; its properties stand in the order of the parameters. */
  parameters: JsonSchema;
  async: boolean;
};

/** A type that has no JSON Schema. `at` is the parameter and the way into it, like `rows[].name`. */
export class UnsupportedType extends Error {
  override readonly name = 'UnsupportedType';
  readonly at: string;
  readonly advice: string;
  constructor(at: string, advice: string) {
    super(`${at}: ${advice}`);
    this.at = at;
    this.advice = advice;
  }
}

/** Nesting and fields that one parameter may have. */
export const SCHEMA_BOUNDS = { depth: 12, fields: 200 } as const;

/** The functions of one language in a kit. Reading never runs the kit's code. */
export type SourceReader = {
  /** Files that are no correct source text. */
  syntaxProblems(): KitProblem[];
  /** Files (relative to `tools/`) in which this function can be called from outside. */
  filesWith(functionName: string): string[];
  /** Functions that can be called in this file: for the message when one is missing. */
  functionsOf(file: string): string[];
  /** @returns the schema, or what is wrong with the function. */
  read(file: string, functionName: string): FunctionSchema | KitProblem[];
};

export function objectSchema(fields: readonly Field[], additional: JsonSchema | false = false): JsonSchema {
  const required = fields.filter(({ optional }) => !optional).map(({ name }) => name);
  if (fields.length === 0 && additional !== false) return { type: 'object', additionalProperties: additional };
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, schema, description, fallback }) => [
        name,
        {
          ...schema,
          ...(description ? { description } : {}),
          ...(fallback === undefined ? {} : { default: fallback }),
        },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: additional,
  };
}

/** A parameter or a property; `fallback` is its default, where that is JSON. */
export type Field = { name: string; schema: JsonSchema; optional: boolean; description?: string; fallback?: unknown };

/** Joins the schemas of a union: literals become one enum, one schema stays itself. */
export function unionSchema(parts: readonly JsonSchema[]): JsonSchema {
  const values: unknown[] = [];
  const others: JsonSchema[] = [];
  for (const part of parts) {
    const found = Array.isArray(part['enum']) && Object.keys(part).length === 1 ? part['enum'] : undefined;
    if (found === undefined) others.push(part);
    else values.push(...found.filter((value) => !values.includes(value)));
  }
  const unique = others.filter(
    (part, index) => others.findIndex((other) => JSON.stringify(other) === JSON.stringify(part)) === index,
  );
  if (values.length > 0 && values.length === 2 && values.includes(true) && values.includes(false))
    unique.unshift({ type: 'boolean' });
  else if (values.length > 0) unique.unshift(enumSchema(values));
  const [only] = unique;
  return unique.length === 1 && only !== undefined ? only : { anyOf: unique };
}

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

/** An enum that also says its type, where its values have one: models read that better. */
export function enumSchema(values: readonly unknown[]): JsonSchema {
  const types = [...new Set(values.map(typeOf))];
  return types.length === 1 && types[0] !== 'null' ? { type: types[0], enum: [...values] } : { enum: [...values] };
}
