import { RunRequests } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type { RunEventName, RunEventValue } from '@pagehand/contracts/run-events';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

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
  return new Hono<ApiEnv>()
    .post('/api/runs/stop', async (context) => {
      const { threadId } = await readBody(context.env.incoming, RunRequests.stop);
      await service.stop(threadId);
      return context.json({ ok: true });
    })
    .post('/api/runs/claim', async (context) => {
      const { threadId, interruptId, panelId } = await readBody(context.env.incoming, RunRequests.claim);
      const { turnId, claimedBy, receipts } = waiting(threadId, interruptId);
      if (!store.interrupts.claim(interruptId, panelId, CLAIM_MS))
        throw new AppError('other-panel', 'Another panel is working on this.');
      if (claimedBy !== panelId) tell(threadId, turnId, 'pagehand.claim', { interruptId, claimedBy: panelId });
      return context.json({ ok: true, receipts });
    })
    .post('/api/runs/release', async (context) => {
      const { threadId, interruptId, panelId } = await readBody(context.env.incoming, RunRequests.release);
      const { turnId, claimedBy } = waiting(threadId, interruptId);
      store.interrupts.release(interruptId, panelId);
      if (claimedBy === panelId) tell(threadId, turnId, 'pagehand.claim', { interruptId });
      return context.json({ ok: true });
    })
    .post('/api/runs/heartbeat', async (context) => {
      const { threadId, interruptId, panelId } = await readBody(context.env.incoming, RunRequests.heartbeat);
      // A heartbeat keeps a claim, it never takes one: what was released or has run out must be claimed anew.
      if (
        waiting(threadId, interruptId).claimedBy !== panelId ||
        !store.interrupts.claim(interruptId, panelId, CLAIM_MS)
      )
        throw new AppError('other-panel', 'The claim has run out. Claim it again.');
      return context.json({ ok: true });
    })
    .post('/api/runs/receipt', async (context) => {
      const { threadId, interruptId, panelId, receipt } = await readBody(context.env.incoming, RunRequests.receipt);
      const { turnId, receipts } = waiting(threadId, interruptId);
      if (!store.interrupts.addReceipt(interruptId, panelId, receipt))
        throw new AppError('other-panel', 'Only the panel that holds the claim may report.');
      if (!receipts.some(({ stepId }) => stepId === receipt.stepId))
        tell(threadId, turnId, 'pagehand.receipt', { interruptId, receipt });
      return context.json({ ok: true });
    });
}
