import { LIMITS } from '@pagehand/contracts/limits';
import type { RefInfo } from '@pagehand/contracts/snapshot';
import type { Planner, PlannerInput, PlannerOutput } from '../../tools/planner.ts';
import { outcomeOf } from './attempt-outcome.ts';
import { type ActCommand, isAct } from './command.ts';
import { describeCommand } from './describe-command.ts';
import { parseCommands } from './parse-commands.ts';
import { markOf, readProgress } from './plan-progress.ts';
import { resolveCommand } from './resolve-command.ts';
import type { Step } from './resolved.ts';

/** Another document, or one that is made anew: nothing after it is planned in the same round. */
const LEAVES = new Set<Step['kind']>(['navigate', 'back', 'forward', 'reload', 'open_tab', 'switch_tab', 'close_tab']);
/** May change what is on the page: after it only what is certain is planned in the same round. */
const CHANGES = new Set<Step['kind']>(['click', 'press', 'select', 'check', 'fill', 'set_value', 'wait']);
/** How long something that is not there yet is waited for (ms). */
const PATIENCE = 5_000;

/**
 * The planner of the offline model: the goal's own words, nothing else. Commands are planned together as far as they are
 * certain on the page as it is; the rest follows in the next round, on the page as it is then.
 */
export function createOfflinePlanner(): Planner {
  return {
    plan: async (input) => {
      input.signal.throwIfAborted();
      return planGoal(input);
    },
  };
}

/** Pure: the same input gives the same output. */
export function planGoal(input: PlannerInput): PlannerOutput {
  if (input.problems !== undefined)
    return {
      kind: 'blocked',
      reason: `The plan was refused: ${input.problems.map(({ message }) => message).join(' ')}`.slice(0, 1_000),
    };
  const commands = parseCommands(input.goal).filter(isAct);
  if (commands.length === 0)
    return {
      kind: 'blocked',
      reason:
        'I did not find a direct command in that. Say it like: click "Save"; type "Ada" into "Name"; select "Red" from "Colour"; open example.com.',
    };
  return plan(commands, input);
}

