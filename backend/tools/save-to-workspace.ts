import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { formatTable, tablesOf } from '../documents/tables.ts';
import type { KitModules } from '../kits/modules.ts';
import type { Store } from '../store/store.ts';
import { type AgentTool, defineTool, type ToolContext } from './define-tool.ts';

const schema = z.strictObject({
  module: z.string().min(1).max(24).describe('Name of the module'),
  what: z
    .enum(['table', 'page-text', 'attachment', 'text'])
    .describe(
      'table: a table of the page; page-text: what a person reads on it, as Markdown; attachment: a file that the person attached, as it is; text: the text given here',
    ),
  path: z
    .string()
    .min(1)
    .max(1_000)
    .describe('File in the workspace, like prices.csv; a table becomes .csv, .json or .md'),
  table: z.int().min(1).max(1_000).optional().describe('Which table of the page, from 1; default 1'),
  attachment: z.string().max(200).optional().describe('Its name or id; default: the newest of this thread'),
  text: z.string().max(200_000).optional().describe('Only for what: text'),
});
type Arguments = z.infer<typeof schema>;

type Attachments = Pick<Store['attachments'], 'sent' | 'content'>;

/** Hands something of the page to a module: a file in its workspace, kept as a change of its own. */
export function saveToWorkspace(modules: KitModules, attachments: Attachments): AgentTool {
  return defineTool({
    name: 'save_to_workspace',
    description:
      'Put a table or the text of the page, a file that the person attached, or a text, as a file into the workspace of a module, where its tools find it.',
    schema,
    risk: 'low',
    effect: 'write',
    async run(args, context) {
      const { workspace } = modules.get(args.module);
      const { content, told } = await contentOf(args, context, attachments);
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

async function contentOf(
  args: Arguments,
  context: ToolContext,
  attachments: Attachments,
): Promise<{ content: string | Uint8Array; told: string }> {
  if (args.what === 'attachment') return attached(args.attachment, context.threadId, attachments);
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

/** The bytes of a file that the person attached in this thread: of no other one. */
function attached(
  wanted: string | undefined,
  threadId: string,
  attachments: Attachments,
): { content: Uint8Array; told: string } {
  const files = attachments.sent(threadId);
  const file =
    wanted === undefined
      ? files.at(-1)
      : files.findLast(({ attachmentId, name }) => attachmentId === wanted || name === wanted);
  if (file === undefined)
    throw new AppError(
      'not-found',
      files.length === 0
        ? 'No file is attached in this thread.'
        : 'There is no attachment of this name in this thread.',
    );
  return { content: attachments.content(threadId, file.attachmentId), told: `a file of ${file.bytes} bytes` };
}
