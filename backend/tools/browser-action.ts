import { BrowserConstraintsSchema } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import * as z from 'zod';
import { browserLoop } from './browser-loop.ts';
import { browserResult } from './browser-result.ts';
import { defineTool } from './define-tool.ts';

const schema = z.strictObject({
  goal: z.string().min(1).max(LIMITS.goal).describe('What shall be reached on the page, with every value to enter'),
  target_url: z
    .url({ protocol: /^https?$/ })
    .max(LIMITS.url)
    .optional()
    .describe('Only if another page must be opened first'),
  constraints: BrowserConstraintsSchema.optional().describe('Narrows what the plan may do'),
});

/**
 * Acts on the page in front of the person, in a bounded loop: plan, approval and execution in the panel, receipts, next
 * plan. The page's structure is no argument: the planner gets it from the snapshot. Only a summary goes back.
 */
export const browserAction = defineTool({
  name: 'browser_action',
  description:
    'Act on the page in front of the person: click, type, fill in, select, scroll, open pages. Give the goal, not the clicks. ' +
    'The person sees the plan and approves it. The result says what happened, with evidence.',
  schema,
  // Each plan is assessed step by step and shown: the call itself only makes plans.
  risk: 'low',
  effect: 'read',
  pauses: true,
  available: (context) =>
    context.page ? undefined : new AppError('no-page', 'No page is attached to this conversation.').toBody(),
  async run(args, context) {
    const page = context.page();
    if (page === undefined) throw new AppError('no-page', 'No page is attached to this message.');
    const state = await browserLoop().invoke(
      {
        goal: args.goal,
        constraints: args.constraints ?? {},
        targetUrl: args.target_url ?? null,
        steps: null,
        snapshotId: page.snapshotId,
      },
      { ...context.config, context },
    );
    return browserResult(state);
  },
});
