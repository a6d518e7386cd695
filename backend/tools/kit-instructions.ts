import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import * as z from 'zod';
import type { KitModules } from '../kits/modules.ts';
import { type AgentTool, defineTool } from './define-tool.ts';

const schema = z.strictObject({ module: z.string().min(1).max(24).describe('Name of the module') });

/** How a kit wants to be used, in its author's words: data like everything that is not the person's. */
export function kitInstructions(modules: KitModules): AgentTool {
  return defineTool({
    name: 'kit_instructions',
    description: 'Read how the tools of a module are meant to be used, before a task that needs several of them.',
    schema,
    risk: 'none',
    effect: 'read',
    async run({ module }, { signal }) {
      const { record, lock, folder } = await modules.open(module, signal);
      const { instructions, profiles } = lock.manifest;
      const all = [...instructions, ...(profiles[record.profile]?.instructions ?? [])];
      if (all.length === 0) throw new AppError('not-found', `The kit ${record.kit} has no instructions.`);
      const texts = await Promise.all(
        all.map(async ({ name, path }) =>
          untrustedBlock(
            { source: `kit ${record.kit}`, kind: 'instructions', note: name },
            await readFile(join(folder, 'instructions', path), { encoding: 'utf8', signal }),
          ),
        ),
      );
      return { content: texts.join('\n') };
    },
  });
}
