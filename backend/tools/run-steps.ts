import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { ActionStepSchema } from '@pagehand/contracts/plan';
import * as z from 'zod';
import { browserLoop } from './browser-loop.ts';
import { browserResult } from './browser-result.ts';
import { defineTool } from './define-tool.ts';

const schema = z.strictObject({
  goal: z.string().min(1).max(LIMITS.goal).describe('What the steps are for; the person reads it'),
  steps: z.array(ActionStepSchema).min(1).max(LIMITS.planSteps),
});

/**
 * Steps that another agent has planned by itself, from an outline that it read: sanitized, pinned, assessed, shown and
 * approved like a plan of ours. Not for our own model: that gives goals and leaves the steps to the planner.
 */
export const runSteps = defineTool({
  name: 'run_steps',
  description:
    'Do these steps on the page in front of the person, by the refs of its outline (read_page, view outline). ' +
    'The person sees them as a plan and approves it. It stops at the first step that is refused or has no effect; the ' +
    'result says what each step did, with evidence. Refs hold as long as the document does: read the page again after it moved on.',
  schema,
  // Each step is assessed and shown: the call itself only makes a plan.
  risk: 'low',
  effect: 'read',
  pauses: true,
  onlyForAgents: true,
  available: (context) =>
    context.page ? undefined : new AppError('no-page', 'No page is attached to this conversation.').toBody(),
  async run({ goal, steps }, context) {
    const page = context.page();
    if (page === undefined) throw new AppError('no-page', 'No page is attached to this message.');
    const given = { goal, steps, constraints: {}, targetUrl: null, snapshotId: page.snapshotId };
    return browserResult(await browserLoop().invoke(given, { ...context.config, context }));
  },
});
