/** `@pagehand/page-tools/zod3` */
import type { ZodTypeAny } from 'zod/v3';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { isRecord, type JsonSchema, type StandardSchema } from '../core/schema-types.ts';
import { likeZod4 } from './like-zod4.ts';

/**
 * Makes a zod 3 schema usable as a tool's `schema`; zod 4 needs no help. The JSON Schema is the one that the same schema
 * written in zod 4 gives.
 */
export function fromZod3<S extends ZodTypeAny>(schema: S): StandardSchema<S['_input'], S['_output']> {
  const { version, vendor, validate } = schema['~standard'];
  const input = (): JsonSchema => {
    const converted: unknown = zodToJsonSchema(schema, {
      target: 'jsonSchema7',
      $refStrategy: 'none',
      pipeStrategy: 'input',
      postProcess: (made, definition) => (isRecord(made) ? likeZod4(made, definition) : made),
    });
    return isRecord(converted) ? converted : {};
  };
  return { '~standard': { version, vendor, validate, jsonSchema: { input } } };
}
