import { RunRequests } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type { RunEventName, RunEventValue } from '@pagehand/contracts/run-events';
import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { jsonRoutes } from '../json-routes.ts';

/** A claim lives this long after its last heartbeat, ms. */
const CLAIM_MS = 30_000;

/** `POST /api/runs/{verb}`: Stop, and who executes an interrupt, with its receipts as they come. */
export function runsRoute({ store, service }: Pick<ApiDependencies, 'store' | 'service'>): Hono<ApiEnv> {
  /** An interrupt of this thread that waits for an answer. */
  const waiting = (threadId: string, interruptId: string) => {
    const found = store.interrupts.get(interruptId);
    if (found === undefined || found.threadId !== threadId)
      throw new AppError('not-found', 'There is no such request in this thread.');
    if (found.closed || found.answer !== undefined)
      throw new AppError('conflict', 'This request was answered or closed.');
    return found;
  };
  const tell = <N extends RunEventName>(threadId: string, turnId: string, name: N, value: RunEventValue<N>): void => {
    store.events.append(threadId, turnId, { type: 'CUSTOM', name, value });
  };
  return jsonRoutes('/api/runs', RunRequests, {
    async stop({ threadId }) {
      await service.stop(threadId);
    },
    claim({ threadId, interruptId, panelId }) {
      const { turnId, claimedBy, receipts } = waiting(threadId, interruptId);
      if (!store.interrupts.claim(interruptId, panelId, CLAIM_MS))
        throw new AppError('other-panel', 'Another panel is working on this.');
      if (claimedBy !== panelId) tell(threadId, turnId, 'pagehand.claim', { interruptId, claimedBy: panelId });
      return { ok: true, receipts };
    },
    release({ threadId, interruptId, panelId }) {
      const { turnId, claimedBy } = waiting(threadId, interruptId);
      store.interrupts.release(interruptId, panelId);
      if (claimedBy === panelId) tell(threadId, turnId, 'pagehand.claim', { interruptId });
    },
    heartbeat({ threadId, interruptId, panelId }) {
      // A heartbeat keeps a claim, it never takes one: what was released or has run out must be claimed anew.
      const { claimedBy } = waiting(threadId, interruptId);
      if (claimedBy !== panelId || !store.interrupts.claim(interruptId, panelId, CLAIM_MS))
        throw new AppError('other-panel', 'The claim has run out. Claim it again.');
    },
    receipt({ threadId, interruptId, panelId, receipt }) {
      const { turnId, receipts } = waiting(threadId, interruptId);
      if (!store.interrupts.addReceipt(interruptId, panelId, receipt))
        throw new AppError('other-panel', 'Only the panel that holds the claim may report.');
      if (!receipts.some(({ stepId }) => stepId === receipt.stepId))
        tell(threadId, turnId, 'pagehand.receipt', { interruptId, receipt });
    },
  });
}
