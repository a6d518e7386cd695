import * as z from 'zod';
import { ErrorCodeSchema } from './errors.ts';
import { LIMITS } from './limits.ts';

/** What was read back after a step. Everything in it comes from the page: data. Secrets only as `filled`/`empty`. */
export const EvidenceSchema = z.strictObject({
  /** One sentence in words: `value is "Ada"`, `row selected`, `new tab example.com`. */
  summary: z.string().max(LIMITS.summary),
  before: z
    .string()
    .max(LIMITS.value * 2)
    .optional(),
  after: z
    .string()
    .max(LIMITS.value * 2)
    .optional(),
  url: z.string().max(LIMITS.url).optional(),
  newTabs: z
    .array(z.strictObject({ tabId: z.int(), url: z.string().max(LIMITS.url) }))
    .max(10)
    .optional(),
  /** Text announced by live regions, alerts and validation messages. */
  messages: z.array(z.string().max(300)).max(10).optional(),
  /** What the page asked in dialogs of the browser during the step, and how it was answered by the plan's word or the person. */
  dialogs: z
    .array(
      z.strictObject({
        kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
        text: z.string().max(500),
        answer: z.enum(['accepted', 'dismissed', 'open']).optional(),
        by: z.enum(['plan', 'person']).optional(),
      }),
    )
    .max(5)
    .optional(),
  /** Files that an input holds after an `upload`, by name. */
  files: z.array(z.string().max(LIMITS.name)).max(50).optional(),
  /** Result of `screenshot`: a data URL. */
  picture: z
    .string()
    .max(LIMITS.picture)
    .regex(/^data:image\/(?:jpeg|png);base64,[A-Za-z0-9+/=]+$/)
    .optional(),
  /** What covers the target. */
  cover: z
    .strictObject({ role: z.string().max(40), name: z.string().max(LIMITS.name), ref: z.string().max(16).optional() })
    .optional(),
  /** How the target was found. */
  found: z.enum(['ref', 'fingerprint']).optional(),
  /** One line per field of a `fill`. */
  fields: z
    .array(z.strictObject({ ref: z.string().max(16), outcome: z.string().max(20), detail: z.string().max(300) }))
    .max(LIMITS.fillFields)
    .optional(),
  /** Result of `read` and `find`, and the origin of the document that it was read in. */
  text: z.string().max(20_000).optional(),
  origin: z.string().max(LIMITS.url).optional(),
});

/**
 * Outcome of one step: `changed` only with evidence; `ok` for a step that is not meant to change anything (read, find,
 * wait) and did its work; `no-effect` when nothing happened; `refused` when it was not done (with a code); `unsure`
 * when its end was not seen, or what was acted on shows another value than was asked for.
 */
export const ReceiptSchema = z.strictObject({
  stepId: z.string().max(8),
  kind: z.string().max(20),
  outcome: z.enum(['changed', 'ok', 'no-effect', 'refused', 'unsure']),
  evidence: EvidenceSchema,
  code: ErrorCodeSchema.optional(),
  /** Milliseconds the step took. */
  ms: z.number().min(0),
});
export type Receipt = z.infer<typeof ReceiptSchema>;
export type Evidence = z.infer<typeof EvidenceSchema>;