function plan(commands: readonly ActCommand[], input: PlannerInput): PlannerOutput {
  const progress = readProgress(input.rounds);
  const most = Math.min(input.constraints.maxSteps ?? LIMITS.planSteps, LIMITS.planSteps);
  const steps: Step[] = [];
  const notes: string[] = [];
  let typed: RefInfo | undefined;

  for (const [index, command] of commands.entries()) {
    const number = index + 1;
    const attempts = progress.attempts.get(number) ?? [];
    const outcome = outcomeOf(command, attempts, number === commands.length);
    if (outcome.kind === 'failed') return { kind: 'blocked', reason: withRest(outcome.reason, commands.slice(number)) };
    if (outcome.kind === 'done' || progress.dropped.has(number)) {
      notes.push(outcome.kind === 'done' ? outcome.note : `${describeCommand(command)}: left out`);
      if (command.kind !== 'fill' || outcome.kind !== 'done' || steps.length > 0) continue;
      // A form may have more to it than was filled so far: the secrets, which are the person's.
      const rest = resolveCommand(command, { snapshot: input.snapshot, number, attempts, progress, typed });
      if (rest.kind === 'ask') return { kind: 'needs-person', question: rest.question, options: rest.options };
      if (rest.kind === 'blocked' && rest.secret === true)
        return { kind: 'blocked', reason: withRest(rest.reason, commands.slice(number)) };
      continue;
    }
    const changed = steps.some((step) => CHANGES.has(step.kind) || (step.kind === 'type' && step.submit === true));
    const resolved = resolveCommand(command, { snapshot: input.snapshot, number, attempts, progress, typed });

    if (resolved.kind === 'nothing') {
      if (steps.length > 0 && changed) break;
      notes.push(resolved.note);
      continue;
    }
    if (resolved.kind === 'missing' && !changed && waits(resolved.text, attempts, input)) {
      const until = { for: 'text' as const, text: (resolved.text ?? '').slice(0, LIMITS.name) };
      if (steps.length === 0)
        return {
          kind: 'plan',
          steps: [
            { kind: 'wait', until, timeoutMs: PATIENCE, why: markOf(number, `wait until "${until.text}" is there`) },
          ],
        };
      break;
    }
    if (resolved.kind !== 'steps') {
      // What is not clear now may be so after the steps before it; without such steps nothing is begun.
      if (changed) break;
      if (resolved.kind === 'ask')
        return { kind: 'needs-person', question: resolved.question, options: resolved.options };
      return {
        kind: 'blocked',
        reason: withRest(resolved.reason, steps.length > 0 ? commands.slice(0, 0) : commands.slice(number)),
      };
    }
    if (changed && !resolved.certain && !repeats(commands, index, resolved.steps, steps)) break;
    if (steps.length + resolved.steps.length > most) break;
    const forbidden = resolved.steps.find(
      (step) => input.constraints.kinds !== undefined && !input.constraints.kinds.includes(step.kind),
    );
    if (forbidden !== undefined)
      return {
        kind: 'blocked',
        reason: `${describeCommand(command)} needs a step that this task may not take (${forbidden.kind}).`,
      };

    steps.push(
      ...resolved.steps.map((step, part) => ({
        ...step,
        why: markOf(number, resolved.parts?.[part] ?? describeCommand(command)),
      })),
    );
    const ref = resolved.steps
      .flatMap((step) =>
        step.kind === 'type' ? [step.ref] : step.kind === 'fill' ? step.fields.map((field) => field.ref) : [],
      )
      .at(-1);
    typed = input.snapshot.refs.find((info) => info.ref === ref) ?? typed;
    if (
      resolved.more === true ||
      resolved.parts !== undefined ||
      resolved.steps.some((step) => leaves(step, input.snapshot.refs))
    )
      break;
  }
  // An answer waits for the step that asks; without that step it is not given.
  if (steps.length > 0 && steps.at(-1)?.kind === 'dialog') {
    steps.pop();
    if (steps.length === 0) return { kind: 'blocked', reason: 'Say also which step opens the question to answer.' };
  }
  if (steps.length > 0) return { kind: 'plan', steps };
  return { kind: 'done', summary: notes.join('; ') || 'There was nothing to do.' };
}

/** The same command again, on the same element: as certain as the one before it. */
function repeats(
  commands: readonly ActCommand[],
  index: number,
  next: readonly Step[],
  planned: readonly Step[],
): boolean {
  const before = planned.slice(-next.length).map(({ why: _why, ...step }) => step);
  return (
    JSON.stringify(commands[index]) === JSON.stringify(commands[index - 1]) &&
    JSON.stringify(next) === JSON.stringify(before)
  );
}

/** Waits once for something that may still be coming: only after something was done, and not twice. */
function waits(text: string | undefined, attempts: readonly { part: string }[], input: PlannerInput): boolean {
  const did = input.rounds.some((round) => round.receipts.some((receipt) => receipt.outcome === 'changed'));
  return text !== undefined && did && !attempts.some(({ part }) => part.startsWith('wait until'));
}

function leaves(step: Step, refs: readonly RefInfo[]): boolean {
  if (LEAVES.has(step.kind)) return true;
  if (step.kind === 'type') return step.submit === true;
  if (step.kind === 'press') return step.key === 'Enter' || step.key === 'Control+Enter';
  if (step.kind === 'wait') return step.until.for === 'navigation';
  if (step.kind !== 'click') return false;
  const info = refs.find(({ ref }) => ref === step.ref);
  return info?.submits !== undefined || info?.newTab === true || (info?.href !== undefined && !info.href.includes('#'));
}

function withRest(reason: string, rest: readonly ActCommand[]): string {
  return rest.length === 0 ? reason : `${reason} Not done: ${rest.map(describeCommand).join('; ')}.`;
}
