/** What a frame's bridge may answer: the parse boundary of everything about page tools. */
import * as z from 'zod';

const text = (max: number) => z.string().transform((value) => value.slice(0, max));
const issues = z.array(z.strictObject({ path: text(500), message: text(1_000) })).transform((all) => all.slice(0, 50));
const FailureSchema = z.strictObject({
  ok: z.literal(false),
  code: text(64),
  message: text(1_000),
  issues: issues.optional(),
});

/** A tool as the page declares it. Not yet judged: see `page-tool-list.ts`. */
export const FoundToolSchema = z.strictObject({
  source: z.enum(['package', 'native', 'polyfill', 'form']),
  name: z.string().max(10_000),
  description: z.string().max(100_000),
  parameters: z.unknown().optional(),
  risk: z.string().max(1_000).optional(),
  owner: z.string().max(10_000),
  global: z.boolean(),
});
export type Found = z.infer<typeof FoundToolSchema>;

const ListSchema = z.union([
  z.strictObject({
    ok: z.literal(true),
    // One that does not fit is left out: it must not hide the others.
    tools: z.array(z.unknown()).transform((all) =>
      all.slice(0, 200).flatMap((tool): Found[] => {
        const parsed = FoundToolSchema.safeParse(tool);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
    total: z.number().min(0),
    refused: z
      .array(z.strictObject({ toolName: text(128), limit: z.number(), count: z.number() }))
      .transform((all) => all.slice(0, 50)),
    stamp: text(100),
  }),
  FailureSchema,
]);
const ValidSchema = z.union([z.strictObject({ ok: z.literal(true), valid: z.boolean(), issues }), FailureSchema]);

export const BridgeSchemas = {
  list: ListSchema,
  wait: ListSchema,
  validate: ValidSchema,
  call: z.union([z.strictObject({ ok: z.literal(true), result: z.string().nullable() }), FailureSchema]),
  abort: ValidSchema,
} as const;
export type BridgeOp = keyof typeof BridgeSchemas;
