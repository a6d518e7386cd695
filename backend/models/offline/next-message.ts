import { pageToolSlug } from '@pagehand/contracts/page-tool-names';
import type { GivenSource } from '../given-data.ts';
import { answerFromSources } from './answer-from-sources.ts';
import { type ActCommand, type Command, isAct, isRead, isTalk, type ReadCommand, type TalkCommand } from './command.ts';
import { composeAnswer, type PageName } from './compose-answer.ts';
import { describeCommand, describeGoal } from './describe-command.ts';
import { bodyOf, errorText, type NextCall, type PastCall } from './page-reading.ts';
import { type BoundPageTool, nextPageTool } from './page-tool-commands.ts';
import { parseCommands } from './parse-commands.ts';
import {
  sayActed,
  sayBeyond,
  sayGreeting,
  sayHelp,
  sayNoPage,
  sayNoPageTool,
  sayNotConnected,
  sayNotDone,
  sayPageTool,
  sayRefused,
  sayThanks,
} from './say.ts';
import { sayKit } from './say-kit.ts';
import { serviceCall } from './service-commands.ts';

/** One turn as the offline model sees it. `ask`: the person's own words; the only text that is parsed for commands. */
export type Turn = {
  ask: string;
  calls: PastCall[];
  page: PageName | undefined;
  /** Files and tabs that came along. */
  sources?: readonly GivenSource[];
  /** Names of the tools that are bound. */
  tools: ReadonlySet<string>;
  /** The clock, for "this week"; absent: the machine's. */
  now?: Date;
  /** Tools of the page that are bound. */
  pageTools?: readonly BoundPageTool[];
};

export type NextMessage = { kind: 'call'; call: NextCall } | { kind: 'say'; text: string };

/** A command that another agent asked for, through our MCP server. */
const ASKED_BY = /^Asked by [^\n]{1,80}: \//;

type Unit =
  | { kind: 'act'; commands: ActCommand[] }
  | { kind: 'read'; command: ReadCommand }
  | { kind: 'talk'; command: TalkCommand };

/**
 * The next message of a turn: a tool call, or the answer when all is there. Pure: it works through the person's commands
 * from the start each time, and takes what was already called from the turn.
 */
export function nextMessage(turn: Turn): NextMessage {
  // A slash command or another tool was called by the person: its result is the answer.
  if (turn.ask.startsWith('/') || ASKED_BY.test(turn.ask))
    return { kind: 'say', text: turn.calls.map(report).join('\n\n') || sayHelp() };
  const own = nextPageTool(turn.ask, turn.pageTools ?? [], turn.calls);
  if (own?.kind === 'call') return own;
  if (own?.kind === 'missing') return { kind: 'say', text: sayNoPageTool(own.slug, turn.calls.map(report)) };
  if (own?.kind === 'done') return { kind: 'say', text: own.calls.map(report).join('\n\n') };
  const service = serviceCall(turn.ask, turn.now ?? new Date());
  if (service !== undefined) return nextService(turn, service);
  const fromSources = answerFromSources(parseCommands(turn.ask), turn.sources ?? [], turn.page !== undefined);
  if (fromSources !== undefined) return { kind: 'say', text: fromSources };
  const units = unitsOf(parseCommands(turn.ask));
  if (units.length === 0) return { kind: 'say', text: sayHelp() };
  const texts: string[] = [];
  let from = 0;
  for (const [index, unit] of units.entries()) {
    if (unit.kind === 'talk') {
      // A greeting in front of a command is no more than that.
      if (units.length === 1 || !/^(?:greeting|thanks)$/.test(unit.command.kind)) texts.push(talk(unit.command));
      continue;
    }
    const tool = unit.kind === 'act' ? 'browser_action' : 'read_page';
    if (!turn.tools.has(tool)) return { kind: 'say', text: [...texts, sayNoPage()].join('\n\n') };
    if (unit.kind === 'read') {
      const step = composeAnswer(unit.command, sinceLastAction(turn.calls, from), turn.page);
      if (step.kind === 'call') return step;
      texts.push(step.text);
      continue;
    }
    const goal = describeGoal(unit.commands);
    const at = turn.calls.findIndex((call, place) => place >= from && call.name === tool && call.args['goal'] === goal);
    const past = turn.calls[at];
    if (past === undefined) return { kind: 'call', call: { name: tool, args: { goal } } };
    from = at + 1;
    const acted = sayActed(past.content, past.failed);
    texts.push(acted.text);
    if (!acted.done) {
      texts.push(sayNotDone(units.slice(index + 1).map(unitWords)));
      break;
    }
  }
  return { kind: 'say', text: texts.filter((text) => text !== '').join('\n\n') };
}

/** A service is called once in a turn; what it said is the answer. One that is not connected is not bound. */
function nextService(turn: Turn, wanted: NextCall): NextMessage {
  const past = turn.calls.find((one) => one.name === wanted.name);
  if (past !== undefined) return { kind: 'say', text: report(past) };
  if (turn.tools.has(wanted.name)) return { kind: 'call', call: wanted };
  return { kind: 'say', text: sayNotConnected(wanted.name) };
}

/** Acting commands in a row are one goal; the others stand alone. */
function unitsOf(commands: readonly Command[]): Unit[] {
  const units: Unit[] = [];
  for (const command of commands) {
    const last = units.at(-1);
    if (isAct(command) && last?.kind === 'act' && describeGoal([...last.commands, command]).length < 1_900)
      last.commands.push(command);
    else if (isAct(command)) units.push({ kind: 'act', commands: [command] });
    else if (isRead(command)) units.push({ kind: 'read', command });
    else if (isTalk(command)) units.push({ kind: 'talk', command });
  }
  return units;
}

/** Readings made after the last action: the page before it is another page. */
function sinceLastAction(calls: readonly PastCall[], from: number): PastCall[] {
  const next = calls.findIndex((call, place) => place >= from && call.name === 'browser_action');
  return calls.slice(from, next < 0 ? undefined : next);
}

function talk(command: TalkCommand): string {
  switch (command.kind) {
    case 'help':
      return sayHelp();
    case 'greeting':
      return sayGreeting();
    case 'thanks':
      return sayThanks();
    case 'beyond':
      return sayBeyond(command.text);
    case 'refused':
      return sayRefused(command.text, command.why);
  }
}

function unitWords(unit: Unit): string {
  if (unit.kind === 'act') return unit.commands.map(describeCommand).join('; ');
  const { command } = unit;
  return 'text' in command ? `${command.kind} "${command.text.slice(0, 80)}"` : command.kind;
}

function report(call: PastCall): string {
  if (call.name === 'browser_action') return sayActed(call.content, call.failed).text;
  if (call.name.startsWith('kit_')) return sayKit(call.content, call.failed);
  if (call.failed) return errorText(call.content);
  const slug = pageToolSlug(call.name);
  return slug === undefined ? bodyOf(call.content).trim() : sayPageTool(slug, call.content);
}
