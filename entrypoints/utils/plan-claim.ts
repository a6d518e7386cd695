import { AppError } from '@pagehand/contracts/errors';
import type { Receipt } from '@pagehand/contracts/receipt';
import { runs } from './backend-client.ts';
import { pairedTarget, sendToBackend } from './backend-request.ts';
import { sleep } from './deadline.ts';
import { markPosted } from './step-journal.ts';

export type ClaimKey = { threadId: string; interruptId: string; panelId: string };

/** The caller's object may hold more than the strict request takes. */
const idsOf = ({ threadId, interruptId, panelId }: ClaimKey): ClaimKey => ({ threadId, interruptId, panelId });

const HEARTBEAT_MS = 8_000;
/** How long a receipt is tried to be handed in while the backend does not answer. */
const POST_MS = 15_000;

export type Claim = {
  /** Receipts that the backend has already. */
  receipts: Receipt[];
  /** Aborted when another panel holds the claim now: this one must not act any more. */
  lost: AbortSignal;
  /** Asks now, before something is done: what was stopped or taken over elsewhere ends `lost`. */
  confirm(): Promise<void>;
  release(): Promise<void>;
};

/** Codes of a claim that is over: another panel has it, the request was answered, or the conversation is gone. */
const LOST: ReadonlySet<string> = new Set(['other-panel', 'conflict', 'not-found']);

/** @throws AppError `other-panel` when another panel executes the interrupt, `conflict` when it was answered. */
export async function claimInterrupt(key: ClaimKey, signal: AbortSignal): Promise<Claim> {
  const connection = await pairedTarget();
  const { receipts } = await runs.claim(idsOf(key), signal);
  const lost = new AbortController();
  const confirm = async (): Promise<void> => {
    try {
      await runs.heartbeat(idsOf(key), AbortSignal.timeout(5_000));
    } catch (error) {
      // A backend that is away has given the claim to nobody.
      if (error instanceof AppError && LOST.has(error.code)) lost.abort(error);
    }
  };
  const timer = setInterval(() => void confirm(), HEARTBEAT_MS);
  // A panel that is closed lets go at once; one that was killed loses the claim when its heartbeats end.
  const letGo = (): void => {
    void sendToBackend(connection, '/api/runs/release', idsOf(key), {
      signal: AbortSignal.timeout(3_000),
      keepalive: true,
    }).catch(() => undefined);
  };
  addEventListener('pagehide', letGo);
  return {
    receipts,
    lost: lost.signal,
    confirm,
    async release() {
      clearInterval(timer);
      removeEventListener('pagehide', letGo);
      await runs.release(idsOf(key), AbortSignal.timeout(3_000)).catch(() => undefined);
    },
  };
}

/**
 * Hands a receipt in; the journal notes that it arrived. While the backend is away it is tried again.
 * @throws AppError `other-panel` or `conflict` (the claim is lost), `backend-unreachable` (the receipt stays in the journal).
 */
export async function postReceipt(key: ClaimKey, receipt: Receipt): Promise<void> {
  const end = Date.now() + POST_MS;
  const { signal } = new AbortController();
  for (let wait = 200; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      await runs.receipt({ ...idsOf(key), receipt }, AbortSignal.timeout(5_000));
      await markPosted(key.interruptId, receipt.stepId);
      return;
    } catch (error) {
      const retry =
        error instanceof AppError &&
        (error.code === 'backend-unreachable' || error.code === 'timeout' || error.code === 'too-many-requests');
      if (!retry || Date.now() > end) throw error;
      await sleep(wait, signal);
    }
  }
}
