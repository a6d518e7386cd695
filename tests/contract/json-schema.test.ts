import { toJsonSchema } from '@pagehand/contracts/json-schema';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod/v3';

describe('toJsonSchema', () => {
  const four = z.strictObject({
    query: z.string().min(1).describe('What to look for'),
    max: z.int().min(1).max(20).default(5),
    tags: z.array(z.enum(['a', 'b'])).optional(),
  });
  const three = z3.z
    .object({
      query: z3.z.string().min(1).describe('What to look for'),
      max: z3.z.number().int().min(1).max(20).default(5),
      tags: z3.z.array(z3.z.enum(['a', 'b'])).optional(),
    })
    .strict();

  it('gives zod 4 and zod 3 schemas their properties', () => {
    for (const schema of [toJsonSchema(four), toJsonSchema(three)]) {
      expect(schema).toMatchObject({
        type: 'object',
        properties: {
          query: { type: 'string', minLength: 1, description: 'What to look for' },
          max: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
          tags: { type: 'array', items: { enum: ['a', 'b'] } },
        },
      });
      expect(schema).toMatchObject({ additionalProperties: false });
      expect(schema).not.toHaveProperty('$schema');
    }
  });
  it('one tool written in zod 3 and in zod 4 gives equal JSON Schema', () =>
    expect(toJsonSchema(three)).toEqual(toJsonSchema(four)));
  it('a field with a default is not required on the way in', () =>
    expect(toJsonSchema(four)['required']).toEqual(['query']));
  it('takes a Standard Schema that carries its JSON Schema', () => {
    expect(toJsonSchema({ jsonSchema: { $schema: 'x', type: 'object', properties: { a: {} } } })).toEqual({
      type: 'object',
      properties: { a: {} },
    });
  });
  it('an object schema without fields is a schema, an empty one is an error', () => {
    expect(toJsonSchema(z.strictObject({}))).toMatchObject({ type: 'object', properties: {} });
    expect(() => toJsonSchema({ _def: {}, safeParse: () => undefined })).toThrow(TypeError);
    expect(() => toJsonSchema(z.any())).toThrow(TypeError);
    expect(() => toJsonSchema(z3.z.any())).toThrow(TypeError);
    expect(() => toJsonSchema({ jsonSchema: {} })).toThrow(TypeError);
  });
  it.each([undefined, null, 1, 'x', {}, [], () => 1, { type: 'object' }])('%j is no schema', (value) =>
    expect(() => toJsonSchema(value)).toThrow(TypeError),
  );
});
