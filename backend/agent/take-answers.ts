import { isFresh } from '@pagehand/contracts/approval';
import { AppError } from '@pagehand/contracts/errors';
import { type InterruptAnswer, InterruptAnswerSchema, type OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { Receipt } from '@pagehand/contracts/receipt';
import { schemaProblems } from '@pagehand/contracts/schema-problems';
import type { Store } from '../store/store.ts';
import { backgroundPageKey } from '../tools/background-page.ts';

/** Which turn the answers are for, and which panel gives them. */
type Answerer = { turnId: string; panelId: string | undefined };

/** One entry of AG-UI's `resume`. */
export type ResumeEntry = { interruptId: string; status: 'resolved' | 'cancelled'; payload?: unknown };

/**
 * Checks all answers of a resume, then stores them: all or none. They are kept as they come; the graph goes on when the
 * last open interrupt of the turn has its answer.
 * @returns the stored answers.
 * @throws AppError `conflict` (unknown, closed, answered, of another turn, claimed by another panel), `bad-request` (schema, kind),
 *   `approval-mismatch`, `approval-stale`.
 */
export function takeAnswers(
  store: Store,
  from: Answerer,
  entries: readonly ResumeEntry[],
  now: number,
): { interruptId: string; answer: InterruptAnswer }[] {
  const checked = entries.map((entry) => ({
    interruptId: entry.interruptId,
    answer: check(store, from, entry, now),
  }));
  if (new Set(checked.map((entry) => entry.interruptId)).size < checked.length)
    throw new AppError('bad-request', 'One interrupt is answered twice.');
  for (const { interruptId, answer: given } of checked) {
    const answer = keepPage(store, from.turnId, interruptId, given);
    if (!store.interrupts.answer(interruptId, answer)) throw gone(interruptId);
    if ((answer.kind === 'plan' || answer.kind === 'page-tool') && answer.snapshot !== undefined)
      store.snapshots.put(from.turnId, answer.snapshot);
  }
  return checked;
}

/** A page that was read in the background lies beside its answer: a checkpoint holds no page. */
function keepPage(store: Store, turnId: string, interruptId: string, answer: InterruptAnswer): InterruptAnswer {
  if (answer.kind !== 'background-page' || answer.outcome.status !== 'page') return answer;
  const { page } = answer.outcome;
  store.snapshots.putResult(backgroundPageKey(interruptId), JSON.stringify(page), turnId);
  return { kind: 'background-page', outcome: { status: 'kept', url: page.url } };
}

function check(store: Store, { turnId, panelId }: Answerer, entry: ResumeEntry, now: number): InterruptAnswer {
  const item = store.interrupts.get(entry.interruptId);
  if (item === undefined || item.turnId !== turnId || item.closed || item.answer !== undefined)
    throw gone(entry.interruptId);
  if (item.claimedBy !== undefined && item.claimedBy !== panelId)
    throw new AppError('other-panel', 'Another panel is working on this.');
  if (entry.status === 'cancelled') return cancelled(item);
  const parsed = InterruptAnswerSchema.safeParse(entry.payload);
  if (!parsed.success)
    throw new AppError('bad-request', 'The answer to an interrupt does not fit its schema.', {
      problems: schemaProblems(parsed.error, 50),
    });
  const answer = parsed.data;
  const { request } = item;
  if (answer.kind !== request.kind)
    throw new AppError('bad-request', `A ${request.kind} cannot be answered with a ${answer.kind}.`);
  if (answer.kind === 'approval' && request.kind === 'approval') {
    if (answer.hash !== request.hash)
      throw new AppError('approval-mismatch', 'What was approved is not what is to run.');
    // The interrupt stays open, to be looked at afresh.
    if (answer.approved && !isFresh(answer.decidedAt, now))
      throw new AppError('approval-stale', 'The approval is older than two minutes: look at the request again.');
  }
  return answer.kind === 'plan' ? { ...answer, receipts: merged(item.receipts, answer.receipts) } : answer;
}

/** Receipts that were posted as they came win; the answer adds those that were not. */
function merged(posted: readonly Receipt[], sent: readonly Receipt[]): Receipt[] {
  const known = new Map(posted.map((receipt) => [receipt.stepId, receipt]));
  const all = [...sent.map((receipt) => known.get(receipt.stepId) ?? receipt)];
  const listed = new Set(all.map((receipt) => receipt.stepId));
  return [...posted.filter((receipt) => !listed.has(receipt.stepId)), ...all];
}

const cancelled = (item: OpenInterrupt): InterruptAnswer =>
  item.request.kind === 'plan' ? { kind: 'plan', status: 'cancelled', receipts: item.receipts } : { kind: 'cancelled' };

const gone = (interruptId: string): AppError =>
  new AppError('conflict', `The interrupt ${interruptId.slice(0, 64)} is not open any more.`);
