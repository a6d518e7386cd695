import type { ActionStep } from '@pagehand/contracts/plan';
import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import type { Target } from './command.ts';
import { describeTarget } from './describe-command.ts';
import { findTarget, type Purpose } from './find-target.ts';
import type { Attempt, Progress } from './plan-progress.ts';
import { optionsFor, pickOption } from './tell-apart.ts';

export type Step = ActionStep;

/**
 * What a command comes to on the page as it is. `more`: it is not done with these steps. `certain`: the names are the ones that were said, so it may stand behind
 * steps that change the page. `missing`: not there (yet); `text` is what to wait for.
 */
export type Resolved =
  | { kind: 'steps'; steps: Step[]; certain: boolean; parts?: string[]; more?: true }
  | { kind: 'nothing'; note: string }
  | { kind: 'ask'; question: string; options: string[] }
  | { kind: 'missing'; reason: string; text: string | undefined }
  | { kind: 'blocked'; reason: string; secret?: true };

export type ResolveContext = {
  snapshot: PageSnapshot;
  /** The command's number, from 1. */
  number: number;
  attempts: readonly Attempt[];
  progress: Progress;
  /** Field that the command before typed into, in the same plan. */
  typed: RefInfo | undefined;
};

export type One = { info: RefInfo; certain: boolean };

export function steps(list: Step[], certain = true, parts?: string[]): Resolved {
  return { kind: 'steps', steps: list, certain, ...(parts === undefined ? {} : { parts }) };
}
export function missing(reason: string, text: string | undefined): Resolved {
  return { kind: 'missing', reason, text };
}

/** Finds the one element, asks when several are equal (the person's answer is looked up first), or says what is there. */
export function withTarget(
  target: Target,
  purpose: Purpose,
  context: ResolveContext,
  make: (one: One) => Resolved,
  second?: Purpose,
): Resolved {
  const found = findTarget(context.snapshot, target, purpose);
  if (found.kind === 'one') return make({ info: found.info, certain: found.exact });
  if (found.kind === 'none')
    return second === undefined ? noTarget(target, found.near) : withTarget(target, second, context, make);
  const question = `Step ${context.number}: there are ${found.infos.length} elements that fit ${describeTarget(target)}. Which one do you mean?`;
  const answer = context.progress.answerTo(question);
  if (answer === undefined) return { kind: 'ask', question, options: optionsFor(found.infos) };
  const picked = pickOption(found.infos, answer);
  if (picked !== undefined) return make({ info: picked, certain: true });
  const other = findTarget(context.snapshot, { name: answer }, purpose);
  if (other.kind === 'one') return make({ info: other.info, certain: other.exact });
  return {
    kind: 'blocked',
    reason: `The answer ${JSON.stringify(answer)} fits none of the ${found.infos.length} elements.`,
  };
}

function noTarget(target: Target, near: readonly string[]): Resolved {
  const there = near.length === 0 ? '' : ` Nearest on the page: ${near.join(', ')}.`;
  return missing(
    `There is no ${describeTarget(target)} on this page.${there}`,
    target.name === '' ? undefined : target.name,
  );
}

/** Secrets are the person's: they fill them in the page, and say so. */
export function secret(info: RefInfo, target: Target, context: ResolveContext): Resolved | undefined {
  if (info.secret === undefined) return undefined;
  const question = `Step ${context.number}: ${describeTarget(target)} is a secret field, so I do not fill it. Please type it into the page yourself, then go on.`;
  const answer = context.progress.answerTo(question);
  if (answer === undefined) return { kind: 'ask', question, options: ['It is filled, go on', 'Stop here'] };
  return /^(?:stop|no|cancel)/i.test(answer)
    ? { kind: 'blocked', reason: `You stopped at the secret field ${describeTarget(target)}.`, secret: true }
    : { kind: 'nothing', note: `${describeTarget(target)}: filled by you` };
}
