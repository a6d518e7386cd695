import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import * as z from 'zod';
import type { KitModules } from '../kits/modules.ts';
import { type AgentTool, defineTool } from './define-tool.ts';

const schema = z.strictObject({
  call: z
    .string()
    .max(200)
    .optional()
    .describe('Commit, or id of the call, whose changes are taken back; default: the newest'),
  module: z.string().min(1).max(24).describe('Name of the module'),
});

/** Takes back what one call changed in the workspace of a module. The history keeps both. */
export function kitUndo(modules: KitModules): AgentTool {
  return defineTool({
    name: 'kit_undo',
    description: 'Take back what one call changed in the workspace of a module.',
    schema,
    risk: 'low',
    effect: 'write',
    async run({ module, call }, { signal }) {
      const { workspace } = modules.get(module);
      const target = call === undefined ? undefined : await wholeHash(workspace, call, signal);
      const { undone, commit } = await workspace.undo(target, signal);
      const changed = (commit?.changes ?? []).map(({ path, change }) => `${change} ${path}`).join('\n');
      const what = [undone.kind, undone.tool, undone.callId].filter(Boolean).join(' ');
      return {
        content: `Taken back: ${what}.\n${untrustedBlock({ source: `module ${module}`, kind: 'workspace' }, changed || 'nothing had to change')}`,
      };
    },
  });
}

/** A commit is shown by its first ten digits. */
async function wholeHash(
  workspace: ReturnType<KitModules['get']>['workspace'],
  call: string,
  signal: AbortSignal,
): Promise<string> {
  if (!/^[0-9a-f]{7,39}$/.test(call)) return call;
  return (await workspace.log(1_000, signal)).find(({ commit }) => commit.startsWith(call))?.commit ?? call;
}
