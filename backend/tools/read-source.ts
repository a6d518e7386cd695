import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { windowBlock } from './text-window.ts';

const schema = z.strictObject({
  source: z.string().min(1).max(64).describe('The source as it is named where the file or tab was shown'),
  offset: z.int().min(0).optional().describe('Character to go on from'),
});

/** Reads in a file that the person attached in this thread, or in a tab that they named in this turn. */
export const readSource = defineTool({
  name: 'read_source',
  description: 'Read in a file that the person attached, or in another tab that they named with @.',
  schema,
  risk: 'none',
  effect: 'read',
  available: (context) =>
    context.sources === true
      ? undefined
      : new AppError('tool-unavailable', 'No file is attached in this conversation, and no tab is named.').toBody(),
  async run(args, context) {
    const found = await context.source(args.source);
    if (found === undefined) throw new AppError('not-found', 'There is no such file or tab in this conversation.');
    const { source, kind, note, text } = found;
    return { content: windowBlock({ source, kind, note }, text, args.offset ?? 0) };
  },
});
