import * as z from 'zod';
import { AppErrorSchema } from './errors.ts';
import { LIMITS } from './limits.ts';
import { ActionPlanSchema } from './plan.ts';
import { ReceiptSchema } from './receipt.ts';
import { AssessedRiskSchema } from './risk-assessment.ts';
import { PageSnapshotSchema, PageToolIdentitySchema, RefInfoSchema } from './snapshot.ts';

/**
 * What a run pauses for. Raised by LangGraph's `interrupt`, sent to the panel in RUN_FINISHED's outcome (AG-UI) as
 * `Interrupt.metadata`, with `Interrupt.reason` = `kind`; and at once as the custom event `pagehand.interrupt`.
 */
export const InterruptRequestSchema = z.discriminatedUnion('kind', [
  /** A page plan to show, approve and run. Risk is per step, in step order; the panel computes it again. */
  z.strictObject({
    kind: z.literal('plan'),
    toolCallId: z.string().max(200),
    plan: ActionPlanSchema,
    tabId: z.int().min(0),
    risks: z.array(AssessedRiskSchema).max(LIMITS.planSteps),
    /** Origins that this run has read before the plan (taint). */
    taint: z.array(z.string().max(LIMITS.url)).max(100),
    round: z.int().min(1),
    /** What the steps' refs were in the snapshot: to say the targets in words when the panel no longer has the snapshot. */
    targets: z
      .array(RefInfoSchema)
      .max(LIMITS.planSteps * LIMITS.fillFields)
      .optional(),
  }),
  /** A question to the person. */
  z.strictObject({
    kind: z.literal('question'),
    toolCallId: z.string().max(200),
    question: z.string().min(1).max(2_000),
    options: z.array(z.string().min(1).max(200)).max(10),
  }),
  /** Approval of one exact server tool call. */
  z.strictObject({
    kind: z.literal('approval'),
    toolCallId: z.string().max(200),
    tool: z.string().max(64),
    args: z.record(z.string(), z.unknown()),
    risk: AssessedRiskSchema,
    hash: z.string().length(64),
  }),
  /**
   * A call of a tool that the page declares, frozen as the model made it. The panel looks for exactly this tool again,
   * validates, computes the risk again, asks where it must and runs it in the page.
   */
  z.strictObject({
    kind: z.literal('page-tool'),
    toolCallId: z.string().max(200),
    tabId: z.int().min(0).optional(),
    /** Name on the wire. */
    tool: z.string().max(64),
    page: PageToolIdentitySchema,
    description: z.string().max(LIMITS.pageToolDescription),
    args: z.record(z.string(), z.unknown()),
    risk: AssessedRiskSchema,
    /** Origins that this run has read before the call. */
    taint: z.array(z.string().max(LIMITS.url)).max(100),
  }),
  /**
   * A page to read in a background tab of the person's browser, with their cookies. The panel opens it, captures it,
   * closes the tab. From `low` on it is shown, from `high` on the person is asked first.
   */
  z.strictObject({
    kind: z.literal('background-page'),
    toolCallId: z.string().max(200),
    tool: z.string().max(64),
    target: z.discriminatedUnion('type', [
      /** On the search page that the person chose. */
      z.strictObject({ type: z.literal('search'), query: z.string().min(1).max(LIMITS.searchQuery) }),
      z.strictObject({ type: z.literal('url'), url: z.string().max(LIMITS.url) }),
    ]),
    risk: AssessedRiskSchema,
  }),
]);
export type InterruptRequest = z.infer<typeof InterruptRequestSchema>;

/** A page as it was read in a background tab: where it ended up, and what could be seen there. */
export const BackgroundPageSchema = z.strictObject({
  url: z.string().max(LIMITS.url),
  title: z.string().max(LIMITS.name),
  text: z.string().max(LIMITS.text),
});
export type BackgroundPage = z.infer<typeof BackgroundPageSchema>;

