import { type ArgumentIssue, isRecord } from './schema-types.ts';

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const step = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * Checks arguments against plain JSON Schema: type, enum, const, properties, required, additionalProperties, items,
 * the bounds of numbers, strings and arrays, pattern, anyOf, oneOf, allOf. Other words are for the model only; who needs
 * them brings a Standard Schema.
 * @returns every issue.
 */
export function checkJsonSchema(schema: unknown, value: unknown, path = ''): ArgumentIssue[] {
  if (schema === false) return [{ path, message: 'is not allowed' }];
  if (!isRecord(schema)) return [];
  const issues: ArgumentIssue[] = [];
  const add = (bad: unknown, message: string): void => {
    if (bad) issues.push({ path, message });
  };
  const bound = (key: string): number => {
    const limit = schema[key];
    return typeof limit === 'number' ? limit : Number.NaN; // no comparison with NaN is true
  };
  const { type, enum: options, properties, required, items, pattern } = schema;
  const actual = typeOf(value);
  const types: unknown[] = type === undefined ? [] : Array.isArray(type) ? type : [type];
  if (types.length > 0 && !types.includes(actual) && !(actual === 'integer' && types.includes('number')))
    return [{ path, message: `must be ${types.join(' or ')}, is ${actual}` }];
  add(
    Array.isArray(options) && !options.some((option) => equal(option, value)),
    `must be one of ${JSON.stringify(options)}`,
  );
  add('const' in schema && !equal(schema['const'], value), `must be ${JSON.stringify(schema['const'])}`);
  if (typeof value === 'number') {
    add(value < bound('minimum'), `must be at least ${bound('minimum')}`);
    add(value > bound('maximum'), `must be at most ${bound('maximum')}`);
    add(value <= bound('exclusiveMinimum'), `must be more than ${bound('exclusiveMinimum')}`);
    add(value >= bound('exclusiveMaximum'), `must be less than ${bound('exclusiveMaximum')}`);
  }
  if (typeof value === 'string') {
    add(value.length < bound('minLength'), `must have at least ${bound('minLength')} characters`);
    add(value.length > bound('maxLength'), `must have at most ${bound('maxLength')} characters`);
    add(typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value), `must match ${String(pattern)}`);
  }
  if (Array.isArray(value)) {
    add(value.length < bound('minItems'), `must have at least ${bound('minItems')} items`);
    add(value.length > bound('maxItems'), `must have at most ${bound('maxItems')} items`);
    for (const [index, item] of value.entries())
      issues.push(...checkJsonSchema(Array.isArray(items) ? items[index] : items, item, path + step(index)));
  }
  if (isRecord(value)) {
    for (const key of Array.isArray(required) ? required : [])
      if (!Object.hasOwn(value, key)) issues.push({ path: path + step(key), message: 'is required' });
    for (const [key, child] of Object.entries(value)) {
      const known = isRecord(properties) && Object.hasOwn(properties, key);
      const below = known ? properties[key] : schema['additionalProperties'];
      issues.push(...checkJsonSchema(below, child, path + step(key)));
    }
  }
  const passing = (list: readonly unknown[]): number =>
    list.filter((option) => checkJsonSchema(option, value, path).length === 0).length;
  const { anyOf, oneOf, allOf } = schema;
  add(Array.isArray(anyOf) && passing(anyOf) === 0, 'fits none of the alternatives');
  add(Array.isArray(oneOf) && passing(oneOf) !== 1, 'must fit exactly one of the alternatives');
  for (const part of Array.isArray(allOf) ? allOf : []) issues.push(...checkJsonSchema(part, value, path));
  return issues;
}
