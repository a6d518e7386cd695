import { CommandCallSchema } from '@pagehand/contracts/api';
import { SkillSchema } from '@pagehand/contracts/skills';
import * as z from 'zod';

/** What a turn began with, as the store keeps it: enough to begin it again when its process died before a checkpoint. */
export const TurnInputSchema = z.strictObject({
  text: z.string(),
  command: CommandCallSchema.nullable(),
  pageId: z.string().nullable(),
  /** The skill as it was when it was chosen: a turn that goes on later has the same instructions and tools. */
  skill: SkillSchema.nullable().default(null),
  /** Name of the other agent that asked for the command: its result goes back to it, and no model answers here. */
  askedBy: z.string().nullable().default(null),
  /** The thread's sequence number before the turn's first event. */
  afterSeq: z.int(),
});
export type TurnInput = z.infer<typeof TurnInputSchema>;

/** How a command reads in the thread. */
export const commandText = (command: { tool: string; args: Record<string, unknown> }): string => {
  const args = Object.entries(command.args).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [`/${command.tool.replaceAll('_', '-')}`, ...args].join(' ');
};

/** A thread is named after its first ask: one line of at most 60 characters. */
export function titleOf(text: string): string {
  const line = text.trim().replace(/\s+/gu, ' ');
  if (line.length <= 60) return line === '' ? 'New conversation' : line;
  const cut = line.slice(0, 59);
  const space = cut.lastIndexOf(' ');
  return `${(space > 30 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
