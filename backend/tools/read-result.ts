import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { windowBlock } from './text-window.ts';

const schema = z.strictObject({
  call_id: z.string().min(1).max(200).describe('As named where the result was cut'),
  offset: z.int().min(0).describe('Character to go on from'),
});

/** Reads on in a tool result that was too long for its message. */
export const readResult = defineTool({
  name: 'read_result',
  description: 'Read on in an earlier tool result that was cut.',
  schema,
  risk: 'none',
  effect: 'read',
  async run(args, context) {
    const whole = context.results.get(args.call_id);
    if (whole === undefined) throw new AppError('not-found', 'No result was cut under this call id.');
    // It may begin in the middle of a block, so all of it is data.
    return { content: windowBlock({ source: 'an earlier result', kind: 'result' }, whole, args.offset) };
  },
});
