import { diffOutline } from '@pagehand/contracts/diff-outline';
import { toJsonSchema } from '@pagehand/contracts/json-schema';
import { ActionStepSchema } from '@pagehand/contracts/plan';
import { escapeUntrusted, untrustedBlock } from '@pagehand/contracts/untrusted-block';
import * as z from 'zod';
import { receiptLine } from '../tools/browser-result.ts';
import type { PlannerInput } from '../tools/planner.ts';
import { outlineWithin } from './outline-budget.ts';
import { slimSteps } from './slim-steps.ts';
import { estimateTokens } from './tokens.ts';

/** Estimated tokens of the page in one planner call. */
export const SNAPSHOT_TOKENS = 1_500;
/** Of the outline, where the difference to what the planner saw before goes ahead of it. */
const LATER_TOKENS = 900;
/** Rounds told in full; of the earlier ones only their number. */
const ROUNDS = 4;

export const PLANNER_ARGS = {
  propose_plan: z.strictObject({ steps: z.array(ActionStepSchema).min(1).max(30) }),
  done: z.strictObject({ summary: z.string().min(1).max(2_000) }),
  blocked: z.strictObject({ reason: z.string().min(1).max(2_000) }),
  needs_person: z.strictObject({
    question: z.string().min(1).max(2_000),
    options: z.array(z.string().min(1).max(200)).max(10),
  }),
} as const;

/** The planner's four functions as OpenAI specs. */
export const PLANNER_SPECS: Record<string, unknown>[] = [
  spec('propose_plan', 'The next steps on the page.', PLANNER_ARGS.propose_plan),
  spec('done', 'The goal is reached.', PLANNER_ARGS.done),
  spec('blocked', 'The goal cannot be reached.', PLANNER_ARGS.blocked),
  spec('needs_person', 'The person must do or choose something.', PLANNER_ARGS.needs_person),
];

function spec(name: string, description: string, schema: z.ZodObject): Record<string, unknown> {
  return { type: 'function', function: { name, description, parameters: slimSteps(toJsonSchema(schema)) } };
}

/** The part of the page that a planner call shows: after a round first what changed, then the outline. */
export function shownOutline(input: Pick<PlannerInput, 'snapshot' | 'goal' | 'before'>): string {
  const { snapshot, before, goal } = input;
  const changes =
    before === undefined || before.snapshotId === snapshot.snapshotId || before.url !== snapshot.url
      ? undefined
      : diffOutline(before.outline, snapshot.outline).text;
  const room = SNAPSHOT_TOKENS - LATER_TOKENS;
  // More has changed than stayed: the page as it is says it shorter.
  if (changes === undefined || estimateTokens(changes) > room) return outlineWithin(snapshot, goal, SNAPSHOT_TOKENS);
  return [
    changes === '' ? 'Nothing changed in the outline.' : `Changed (+ new, ~ changed, - gone):\n${changes}`,
    'The page now:',
    outlineWithin(snapshot, goal, LATER_TOKENS),
  ].join('\n');
}

/** The one user message of a planner call. */
export function plannerMessage(input: PlannerInput, outline = shownOutline(input)): string {
  const { snapshot, constraints } = input;
  const limits = Object.entries(constraints).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return [
    `Goal: ${input.goal}`,
    ...(limits.length > 0 ? [`Limits: ${limits.join('; ')}`] : []),
    ...roundLines(input),
    ...(input.problems === undefined
      ? []
      : [
          'Your last plan was refused:',
          ...input.problems
            .slice(0, 20)
            .map(
              ({ path, code, message }) =>
                `- ${escapeUntrusted(`${path || '/'} ${code}: ${message}`.replace(/\s+/gu, ' '))}`,
            ),
        ]),
    untrustedBlock(
      { source: snapshot.frames[0]?.origin ?? 'null', kind: 'page', note: `${snapshot.title} ${snapshot.url}` },
      outline,
    ),
  ].join('\n');
}

function roundLines({ rounds }: PlannerInput): string[] {
  const shown = rounds.slice(-ROUNDS);
  const earlier = rounds.length - shown.length;
  return [
    ...(earlier > 0 ? [`${earlier} earlier rounds are not shown.`] : []),
    ...shown.flatMap((round, index) => [
      untrustedBlock(
        { source: 'the page', kind: 'receipts', note: `round ${earlier + index + 1}, ${round.status}` },
        [...(round.reason === undefined ? [] : [round.reason.slice(0, 500)]), ...round.receipts.map(receiptLine)].join(
          '\n',
        ),
      ),
    ]),
  ];
}
