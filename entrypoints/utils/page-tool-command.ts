/** `/tool-run NAME args`: a tool of the page in front as a slash command. */
import type { Command } from '@pagehand/contracts/commands';
import type { ToolDeclaration } from '@pagehand/contracts/snapshot';
import { restArgument } from './command-arguments.ts';
import type { PageTool } from './page-tool-list.ts';

export const TOOL_RUN = 'tool-run';

/** The command that one tool of the page spells. */
export function toolCommand({ declaration }: Pick<PageTool, 'declaration'>): Command {
  return {
    name: `${TOOL_RUN} ${declaration.page.name}`,
    tool: declaration,
    description: declaration.description,
    ...restArgument(declaration.parameters),
  };
}

/** The command that one tool of an MCP server spells, by its name on the wire. */
export const mcpCommand = (tool: ToolDeclaration): Command => ({
  name: `${TOOL_RUN} ${tool.name}`,
  tool,
  description: tool.description,
  ...restArgument(tool.parameters),
});
