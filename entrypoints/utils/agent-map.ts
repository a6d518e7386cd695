/**
 * Slash commands. `/agent-action text` names a tool (`/browser-action`, `/gmail-send`); the part before the first
 * hyphen is the agent, the rest its action. Made from the tools' own JSON Schemas: what is listed works.
 */
import { COMMAND_TOOLS, type Command } from '@pagehand/contracts/commands';
import { editDistance } from '@pagehand/contracts/edit-distance';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { slugOf } from '@pagehand/contracts/page-tool-names';
import type { Skill } from '@pagehand/contracts/skills';
import type { ToolsResponse } from './backend-client.ts';
import type { CommandCall } from './command-arguments.ts';
import { missingArguments, readArguments, restArgument } from './command-arguments.ts';
import { kitCommand, readKitRun } from './kit-run-command.ts';
import { mcpCommand, TOOL_RUN, toolCommand } from './page-tool-command.ts';
import type { PageTool } from './page-tool-list.ts';
import { readSkillRun, skillCommand } from './skill-command.ts';

export const TEXT_COMMAND = 'react-ask';
const UPLOAD_COMMAND = 'upload-file';

const NOT_AVAILABLE = new AppError('tool-unavailable', 'This tool is not available.').toBody();

/** What the composer's text is, and what completion offers for it. */
export type Completion =
  /** No command: it is sent as it stands. */
  | { state: 'text'; text: string }
  /** `/`: the agents, each with its commands. */
  | { state: 'bare-slash'; suggestions: Command[] }
  /** `/gma`: agents that begin so. */
  | { state: 'partial-agent'; suggestions: Command[] }
  /** `/gmail` or `/gmail-`: the agent's actions. */
  | { state: 'agent-chosen'; agent: string; suggestions: Command[] }
  /** `/gmail-se`: actions that begin so. */
  | { state: 'partial-action'; agent: string; suggestions: Command[] }
  /** Nothing begins so; `suggestions` are near in spelling. */
  | { state: 'unknown'; name: string; suggestions: Command[] }
  /** A whole command of a tool that is not available: `command.unavailable` says what to connect. Never sent. */
  | { state: 'unavailable'; command: Command; unavailable: AppErrorBody }
  /** A whole command whose required arguments are not all there: the form asks for `missing`. Never sent. */
  | { state: 'needs-arguments'; command: Command; args: Record<string, unknown>; missing: string[] }
  /** `/upload-file`: the file picker opens; `text` stays in the composer. */
  | { state: 'upload'; text: string }
  /** `/skill-run NAME text`: an ask in plain words with this skill. */
  | { state: 'skill'; command: Command; skill: string; text: string }
  /** Ready to send. */
  | { state: 'complete'; command: Command; call: CommandCall };

/** The commands for the tools that the backend has; those whose tool is not available say why. */
export function buildCommands(
  tools: ToolsResponse['tools'],
  pageTools: readonly PageTool[] = [],
  skills: readonly Skill[] = [],
): Command[] {
  const commands: Command[] = [
    {
      name: TEXT_COMMAND,
      tool: undefined,
      description: 'Ask in plain words',
      required: ['text'],
      optional: [],
      rest: 'text',
    },
    {
      name: UPLOAD_COMMAND,
      tool: undefined,
      description: 'Attach files to the message',
      required: [],
      optional: ['text'],
      rest: 'text',
    },
  ];
  for (const [name, toolName] of Object.entries(COMMAND_TOOLS)) {
    const found = tools.find((tool) => tool.declaration.name === toolName);
    if (found === undefined) continue;
    const { required, optional, rest } = restArgument(found.declaration.parameters);
    commands.push({
      name,
      tool: found.declaration,
      description: found.declaration.description,
      required,
      optional,
      rest,
      ...(found.available ? {} : { unavailable: found.unavailable ?? NOT_AVAILABLE }),
    });
  }
  for (const { declaration, available, unavailable } of tools) {
    const command = kitCommand(declaration, available ? undefined : (unavailable ?? NOT_AVAILABLE));
    if (command !== undefined) commands.push(command);
    // Tools of MCP servers are run like those of the page: `/tool-run NAME args`.
    if (declaration.source === 'mcp' && available) commands.push(mcpCommand(declaration));
  }
  // `/tool-run NAME args`: one command per tool of the page in front.
  return [...commands, ...skills.map(skillCommand), ...pageTools.map(toolCommand)];
}

