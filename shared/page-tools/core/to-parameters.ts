import { saysSomething } from '@pagehand/contracts/schema-keywords';
import { isRecord, isStandardSchema, type JsonSchema } from './schema-types.ts';

/**
 * The JSON Schema (draft-7, input side) of a tool's arguments: a Standard Schema by its own converter, JSON Schema as it
 * is, none as an object without properties.
 * @throws TypeError when the schema has no JSON Schema, or an empty one.
 */
export function toParameters(schema: unknown): Record<string, unknown> {
  if (schema === undefined) return { type: 'object', properties: {} };
  if (isStandardSchema(schema)) {
    const { jsonSchema, vendor } = schema['~standard'];
    if (!jsonSchema)
      throw new TypeError(
        `This ${vendor} schema has no JSON Schema. Use zod 4.2 or later, or wrap it: fromZod3(schema) of @pagehand/page-tools/zod3.`,
      );
    const converted = lean(jsonSchema.input({ target: 'draft-07' }));
    return check(isRecord(converted) ? converted : {});
  }
  if (!isRecord(schema)) throw new TypeError('A schema is a Standard Schema or a JSON Schema object.');
  return check(schema);
}

function check({ $schema: _dialect, ...schema }: JsonSchema): Record<string, unknown> {
  if (!saysSomething(schema)) throw new TypeError('The JSON Schema is empty.');
  return schema;
}

/** The formats that JSON Schema knows; zod adds its own (`starts_with`), which say nothing beside their pattern. */
const FORMATS = /^(date-time|date|time|duration|email|hostname|ipv[46]|uri|uuid)$/;

/**
 * Leaves out what converters add and what says nothing: the bounds of safe integers, a long pattern beside its own
 * `format`, `additionalProperties` that allow anything. A model pays for every word; and zod 3 and 4 come out equal.
 */
function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    // What stands in these is the author's data or names, not schema words.
    if (key === 'default' || key === 'enum' || key === 'const' || key === 'examples') copy[key] = child;
    else if (key === 'properties' || key === 'definitions' || key === '$defs')
      copy[key] = isRecord(child)
        ? Object.fromEntries(Object.entries(child).map(([name, schema]) => [name, lean(schema)]))
        : child;
    else if ((key === 'minimum' || key === 'maximum') && Math.abs(Number(child)) === Number.MAX_SAFE_INTEGER) continue;
    else if (key === 'pattern' && FORMATS.test(String(value['format']))) continue;
    else if (key === 'format' && !FORMATS.test(String(child))) continue;
    else if (key === 'additionalProperties' && isRecord(child) && Object.keys(child).length === 0) continue;
    else if (
      key === 'propertyNames' &&
      isRecord(child) &&
      child['type'] === 'string' &&
      Object.keys(child).length === 1
    )
      continue;
    else copy[key] = lean(child);
  }
  return copy;
}
