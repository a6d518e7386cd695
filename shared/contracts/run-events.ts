import * as z from 'zod';
import { AppErrorSchema } from './errors.ts';
import { OpenInterruptSchema } from './interrupts.ts';
import { KitArtifactSchema } from './kit-module.ts';
import { ReceiptSchema } from './receipt.ts';
import { SourceSchema } from './sources.ts';
import { TaskListSchema } from './task-list.ts';

/**
 * Our CUSTOM events inside AG-UI's stream: `{type: 'CUSTOM', name, value}`. Every SSE message carries `id: <seq>`, a
 * sequence number that grows over the whole thread.
 */
export const RUN_EVENTS = {
  /** An interrupt was raised: shown at once, not when its siblings are done. */
  'pagehand.interrupt': OpenInterruptSchema,
  /** An interrupt is closed: answered, cancelled, or its run was stopped. */
  'pagehand.interrupt-closed': z.strictObject({ interruptId: z.string() }),
  /** Who executes it now (absent: nobody). */
  'pagehand.claim': z.strictObject({ interruptId: z.string(), claimedBy: z.string().optional() }),
  /** A receipt was posted. */
  'pagehand.receipt': z.strictObject({ interruptId: z.string(), receipt: ReceiptSchema }),
  /** What the model saw in this turn. */
  'pagehand.sent': z.strictObject({
    model: z.string(),
    /** Parts of the prompt: label, characters sent, characters there are. */
    parts: z.array(z.strictObject({ label: z.string(), sent: z.int(), total: z.int() })),
    masked: z.record(z.string(), z.int()),
    unreadableFrames: z.array(z.strictObject({ origin: z.string(), reason: z.string() })),
  }),
  /** Tokens of the turn so far, as the provider counts them (estimated: by us). */
  'pagehand.usage': z.strictObject({ inputTokens: z.int(), outputTokens: z.int(), estimated: z.boolean() }),
  /** What it does now, in a few words, for the status line: `planning`, `reading the page`. */
  'pagehand.status': z.strictObject({ text: z.string().max(200) }),
  /** What a tool call read on the web. */
  'pagehand.sources': z.strictObject({ toolCallId: z.string(), sources: z.array(SourceSchema) }),
  /** A refusal or an error that does not end the run. */
  'pagehand.notice': AppErrorSchema,
  /** The to-do list of the task, whole, after each change. */
  'pagehand.tasks': z.strictObject({ tasks: TaskListSchema }),
  /** What a kit's tool prints while it runs. */
  'pagehand.kit-output': z.strictObject({
    toolCallId: z.string().max(200),
    stream: z.enum(['stdout', 'stderr']),
    text: z.string().max(4_000),
  }),
  /** A kit's tool has ended: what its card shows beside the result. */
  'pagehand.kit-result': z.strictObject({ toolCallId: z.string().max(200), result: KitArtifactSchema }),
  /** The thread's title was set. */
  'pagehand.title': z.strictObject({ title: z.string() }),
} as const;
export type RunEventName = keyof typeof RUN_EVENTS;
export type RunEventValue<N extends RunEventName> = z.infer<(typeof RUN_EVENTS)[N]>;
