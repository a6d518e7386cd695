import type { Receipt } from '@pagehand/contracts/receipt';
import type { PlanRound } from '../../tools/planner.ts';

/** What became of one step of one command, in the round in which it was tried. */
export type Attempt = { part: string; round: number; receipt: Receipt | undefined };

/** What the rounds so far say, read from the marks that the planner put into each step's `why`. */
export type Progress = {
  /** By the command's number, from 1; oldest first. */
  attempts: Map<number, Attempt[]>;
  /** Commands that the person took out of a plan. */
  dropped: Set<number>;
  newTabs: { tabId: number; url: string }[];
  /** The person's answer to a question, if it was asked. */
  answerTo(question: string): string | undefined;
};

/** A step that only makes way for the command itself: it does not end it. */
export const PREPARES = /^(?:wait until|open the list)\b/;

/** Mark of a step: the number of its command, and what it does. People read it too: `2. click "Save"`. */
export const markOf = (command: number, words: string): string => `${command}. ${words}`.slice(0, 300);

/** Reads the rounds. A step that a person edited in carries no mark and belongs to no command. */
export function readProgress(rounds: readonly PlanRound[]): Progress {
  const attempts = new Map<number, Attempt[]>();
  const dropped = new Set<number>();
  rounds.forEach((round, index) => {
    const numbers: number[] = [];
    round.steps.forEach((step, place) => {
      const { why, stepId } = readStep(step);
      const match = /^(\d{1,3})\. ([\s\S]*)$/.exec(why);
      if (match === null) return;
      const command = Number(match[1]);
      numbers.push(command);
      const receipt = round.receipts.find((candidate) => candidate.stepId === (stepId ?? `s${place + 1}`));
      attempts.set(command, [...(attempts.get(command) ?? []), { part: match[2] ?? '', round: index, receipt }]);
    });
    // A number left out between two others was taken out by the person, or there was nothing to do for it.
    for (let number = Math.min(...numbers) + 1; number < Math.max(...numbers); number += 1)
      if (!attempts.has(number)) dropped.add(number);
  });
  return {
    attempts,
    dropped,
    newTabs: rounds.flatMap((round) => round.receipts.flatMap((receipt) => receipt.evidence.newTabs ?? [])),
    answerTo: (question) => {
      const start = `Asked "${question}", the person said: `;
      const round = rounds.findLast(
        ({ status, reason }) => status === 'answered' && reason?.startsWith(start) === true,
      );
      return round?.reason?.slice(start.length).trim();
    },
  };
}

function readStep(step: unknown): { why: string; stepId: string | undefined } {
  if (typeof step !== 'object' || step === null) return { why: '', stepId: undefined };
  return {
    why: 'why' in step && typeof step.why === 'string' ? step.why : '',
    stepId: 'stepId' in step && typeof step.stepId === 'string' ? step.stepId : undefined,
  };
}
