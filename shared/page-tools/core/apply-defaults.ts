import { isRecord } from './schema-types.ts';

/**
 * A copy of the arguments with the schema's defaults where nothing was given, at every depth that has properties or
 * items. The person who approves sees them, and the approval is bound to them.
 */
export function applyDefaults(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (value === undefined) {
    if (!('default' in schema)) return undefined;
    return applyDefaults(schema, structuredClone(schema['default']));
  }
  const { properties, items } = schema;
  if (Array.isArray(value)) return isRecord(items) ? value.map((item) => applyDefaults(items, item)) : value;
  if (!isRecord(value) || !isRecord(properties)) return value;
  const copy = { ...value };
  for (const [name, property] of Object.entries(properties)) {
    const filled = applyDefaults(property, Object.hasOwn(copy, name) ? copy[name] : undefined);
    if (filled !== undefined) copy[name] = filled;
  }
  return copy;
}