/** The answer to an interrupt of the same kind: `payload` of AG-UI's ResumeEntry. */
export const InterruptAnswerSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('plan'),
    /**
     * `ran`: to its end. `stopped`: a step was refused, had no effect or the page moved on; the rest was not run.
     * `rejected`: the person said no, `reason` goes to the model. `cancelled`: Stop.
     */
    status: z.enum(['ran', 'stopped', 'rejected', 'cancelled']),
    reason: z.string().max(LIMITS.goal).optional(),
    /** What ran, when the person edited it or dropped steps. */
    editedPlan: ActionPlanSchema.optional(),
    receipts: z.array(ReceiptSchema).max(LIMITS.planSteps),
    error: AppErrorSchema.optional(),
    /** The page afterwards; absent when it cannot be read. */
    snapshot: PageSnapshotSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('question'), answer: z.string().max(LIMITS.ask) }),
  z.strictObject({
    kind: z.literal('approval'),
    approved: z.boolean(),
    hash: z.string().length(64),
    /** When the person decided, ms since the epoch. Older than LIMITS.approvalAgeMs is refused. */
    decidedAt: z.int().min(0),
    reason: z.string().max(LIMITS.goal).optional(),
  }),
  z.strictObject({
    kind: z.literal('page-tool'),
    outcome: z.discriminatedUnion('status', [
      /** What the handler returned, as JSON text or plain text, cut; `moved`: the call led to a new document. */
      z.strictObject({
        status: z.literal('result'),
        result: z.string().max(LIMITS.pageToolResult),
        cut: z.boolean(),
        moved: z.string().max(LIMITS.url).optional(),
      }),
      z.strictObject({ status: z.literal('error'), error: AppErrorSchema }),
      /** The person said no. */
      z.strictObject({ status: z.literal('rejected'), reason: z.string().max(LIMITS.goal).optional() }),
    ]),
    /** The arguments that ran, with the schema's defaults; absent when nothing ran. */
    args: z.record(z.string(), z.unknown()).optional(),
    /** The page afterwards; absent when it cannot be read. */
    snapshot: PageSnapshotSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('background-page'),
    outcome: z.discriminatedUnion('status', [
      /** What was read there; `text` is cleaned HTML as in a snapshot. The backend keeps it beside the answer. */
      z.strictObject({ status: z.literal('page'), page: BackgroundPageSchema }),
      z.strictObject({ status: z.literal('kept'), url: z.string().max(LIMITS.url) }),
      z.strictObject({ status: z.literal('error'), error: AppErrorSchema }),
      /** The person said no. */
      z.strictObject({ status: z.literal('rejected'), reason: z.string().max(LIMITS.goal).optional() }),
    ]),
  }),
  /** AG-UI's `status: 'cancelled'` for an interrupt of any kind, as the store keeps it: its call ends with `cancelled`. */
  z.strictObject({ kind: z.literal('cancelled'), reason: z.string().max(LIMITS.goal).optional() }),
]);
export type InterruptAnswer = z.infer<typeof InterruptAnswerSchema>;

/** An interrupt that waits, as listed with a thread. `claimedBy` is the panel that executes it now. */
export const OpenInterruptSchema = z.strictObject({
  interruptId: z.string().max(200),
  turnId: z.string().max(64),
  request: InterruptRequestSchema,
  claimedBy: z.string().max(64).optional(),
  /** Receipts posted so far for a plan. */
  receipts: z.array(ReceiptSchema).max(LIMITS.planSteps),
  createdAt: z.int(),
});
export type OpenInterrupt = z.infer<typeof OpenInterruptSchema>;

/**
 * `artifact` of the ToolMessage of `browser_action`: every plan of the call in the order of its rounds, and what became
 * of it, so that the panel draws the cards of an old thread again. The answer's snapshot is left out.
 */
export const PlansArtifactSchema = z.strictObject({
  kind: z.literal('plans'),
  plans: z
    .array(
      z.strictObject({
        interruptId: z.string().max(200),
        request: InterruptRequestSchema.options[0],
        answer: InterruptAnswerSchema.options[0].omit({ snapshot: true }),
      }),
    )
    .max(50),
});
export type PlansArtifact = z.infer<typeof PlansArtifactSchema>;

/**
 * `artifact` of the ToolMessage of a page's tool: the call and what became of it, so that the panel draws its card again.
 * `answer` is absent where nobody saw its end.
 */
export const PageToolArtifactSchema = z.strictObject({
  kind: z.literal('page-tool'),
  interruptId: z.string().max(200),
  request: InterruptRequestSchema.options[3],
  answer: InterruptAnswerSchema.options[3].omit({ snapshot: true }).optional(),
});
export type PageToolArtifact = z.infer<typeof PageToolArtifactSchema>;
