import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { defineTool } from './define-tool.ts';

const schema = z.strictObject({
  question: z.string().min(1).max(2_000).describe('One question, in plain words'),
  options: z.array(z.string().min(1).max(200)).max(10).optional().describe('Answers to choose from, if it is a choice'),
});

/** Asks the person and waits for as long as it takes. */
export const askUser = defineTool({
  name: 'ask_user',
  description:
    'Ask the person one question and wait for the answer. Use it when a choice is theirs or something is missing.',
  schema,
  risk: 'none',
  effect: 'read',
  pauses: true,
  async run(args, context) {
    const { answer } = context.interrupt({
      kind: 'question',
      toolCallId: context.toolCallId,
      question: args.question,
      options: args.options ?? [],
    });
    if (answer.kind !== 'question')
      throw new AppError(
        'cancelled',
        (answer.kind === 'cancelled' ? answer.reason : undefined) ?? 'The person gave no answer.',
      );
    return { content: answer.answer, artifact: { kind: 'question', question: args.question, answer: answer.answer } };
  },
});
