import * as z from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { isRecord } from './is-record.ts';
import { saysSomething } from './schema-keywords.ts';

type JsonSchema = Record<string, unknown>;

/**
 * The one place that makes JSON Schema (draft-7, input side) for models.
 * zod 4 by its own converter, zod 3 by `zod-to-json-schema` (which yields an EMPTY schema, silently, for zod 4), another
 * Standard Schema that carries a JSON Schema (`toJsonSchema`/`jsonSchema`) as it is.
 * @throws TypeError when the value is no schema, or when an object schema comes out without its properties.
 */
export function toJsonSchema(schema: unknown): JsonSchema {
  if (schema instanceof z.core.$ZodType) return check(z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }));
  if (isRecord(schema) && '_def' in schema && typeof schema['safeParse'] === 'function') {
    const converted: unknown = Reflect.apply(zodToJsonSchema, undefined, [
      schema,
      { target: 'jsonSchema7', $refStrategy: 'none' },
    ]);
    return check(converted);
  }
  if (isRecord(schema) && isRecord(schema['jsonSchema'])) return check(schema['jsonSchema']);
  throw new TypeError('Not a schema: expected zod 4, zod 3, or a Standard Schema that carries a JSON Schema.');
}

function check(schema: unknown): JsonSchema {
  if (!isRecord(schema)) throw new TypeError('A JSON Schema must be an object.');
  const { $schema: _dialect, ...rest } = schema;
  if (!saysSomething(rest))
    throw new TypeError('The schema came out empty: it is neither a zod 4 nor a zod 3 schema, or it takes anything.');
  return rest;
}
