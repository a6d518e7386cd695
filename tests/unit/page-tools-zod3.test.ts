import { expect, it } from 'vitest';
import * as z4 from 'zod';
import * as z3 from 'zod/v3';
import { toParameters } from '../../shared/page-tools/core/to-parameters.ts';
import { fromZod3 } from '../../shared/page-tools/zod3/index.ts';

/** One tool's schema, written once for both. */
const write = (z: typeof z4) => ({
  text: z.string().min(2).max(5).regex(/^x/).describe('A text'),
  email: z.string().email(),
  id: z.string().uuid(),
  link: z.string().url(),
  at: z.string().datetime(),
  count: z.number().int(),
  bounded: z.number().int().min(1).max(9),
  step: z.number().positive().multipleOf(0.5),
  withDefault: z.number().default(3).describe('How many'),
  optional: z.string().optional(),
  nullable: z.string().nullable(),
  nullish: z.string().min(3).nullish(),
  choice: z.enum(['p', 'q']),
  literal: z.literal('k'),
  either: z.union([z.string(), z.number()]),
  literals: z.union([z.literal('a'), z.literal(2)]),
  objects: z.union([z.object({ x: z.string() }), z.object({ y: z.number() })]),
  tagged: z.discriminatedUnion('t', [z.object({ t: z.literal('a') }), z.object({ t: z.literal('b') })]),
  list: z
    .array(z.object({ k: z.string() }))
    .min(1)
    .max(3),
  pair: z.tuple([z.string(), z.number()]),
  record: z.record(z.string(), z.number()),
  anything: z.any(),
  flag: z.boolean(),
  both: z.object({ i: z.string() }).and(z.object({ j: z.string() })),
  transformed: z.string().transform((text) => text.length),
  refined: z.string().refine((text) => text !== ''),
  strict: z.object({ q: z.object({ r: z.number().default(1) }).default({ r: 2 }) }).strict(),
  open: z.object({ x: z.string() }).passthrough(),
  others: z.object({ x: z.string() }).catchall(z.number()),
  frozen: z.array(z.string()).readonly(),
});
// The two have the same functions for all that is used above; their types have nothing in common.
const asZod4: typeof z4 = JSON.parse('null') ?? Object(z3); // parse boundary: see the line above
const shape3: z3.ZodRawShape = Object(write(asZod4)); // parse boundary: made by zod 3

it('a tool written in zod 3 and in zod 4 has equal JSON Schema', () => {
  const four = toParameters(z4.object(write(z4)));
  const three = toParameters(fromZod3(z3.object(shape3)));
  expect(three).toEqual(four);
  expect(Object.keys(Object(four['properties']))).toHaveLength(Object.keys(shape3).length);
});

it('every tool’s JSON Schema has its properties: zod 3 without the wrapper is refused, not empty', () => {
  expect(() => toParameters(z3.object({ a: z3.string() }))).toThrow(/fromZod3/);
});

it('validates and transforms by zod 3 itself', async () => {
  const schema = fromZod3(z3.object({ n: z3.string().transform(Number) }));
  expect(await schema['~standard'].validate({ n: '4' })).toMatchObject({ value: { n: 4 } });
  expect(await schema['~standard'].validate({})).toMatchObject({ issues: [{ path: ['n'] }] });
});
