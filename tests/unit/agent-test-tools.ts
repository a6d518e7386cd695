import { appendFileSync } from 'node:fs';
import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { type AgentTool, defineTool } from '../../backend/tools/define-tool.ts';
import { AGENT_TOOLS } from '../../backend/tools/index.ts';

/**
 * Tools that only tests have. Each effect appends one line to a file, so that a count of effects survives the death of
 * the process that had them.
 */
export function testTools(file: string): AgentTool[] {
  const note = (line: string): void => appendFileSync(file, `${line}\n`);
  return [
    ...AGENT_TOOLS,
    defineTool({
      name: 'write_note',
      description: 'Writes a note. Asks first.',
      schema: z.strictObject({ note: z.string().min(1), times: z.int().min(1).max(3).optional() }),
      risk: 'high',
      effect: 'write',
      async run({ note: text }) {
        note(`write ${text}`);
        return { content: `noted ${text}` };
      },
    }),
    defineTool({
      name: 'slow_write',
      description: 'Writes without asking, and takes its time in the middle.',
      schema: z.strictObject({ note: z.string(), ms: z.int() }),
      risk: 'low',
      effect: 'write',
      async run({ note: text, ms }, { signal }) {
        note(`begin ${text}`);
        await new Promise((resolve, reject) => {
          const timer = setTimeout(resolve, ms);
          signal.addEventListener('abort', () => {
            clearTimeout(timer);
            reject(new AppError('cancelled', 'stopped'));
          });
        });
        note(`end ${text}`);
        return { content: `wrote ${text}` };
      },
    }),
    defineTool({
      name: 'slow_read',
      description: 'Reads, and takes its time.',
      schema: z.strictObject({ ms: z.int() }),
      risk: 'none',
      effect: 'read',
      async run({ ms }) {
        note('read');
        await new Promise((resolve) => setTimeout(resolve, ms));
        return { content: 'read it' };
      },
    }),
    defineTool({
      name: 'fails',
      description: 'Always fails.',
      schema: z.strictObject({ how: z.enum(['error', 'throw']) }),
      risk: 'none',
      effect: 'read',
      async run({ how }) {
        note('failed');
        if (how === 'throw') throw new Error('secret path /home/ada');
        throw new AppError('timeout', 'It took too long.');
      },
    }),
    defineTool({
      name: 'long_text',
      description: 'Gives a long text.',
      schema: z.strictObject({}),
      risk: 'none',
      effect: 'read',
      run: async () => ({ content: `${'x'.repeat(30_000)}THE END` }),
    }),
  ];
}
