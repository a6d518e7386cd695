import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import type { KitModules } from '../kits/modules.ts';
import { formatTable, tablesOf } from '../models/offline/tables.ts';
import { type AgentTool, defineTool, type ToolContext } from './define-tool.ts';

const schema = z.strictObject({
  module: z.string().min(1).max(24).describe('Name of the module'),
  what: z
    .enum(['table', 'page-text', 'text'])
    .describe(
      'table: a table of the page; page-text: what a person reads on it, as Markdown; text: the text given here',
    ),
  path: z
    .string()
    .min(1)
    .max(1_000)
    .describe('File in the workspace, like prices.csv; a table becomes .csv, .json or .md'),
  table: z.int().min(1).max(1_000).optional().describe('Which table of the page, from 1; default 1'),
  text: z.string().max(200_000).optional().describe('Only for what: text'),
});
type Arguments = z.infer<typeof schema>;

/** Hands something of the page to a module: a file in its workspace, kept as a change of its own. */
export function saveToWorkspace(modules: KitModules): AgentTool {
  return defineTool({
    name: 'save_to_workspace',
    description:
      'Put a table or the text of the page, or a text, as a file into the workspace of a module, where its tools find it.',
    schema,
    risk: 'low',
    effect: 'write',
    async run(args, context) {
      const { workspace } = modules.get(args.module);
      const { content, told } = await contentOf(args, context);
      const note = { kind: 'save' as const, callId: context.toolCallId, tool: 'save_to_workspace' };
      const commit = await workspace.save(args.path, Buffer.from(content), note, context.signal);
      return {
        content:
          commit === undefined
            ? `${args.path} of ${args.module} holds exactly this already.`
            : `Saved ${told} as ${args.path} in the workspace of ${args.module}.`,
      };
    },
  });
}

async function contentOf(args: Arguments, context: ToolContext): Promise<{ content: string; told: string }> {
  if (args.what === 'text') {
    if (args.text === undefined) throw new AppError('invalid-arguments', 'There is no text to save.');
    return { content: args.text, told: `${args.text.length} characters` };
  }
  if (args.what === 'page-text') {
    const markdown = await context.pageMarkdown('main');
    return { content: `${markdown}\n`, told: `the text of the page (${markdown.length} characters)` };
  }
  const tables = tablesOf(await context.pageMarkdown('whole'));
  const table = tables[(args.table ?? 1) - 1];
  if (table === undefined)
    throw new AppError(
      'not-found',
      tables.length === 0 ? 'There is no table on this page.' : `The page has the tables 1 to ${tables.length}.`,
    );
  const format = /\.json$/iu.test(args.path) ? 'json' : /\.(?:md|markdown)$/iu.test(args.path) ? 'markdown' : 'csv';
  const columns = Math.max(table.header.length, ...table.rows.map((row) => row.length));
  return {
    content: `${formatTable(table, format)}\n`,
    told: `a table of ${table.rows.length} rows and ${columns} columns`,
  };
}
