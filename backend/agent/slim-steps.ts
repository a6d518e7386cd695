/** What only we set, and bounds that the sanitizer checks: left out of what the model reads. */
const OURS = new Set(['stepId', 'origin', 'documentId']);
const NOISE = new Set(['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'maximum', 'minimum']);

function slimmed(schema: unknown, underProperties = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => slimmed(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => (underProperties ? !OURS.has(key) : !NOISE.has(key)))
      .map(([key, value]) => [key, slimmed(value, !underProperties && key === 'properties')]),
  );
}

/** The JSON Schema of steps as a model reads it: what the sanitizer sets and checks anyway is left out. */
export const slimSteps = (schema: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, slimmed(value, key === 'properties')]));
