import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import * as z from 'zod';
import type { KitModules } from '../kits/modules.ts';
import { type AgentTool, defineTool } from './define-tool.ts';

const schema = z.strictObject({
  commit: z.string().max(40).optional().describe('Show what this change did, instead of the list'),
  limit: z.int().min(1).max(100).optional().describe('How many changes to list, newest first; default 20'),
  module: z.string().min(1).max(24).describe('Name of the module'),
});

/** What happened to a module's workspace: each call that changed it, or the difference of one. */
export function kitLog(modules: KitModules): AgentTool {
  return defineTool({
    name: 'kit_log',
    description:
      'List the changes of the workspace of a module (each with the call that made it), or show one of them.',
    schema,
    risk: 'none',
    effect: 'read',
    async run({ module, commit, limit }, { signal }) {
      const { workspace } = modules.get(module);
      const entries = await workspace.log(commit === undefined ? (limit ?? 20) : 1_000, signal);
      const source = { source: `module ${module}`, kind: 'workspace' };
      if (commit !== undefined) {
        const found = entries.find((entry) => entry.commit.startsWith(commit) || entry.callId === commit);
        const { text, cut } = await workspace.diff(found?.commit ?? commit, signal);
        return { content: `${untrustedBlock(source, text)}${cut ? '\n[the difference is longer]' : ''}` };
      }
      const files = (await workspace.files(signal)).map(({ path, size }) => `${path} (${size} bytes)`);
      const changes = entries.map(
        ({ commit: hash, at, kind, tool, callId }) =>
          `${hash.slice(0, 10)} ${new Date(at).toISOString()} ${[kind, tool, callId].filter(Boolean).join(' ')}`,
      );
      return {
        content: [
          `Changes of ${module}, newest first:`,
          ...changes.map((line) => `- ${line}`),
          'Files now:',
          untrustedBlock(source, files.join('\n') || 'none'),
        ].join('\n'),
      };
    },
  });
}
