/** Parsing of what a frame's script answers. It ran beside an untrusted page: nothing of it is taken unparsed. */

import { AppErrorSchema, ErrorCodeSchema } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { EvidenceSchema, ReceiptSchema } from '@pagehand/contracts/receipt';
import { PageSnapshotSchema, RefInfoSchema } from '@pagehand/contracts/snapshot';
import * as z from 'zod';

const url = z.string().max(LIMITS.url);
const framePath = z.array(z.int().min(0).max(10_000)).max(32).optional();
const count = z.int().min(0);

export const FrameCaptureSchema = z.strictObject({
  documentId: z.string().min(1).max(64),
  url,
  origin: url,
  title: z.string().max(300),
  lang: z.string().max(40),
  dir: z.enum(['ltr', 'rtl']),
  viewport: PageSnapshotSchema.shape.viewport,
  framePath,
  outline: z.string().max(LIMITS.outline),
  refs: z.array(RefInfoSchema.omit({ frameId: true })).max(LIMITS.refs),
  text: z.string().max(LIMITS.text),
  childFrames: z
    .array(
      z.strictObject({
        index: z.int().min(-1).max(10_000),
        origin: url,
        name: z.string().max(300),
        visible: z.boolean(),
        sandboxed: z.boolean(),
      }),
    )
    .max(1_000),
  omitted: z.strictObject({ hidden: count, refs: count, textChars: count, truncated: z.boolean() }),
  redacted: z.record(z.string().max(40), count),
});
export type ParsedCapture = z.infer<typeof FrameCaptureSchema>;

const failed = z.strictObject({ ok: z.literal(false), error: AppErrorSchema });
const done = <O extends string>(op: O) => z.strictObject({ ok: z.literal(true), op: z.literal(op) });

/** One schema per operation: an answer to another question is no answer. */
export const AnswerSchemas = {
  hello: z.union([
    failed,
    z.strictObject({
      ok: z.literal(true),
      op: z.literal('hello'),
      documentId: z.string().min(1).max(64),
      origin: url,
      url,
      framePath,
    }),
  ]),
  capture: z.union([
    failed,
    z.strictObject({ ok: z.literal(true), op: z.literal('capture'), capture: FrameCaptureSchema }),
  ]),
  act: z.union([
    failed,
    z.strictObject({
      ok: z.literal(true),
      op: z.literal('act'),
      outcome: ReceiptSchema.shape.outcome,
      evidence: EvidenceSchema,
      code: ErrorCodeSchema.optional(),
    }),
  ]),
  outline: z.union([failed, done('outline')]),
  banner: z.union([failed, done('banner')]),
  abort: z.union([failed, done('abort')]),
  mask: z.union([failed, z.strictObject({ ok: z.literal(true), op: z.literal('mask'), covered: z.int().min(0) })]),
  status: z.union([
    failed,
    z.strictObject({
      ok: z.literal(true),
      op: z.literal('status'),
      documentId: z.string().min(1).max(64),
      origin: url,
      url,
      readyState: z.string().max(20),
      quietMs: z.number().min(0),
      stopPressed: z.boolean(),
    }),
  ]),
} as const;
export type PageOp = keyof typeof AnswerSchemas;
export type Answer<O extends PageOp> = Extract<z.infer<(typeof AnswerSchemas)[O]>, { ok: true }>;
