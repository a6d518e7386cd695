import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { RefSchema } from './snapshot.ts';

const text = z.string().max(LIMITS.stepText);
const modifiers = z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])).max(4);
const waitMs = z.int().min(0).max(LIMITS.waitMs);

/**
 * Keys a plan may press: editing, moving and activating, with Shift, and the few Control chords of editing.
 * Nothing that reaches the browser's own interface (F-keys, Alt+D, Ctrl+Shift+J, Meta+Q, ...).
 */
export const PRESS_KEYS = [
  'Enter',
  'Tab',
  'Shift+Tab',
  'Escape',
  'Space',
  'Backspace',
  'Delete',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Shift+ArrowUp',
  'Shift+ArrowDown',
  'Shift+ArrowLeft',
  'Shift+ArrowRight',
  'Shift+Home',
  'Shift+End',
  'Control+A',
  'Control+Enter',
  'Shift+Enter',
] as const;

/** What we add to a step, never the model: its id, and the origin and document it is pinned to. */
const pinned = {
  stepId: z
    .string()
    .regex(/^s[1-9]\d{0,2}$/)
    .optional(),
  origin: z.string().max(LIMITS.url).optional(),
  documentId: z.string().max(64).optional(),
  why: z.string().max(LIMITS.why).optional(),
};
const step = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape, ...pinned });

/** One field of a `fill`: text for inputs and editors, option label(s) for selects, a boolean for checks. */
export const FillFieldSchema = z.strictObject({
  ref: RefSchema,
  value: z.union([text, z.boolean(), z.array(z.string().max(LIMITS.name)).max(LIMITS.options)]),
});

/** The bare name of a file that the person picked in the panel: never a path, so a plan reaches nothing on the disk. */
const FileNameSchema = z
  .string()
  .min(1)
  .max(LIMITS.name)
  .regex(/^(?!\.{1,2}$)[^/\\:\p{Cc}]+$/u);

/** The closed vocabulary. No step runs code. */
export const ActionStepSchema = z.discriminatedUnion('kind', [
  step('click', {
    ref: RefSchema,
    button: z.enum(['left', 'middle', 'right']).optional(),
    count: z.int().min(1).max(3).optional(),
    modifiers: modifiers.optional(),
  }),
  step('type', {
    ref: RefSchema,
    text,
    mode: z.enum(['replace', 'append']).optional(),
    submit: z.boolean().optional(),
  }),
  step('press', { key: z.enum(PRESS_KEYS), ref: RefSchema.optional() }),
  step('select', { ref: RefSchema, values: z.array(z.string().max(LIMITS.name)).min(1).max(LIMITS.options) }),
  step('check', { ref: RefSchema, checked: z.boolean() }),
  step('set_value', { ref: RefSchema, value: z.string().max(LIMITS.value) }),
  step('fill', { fields: z.array(FillFieldSchema).min(1).max(LIMITS.fillFields) }),
  step('hover', { ref: RefSchema }),
  step('focus', { ref: RefSchema }),
  step('scroll', {
    ref: RefSchema.optional(),
    direction: z.enum(['up', 'down', 'left', 'right']),
    pages: z.number().min(0.1).max(50).optional(),
  }),
  step('scroll_to', { ref: RefSchema }),
  /** Onto, before or after `to`: without a place onto it. */
  step('drag', { ref: RefSchema, to: RefSchema, place: z.enum(['onto', 'before', 'after']).optional() }),
  /** Files by name; the person picks them on the plan card before the step runs. */
  step('upload', { ref: RefSchema, files: z.array(FileNameSchema).min(1).max(LIMITS.uploadFiles) }),
  /** The answer to an alert, confirm, prompt or "leave this page?" that the very next step opens. */
  step('dialog', { accept: z.boolean(), text: z.string().max(LIMITS.value).optional() }),
  step('wait', {
    until: z.discriminatedUnion('for', [
      z.strictObject({ for: z.literal('text'), text: z.string().min(1).max(LIMITS.name) }),
      z.strictObject({ for: z.literal('gone'), text: z.string().min(1).max(LIMITS.name) }),
      z.strictObject({ for: z.literal('ref'), ref: RefSchema }),
      z.strictObject({ for: z.literal('navigation') }),
      z.strictObject({ for: z.literal('time'), ms: waitMs }),
    ]),
    timeoutMs: waitMs.optional(),
  }),
  step('navigate', { url: z.string().min(1).max(LIMITS.url) }),
  step('back', {}),
  step('forward', {}),
  step('reload', {}),
  step('open_tab', { url: z.string().min(1).max(LIMITS.url) }),
  step('switch_tab', { tabId: z.int().min(0) }),
  step('close_tab', { tabId: z.int().min(0).optional() }),
  step('read', { ref: RefSchema.optional() }),
  step('find', { text: z.string().min(1).max(LIMITS.name) }),
  /** A picture of what is in view, secret fields masked, for the person's eyes in the receipt. */
  step('screenshot', {}),
]);
export type ActionStep = z.infer<typeof ActionStepSchema>;
export type ActionKind = ActionStep['kind'];

export const ACTION_KINDS: readonly ActionKind[] = ActionStepSchema.options.map((option) => option.shape.kind.value);

/** A plan on its way through the sanitizer: `planId` and `snapshotId` are ours, `steps` are the planner's. */
export const ActionPlanSchema = z.strictObject({
  planId: z.string().min(1).max(64),
  goal: z.string().max(LIMITS.goal),
  snapshotId: z.string().min(1).max(64),
  steps: z.array(ActionStepSchema).min(1).max(LIMITS.planSteps),
});
export type ActionPlan = z.infer<typeof ActionPlanSchema>;

/** A step after the sanitizer: named and pinned. */
export type PinnedStep = ActionStep & { stepId: string; origin: string; documentId: string };
export type SanitizedPlan = Omit<ActionPlan, 'steps'> & { steps: PinnedStep[] };
