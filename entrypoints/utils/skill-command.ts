/** `/skill-run NAME text`: the skills that there are as slash commands. */
import type { Command } from '@pagehand/contracts/commands';
import type { Skill } from '@pagehand/contracts/skills';

export const SKILL_RUN = 'skill-run';

export const skillCommand = ({ name, description }: Pick<Skill, 'name' | 'description'>): Command => ({
  name: `${SKILL_RUN} ${name}`,
  tool: undefined,
  description,
  required: [],
  optional: ['text'],
  rest: 'text',
});

export type ReadSkillRun =
  | { kind: 'chosen'; skill: string; text: string; command: Command }
  | { kind: 'suggestions'; suggestions: Command[] }
  | { kind: 'unknown'; name: string; suggestions: Command[] };

/** Reads `/skill-run NAME text`; undefined when it is something else or there are no skills. */
export function readSkillRun(text: string, commands: readonly Command[]): ReadSkillRun | undefined {
  const match = /^\/skill-run(?:\s+(\S*)([\s\S]*))?$/iu.exec(text);
  const offered = commands.filter(({ name }) => name.startsWith(`${SKILL_RUN} `));
  if (match === null || offered.length === 0) return undefined;
  const [, typed = '', rest = ''] = match;
  const name = typed.toLowerCase();
  const skillOf = (command: Command): string => command.name.slice(SKILL_RUN.length + 1);
  const command = offered.find((candidate) => skillOf(candidate) === name);
  if (command !== undefined) return { kind: 'chosen', skill: name, text: rest.trim(), command };
  const suggestions = offered.filter((candidate) => skillOf(candidate).startsWith(name));
  return suggestions.length > 0 && rest.trim() === ''
    ? { kind: 'suggestions', suggestions }
    : { kind: 'unknown', name: `${SKILL_RUN} ${name}`, suggestions: offered.slice(0, 3) };
}
