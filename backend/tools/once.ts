import { AppError } from '@pagehand/contracts/errors';
import type { Store } from '../store/store.ts';

/**
 * The one way to an effect. Writes `started`, runs, writes `done` with the result, in the store that the graph's
 * checkpoints live in: a task that runs again after a resume or a crash gets the stored result.
 * A read whose end was not seen runs again; a write does not.
 * @param callId tool call id: the key.
 * @throws AppError `outcome-unknown` when a write was begun and its end was not seen, also in this very process when
 *   the effect was aborted midway. Otherwise whatever the effect throws: then nothing is kept and it may be called again.
 */
export async function once(
  journal: Pick<Store['journal'], 'begin' | 'done'>,
  call: { callId: string; turnId: string; effect: 'read' | 'write' },
  effect: () => Promise<string>,
): Promise<string> {
  const entry = journal.begin(call.callId, call.turnId);
  if (entry.state === 'done') return entry.result;
  if (entry.state === 'started' && call.effect === 'write') throw outcomeUnknown();
  const result = await effect();
  journal.done(call.callId, result);
  return result;
}

export const outcomeUnknown = (): AppError =>
  new AppError(
    'outcome-unknown',
    'It was begun and its end was not seen: it may or may not have happened. It was not repeated.',
  );
