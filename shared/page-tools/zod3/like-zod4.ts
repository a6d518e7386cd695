import { isRecord } from '../core/schema-types.ts';

type Json = Record<string, unknown>;

const kindOf = (definition: unknown): unknown => (isRecord(definition) ? definition['typeName'] : undefined);
const definitionOf = (schema: unknown): unknown =>
  typeof schema === 'object' && schema !== null ? Reflect.get(schema, '_def') : undefined;

/**
 * What zod 4 says where `zod-to-json-schema` says the same in other words. For one schema, not for those in it.
 * @param definition zod 3's own description of the schema (`_def`).
 */
export function likeZod4(made: Json, definition: unknown): Json {
  if (!isRecord(definition)) return made;
  const { anyOf, allOf, ...rest } = made;
  switch (kindOf(definition)) {
    case 'ZodObject':
      return object(made, definition);
    case 'ZodDiscriminatedUnion':
      return anyOf === undefined ? made : { ...rest, oneOf: anyOf };
    case 'ZodUnion':
      return union(made, definition['options']);
    case 'ZodTuple':
      return definition['rest'] === null ? { ...made, additionalItems: false } : made;
    case 'ZodReadonly':
      return { ...made, readOnly: true };
    case 'ZodIntersection':
      return Array.isArray(allOf) && allOf.every(isPlainObject) ? { ...rest, ...merge(allOf) } : made;
    default:
      return made;
  }
}

/** zod 3 closes objects that only drop unknown keys, and counts `any` as optional. */
function object(made: Json, definition: Json): Json {
  const { additionalProperties, required, ...rest } = made;
  const closed = definition['unknownKeys'] === 'strict' || isRecord(additionalProperties);
  const shape: unknown = typeof definition['shape'] === 'function' ? definition['shape']() : {};
  const given: unknown[] = Array.isArray(required) ? required : [];
  const needed = Object.entries(isRecord(shape) ? shape : {}).flatMap(([name, field]) => {
    const kind = kindOf(definitionOf(field));
    return given.includes(name) || kind === 'ZodAny' || kind === 'ZodUnknown' ? [name] : [];
  });
  return {
    ...rest,
    ...(needed.length > 0 ? { required: needed } : {}),
    ...(closed ? { additionalProperties } : {}),
  };
}

/** A union of literals comes as one enum; zod 4 lists them. */
function union(made: Json, options: unknown): Json {
  if (!Array.isArray(options) || !Array.isArray(made['enum'])) return made;
  const definitions = options.map(definitionOf).filter(isRecord);
  if (!definitions.every((option) => kindOf(option) === 'ZodLiteral')) return made;
  const { type: _type, enum: _enum, ...rest } = made;
  return { ...rest, anyOf: definitions.map(({ value }) => ({ type: typeof value, const: value })) };
}

const isPlainObject = (schema: unknown): boolean => isRecord(schema) && schema['type'] === 'object';

function merge(parts: readonly unknown[]): Json {
  const objects = parts.filter(isRecord);
  const required = objects.flatMap((part): unknown[] => (Array.isArray(part['required']) ? part['required'] : []));
  return {
    type: 'object',
    properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
    ...(required.length > 0 ? { required } : {}),
  };
}
