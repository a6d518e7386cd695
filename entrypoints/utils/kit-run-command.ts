/** `/kit-run MODULE TOOL args`: a tool of a module as a slash command. */
import type { Command } from '@pagehand/contracts/commands';
import { partsOfKitTool } from '@pagehand/contracts/kit-names';
import type { ToolDeclaration } from '@pagehand/contracts/snapshot';
import { restArgument } from './command-arguments.ts';

const KIT_RUN = 'kit-run';

/** The command that one tool of a module spells; undefined for tools of others. */
export function kitCommand(tool: ToolDeclaration, unavailable: Command['unavailable']): Command | undefined {
  const parts = tool.source === 'kit' ? partsOfKitTool(tool.name) : undefined;
  if (parts === undefined) return undefined;
  return {
    name: `${KIT_RUN} ${parts.moduleId} ${parts.tool}`,
    tool,
    description: tool.description,
    ...restArgument(tool.parameters),
    ...(unavailable === undefined ? {} : { unavailable }),
  };
}

/** What `/kit-run ...` names: one command and what follows it, or those that it may become; undefined for other texts. */
export function readKitRun(
  text: string,
  commands: readonly Command[],
): { command: Command; tail: string } | { name: string; suggestions: Command[] } | undefined {
  const match = /^\/kit-run(?:\s+(\S*))?(?:\s+(\S*))?([\s\S]*)$/iu.exec(text);
  const offered = commands.filter(({ name }) => name.startsWith(`${KIT_RUN} `));
  if (match === null || offered.length === 0) return undefined;
  const [, moduleId = '', tool = '', tail = ''] = match;
  const name = [KIT_RUN, moduleId, tool].filter((part) => part !== '').join(' ');
  const command = offered.find((candidate) => candidate.name === name);
  const longer = offered.filter((candidate) => candidate.name !== name && candidate.name.startsWith(name));
  if (command !== undefined && (/\s/u.test(tail) || longer.length === 0)) return { command, tail: tail.trim() };
  return { name, suggestions: command === undefined ? longer : [command, ...longer] };
}