/** Reads the composer's text. Pure; never throws. */
export function completeCommand(input: string, commands: readonly Command[]): Completion {
  const text = input.trimStart();
  if (!text.startsWith('/')) return { state: 'text', text: input.trim() };
  const ofPage = runsPageTool(text, commands);
  if (ofPage !== undefined) return ofPage;
  const ofSkill = readSkillRun(text, commands);
  if (ofSkill?.kind === 'chosen')
    return ofSkill.text === ''
      ? { state: 'partial-action', agent: 'skill', suggestions: [ofSkill.command] }
      : { state: 'skill', command: ofSkill.command, skill: ofSkill.skill, text: ofSkill.text };
  if (ofSkill?.kind === 'suggestions')
    return { state: 'partial-action', agent: 'skill', suggestions: ofSkill.suggestions };
  if (ofSkill?.kind === 'unknown') return { state: 'unknown', name: ofSkill.name, suggestions: ofSkill.suggestions };
  const ofKit = readKitRun(text, commands);
  if (ofKit !== undefined && 'command' in ofKit) return chosen(ofKit.command, ofKit.tail);
  if (ofKit !== undefined)
    return ofKit.suggestions.length > 0
      ? { state: 'partial-action', agent: 'kit', suggestions: ofKit.suggestions }
      : { state: 'unknown', name: ofKit.name, suggestions: near(ofKit.name, commands) };
  const match = /^\/(\S*)(\s[\s\S]*)?$/u.exec(text);
  const name = (match?.[1] ?? '').toLowerCase();
  const tail = match?.[2];
  if (name === '' && tail === undefined) return { state: 'bare-slash', suggestions: [...commands] };
  // `/gmail-mark-read` is as good as `/gmail-mark_read`.
  const command =
    commands.find((candidate) => candidate.name === name) ??
    commands.find((candidate) => dashed(candidate.name) === dashed(name));
  if (command !== undefined) return chosen(command, (tail ?? '').trim());
  if (tail === undefined) return partial(name, commands);
  return { state: 'unknown', name, suggestions: near(name, commands) };
}

/** `/tool-run`, then the name of a tool that the page offers, then its arguments: JSON, `name=value` or free text. */
function runsPageTool(text: string, commands: readonly Command[]): Completion | undefined {
  const match = /^\/tool-run(?:\s+(\S*)([\s\S]*))?$/iu.exec(text);
  const offered = commands.filter(({ name }) => name.startsWith(`${TOOL_RUN} `));
  if (match === null || offered.length === 0) return undefined;
  const [, name = '', tail = ''] = match;
  const nameOf = (command: Command): string => command.name.slice(TOOL_RUN.length + 1);
  const command =
    offered.find((candidate) => nameOf(candidate) === name || candidate.tool?.name === name) ??
    offered.find((candidate) => name !== '' && slugOf(nameOf(candidate)) === slugOf(name)) ??
    onlyMcp(offered, name);
  // Names may hold spaces: the longest that the text begins with wins.
  const long = offered
    .filter((candidate) => nameOf(candidate).includes(' ') && `${name}${tail}`.startsWith(nameOf(candidate)))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (long !== undefined) return chosen(long, `${name}${tail}`.slice(nameOf(long).length).trim());
  if (
    command !== undefined &&
    (tail !== '' || !offered.some((other) => other !== command && nameOf(other).startsWith(name)))
  )
    return chosen(command, tail.trim());
  const suggestions = offered.filter((candidate) => nameOf(candidate).startsWith(name));
  return suggestions.length > 0
    ? { state: 'partial-action', agent: 'tool', suggestions }
    : { state: 'unknown', name: `${TOOL_RUN} ${name}`, suggestions: offered.slice(0, 3) };
}

/** A tool of an MCP server by the name that the server gives it, where only one server has such a tool. */
function onlyMcp(offered: readonly Command[], name: string): Command | undefined {
  if (name === '') return undefined;
  const wire = new RegExp(`^mcp_.+_${slugOf(name)}_[0-9a-f]{6}$`, 'u');
  const named = offered.filter(({ tool }) => tool?.source === 'mcp' && wire.test(tool.name));
  return named.length === 1 ? named[0] : undefined;
}

function partial(name: string, commands: readonly Command[]): Completion {
  const agents = [...new Set(commands.map((command) => agentOf(command.name)))];
  const agent = agents.find((candidate) => name === candidate || name === `${candidate}-`);
  const suggestions = commands.filter((command) => command.name.startsWith(name));
  if (agent !== undefined)
    return { state: 'agent-chosen', agent, suggestions: commands.filter((command) => agentOf(command.name) === agent) };
  if (suggestions.length === 0) return { state: 'unknown', name, suggestions: near(name, commands) };
  return name.includes('-')
    ? { state: 'partial-action', agent: agentOf(name), suggestions }
    : { state: 'partial-agent', suggestions };
}

function chosen(command: Command, tail: string): Completion {
  if (command.unavailable !== undefined) return { state: 'unavailable', command, unavailable: command.unavailable };
  if (command.name === UPLOAD_COMMAND) return { state: 'upload', text: tail };
  if (command.tool === undefined) {
    if (tail === '') return { state: 'needs-arguments', command, args: {}, missing: command.required };
    return { state: 'text', text: tail };
  }
  const args = jsonArguments(tail) ?? readArguments(command, tail);
  const missing = missingArguments(command, args);
  if (missing.length > 0) return { state: 'needs-arguments', command, args, missing };
  return { state: 'complete', command, call: { tool: command.tool.name, args } };
}

function jsonArguments(tail: string): Record<string, unknown> | undefined {
  if (!tail.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(tail);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const dashed = (name: string): string => name.replaceAll('_', '-');
const agentOf = (name: string): string => name.split('-', 1)[0] ?? name;

/** Commands whose name is few slips away from what was typed: at most three. */
function near(name: string, commands: readonly Command[]): Command[] {
  return commands
    .map((command) => ({ command, distance: editDistance(name, command.name) }))
    .filter(({ command, distance }) => distance <= Math.max(2, command.name.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ command }) => command);
}
