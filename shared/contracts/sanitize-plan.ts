import * as z from 'zod';
import { type JsonProblem, readJson } from './json.ts';
import { LIMITS } from './limits.ts';
import { parseJson } from './parse-json.ts';
import {
  type ActionPlan,
  ActionPlanSchema,
  type ActionStep,
  ActionStepSchema,
  type PinnedStep,
  type SanitizedPlan,
} from './plan.ts';
import type { PlanPolicy } from './plan-policy.ts';
import { fromIssues, listProblems, type PlanProblem, type PlanProblemCode, planProblem } from './plan-problems.ts';
import { checkSteps } from './plan-rules.ts';
import type { PageSnapshot } from './snapshot.ts';

export type { PlanPolicy } from './plan-policy.ts';

export type SanitizeResult = { ok: true; plan: SanitizedPlan } | { ok: false; problems: PlanProblem[] };

/** Values in one plan (fields of all objects and entries of all arrays): beyond it nothing else is looked at. */
const PLAN_KEYS = 10_000;
const PLAN_DEPTH = 12;
/** Length of a plan's raw text. */
const PLAN_CHARS = 2_000_000;

/** The plan around its steps, which are checked one by one so that each says all that is wrong with it. */
const EnvelopeSchema = ActionPlanSchema.extend({ steps: z.array(z.unknown()) });

/**
 * Checks a plan as a whole and pins its steps. Total (any value or raw JSON text, never throws), pure, and idempotent:
 * a sanitized plan comes out equal. One problem refuses the whole plan; all are listed (the first 200), each with a
 * code of PLAN_PROBLEMS and the JSON pointer of its place.
 *
 * Every step gets its id (s1, s2, ...), and the origin and document of its target's frame (top frame without target).
 * What already stands there must be the same. After a step that leaves the document only steps that wait, read or go
 * on are allowed; their `documentId` is empty (not known yet), their `origin` where they are expected to be.
 */
export function sanitizePlan(plan: unknown, snapshot: PageSnapshot, policy: PlanPolicy): SanitizeResult {
  try {
    return sanitize(plan, snapshot, policy);
  } catch {
    // Nothing known leads here; a value that breaks a rule in an unknown way is refused like any other.
    return { ok: false, problems: [planProblem('not-json', '', 'The plan could not be read.')] };
  }
}

function sanitize(plan: unknown, snapshot: PageSnapshot, policy: PlanPolicy): SanitizeResult {
  const bounds = { depth: PLAN_DEPTH, keys: PLAN_KEYS, chars: PLAN_CHARS };
  const read =
    typeof plan === 'string' ? parseJson(plan, bounds) : plan === undefined ? undefined : readJson(plan, bounds);
  if (read && !read.ok) return refuse(read.problems.map(fromJson));
  const value = read?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse([planProblem('not-an-object', '', 'A plan is an object with planId, goal, snapshotId and steps.')]);

  const problems: PlanProblem[] = [];
  const envelope = EnvelopeSchema.safeParse(value, { reportInput: true });
  if (!envelope.success) problems.push(...fromIssues(envelope.error.issues, ''));
  const given = value['snapshotId'];
  if (typeof given === 'string' && given !== snapshot.snapshotId)
    problems.push(
      planProblem(
        'wrong-snapshot',
        '/snapshotId',
        'The plan belongs to another snapshot; use the refs of the newest one.',
      ),
    );

  const raw = Array.isArray(value['steps']) ? value['steps'] : [];
  if (Array.isArray(value['steps']) && raw.length === 0)
    problems.push(planProblem('no-steps', '/steps', 'A plan has at least one step.'));
  const max = Math.max(0, Math.min(policy.maxSteps, LIMITS.planSteps));
  if (raw.length > max)
    problems.push(planProblem('too-many-steps', '/steps', `At most ${max} steps; there are ${raw.length}.`));

  const steps: { index: number; step: ActionStep }[] = [];
  for (const [index, item] of raw.slice(0, LIMITS.planSteps + 1).entries()) {
    const parsed = ActionStepSchema.safeParse(item, { reportInput: true });
    if (parsed.success) steps.push({ index, step: parsed.data });
    else problems.push(...fromIssues(parsed.error.issues, `/steps/${index}`));
  }
  const checked = checkSteps(steps, snapshot, policy);
  problems.push(...checked.problems);
  if (problems.length > 0 || !envelope.success) return refuse(problems);
  return { ok: true, plan: assemble(envelope.data, checked.pinned) };
}

const assemble = (plan: Omit<ActionPlan, 'steps'>, steps: PinnedStep[]): SanitizedPlan => ({
  planId: plan.planId,
  goal: plan.goal,
  snapshotId: plan.snapshotId,
  steps,
});

const refuse = (problems: readonly PlanProblem[]): SanitizeResult => ({ ok: false, problems: listProblems(problems) });

const JSON_CODES: Readonly<Record<JsonProblem['code'], PlanProblemCode>> = {
  'not-json': 'not-json',
  cycle: 'not-json',
  sparse: 'not-json',
  'too-deep': 'too-deep',
  'too-many-keys': 'too-large',
  'forbidden-key': 'forbidden-key',
  'duplicate-key': 'duplicate-key',
  number: 'invalid-number',
};
const fromJson = (problem: JsonProblem): PlanProblem =>
  planProblem(JSON_CODES[problem.code], problem.path, problem.message);
