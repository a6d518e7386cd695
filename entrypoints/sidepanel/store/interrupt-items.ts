import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import type { ThreadView, TurnItem } from './view-state.ts';

export type InterruptItem = Extract<TurnItem, { type: 'interrupt' }>;

/** What still waits for an answer in a thread. */
export const openInterrupts = (thread: ThreadView): InterruptItem[] =>
  thread.turns.flatMap((turn) => turn.items.filter((item) => item.type === 'interrupt').filter((item) => !item.closed));

/** The interrupt once its answer is on the way; the snapshot in an answer is for the backend only. */
export function closeWith(item: InterruptItem, answer: InterruptAnswer | undefined): InterruptItem {
  if (answer === undefined) return { ...item, closed: true };
  if (answer.kind === 'background-page' && answer.outcome.status === 'page')
    return {
      ...item,
      closed: true,
      answer: { kind: 'background-page', outcome: { status: 'kept', url: answer.outcome.page.url } },
    };
  if (answer.kind !== 'plan' && answer.kind !== 'page-tool') return { ...item, closed: true, answer };
  const { snapshot: _page, ...shown } = answer;
  if (shown.kind === 'page-tool') return { ...item, closed: true, answer: shown };
  return { ...item, closed: true, answer: shown, open: { ...item.open, receipts: shown.receipts } };
}
