import type { Receipt } from '@pagehand/contracts/receipt';
import type { ActCommand } from './command.ts';
import { describeCommand } from './describe-command.ts';
import { type Attempt, PREPARES } from './plan-progress.ts';

/** What the receipts say about one command. `open`: to be planned, again or for the first time. */
export type Outcome = { kind: 'open' } | { kind: 'done'; note: string } | { kind: 'failed'; reason: string };

/** The page moved under the plan: one more try with a fresh snapshot is sensible. */
const TRY_AGAIN = new Set([
  'stale-ref',
  'target-changed',
  'target-missing',
  'document-changed',
  'origin-changed',
  'page-timeout',
]);
/** Steps whose effect is often not to be seen: having been done is all there is to say. */
const QUIET = new Set<ActCommand['kind']>([
  'hover',
  'focus',
  'scroll',
  'scroll-to',
  'press',
  'wait',
  'type',
  'set',
  'select',
  'check',
  'clear',
  'fill',
]);
const MAX_UNSEEN = 3;

/** Judges a command by its attempts. What may have happened is never tried again. */
export function outcomeOf(command: ActCommand, attempts: readonly Attempt[], isLast: boolean): Outcome {
  const words = describeCommand(command);
  const last = attempts.at(-1);
  if (last === undefined) return { kind: 'open' };
  const round = attempts.filter((attempt) => attempt.round === last.round);
  const bad = round.find(({ receipt }) => receipt !== undefined && !good(receipt));
  if (bad?.receipt !== undefined) return judge(command, words, bad.receipt, attempts, isLast);
  if (round.some(({ receipt }) => receipt === undefined)) {
    const unseen = attempts.filter(({ receipt }) => receipt === undefined).length;
    return unseen >= MAX_UNSEEN
      ? { kind: 'failed', reason: `${words} was planned ${unseen} times and never run.` }
      : { kind: 'open' };
  }
  if (round.every(({ part }) => PREPARES.test(part))) return { kind: 'open' };
  return { kind: 'done', note: `${words}: ${round.map(({ receipt }) => evidence(receipt)).join(', ')}` };
}

function good(receipt: Receipt): boolean {
  return receipt.outcome === 'changed' || receipt.outcome === 'ok';
}

function judge(
  command: ActCommand,
  words: string,
  receipt: Receipt,
  attempts: readonly Attempt[],
  isLast: boolean,
): Outcome {
  const what = evidence(receipt);
  switch (receipt.outcome) {
    case 'unsure':
      if (receipt.code === 'value-not-accepted')
        return { kind: 'failed', reason: `${words} was done, but not as asked: ${what}.` };
      if (command.kind === 'hover' || isLast)
        return { kind: 'done', note: `${words}: done, but nothing showed whether it worked (${what})` };
      return {
        kind: 'failed',
        reason: `${words} was done, but nothing showed whether it worked (${what}), so the rest was not done.`,
      };
    case 'no-effect':
      if (QUIET.has(command.kind)) return { kind: 'done', note: `${words}: nothing changed (${what})` };
      return { kind: 'failed', reason: `${words} had no effect: ${what}.` };
    default: {
      const code = receipt.code ?? 'refused';
      const before = attempts.filter((attempt) => attempt.receipt?.code === code).length;
      if (TRY_AGAIN.has(code) && before < 2) return { kind: 'open' };
      return { kind: 'failed', reason: `${words} was refused (${code}): ${what}.` };
    }
  }
}

/** The evidence in one line: what was read back, what the page said, what was in the way. */
function evidence(receipt: Receipt | undefined): string {
  if (receipt === undefined) return 'not run';
  const { summary, messages, cover } = receipt.evidence;
  return [
    summary === '' ? receipt.outcome : summary.replace(/\.$/, ''),
    ...(messages === undefined || messages.length === 0 ? [] : [`the page says "${messages.join(' ')}"`]),
    ...(cover === undefined ? [] : [`covered by ${cover.role} "${cover.name}"`]),
  ].join('; ');
}
