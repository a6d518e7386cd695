/** Free of zod: the page-tools package uses it too. */
const SAYS = ['type', 'properties', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'];

/** Whether a JSON Schema says anything about a value; one that does not takes everything, which no tool means. */
export const saysSomething = (schema: Readonly<Record<string, unknown>>): boolean =>
  SAYS.some((key) => schema[key] !== undefined);
