import { useSyncExternalStore } from 'react';
import type { PendingApproval } from '../core/approval-queue.ts';
import { approvals } from '../core/index.ts';

export type Approval = {
  /** The call to decide now, if there is one. */
  readonly pending: PendingApproval | undefined;
  /** All that wait, `pending` first. */
  readonly queue: readonly PendingApproval[];
  /** One step further: a `critical` call needs it twice. */
  readonly approve: (id: string) => void;
  readonly deny: (id: string, reason?: string) => void;
};

const none: readonly PendingApproval[] = [];

/**
 * The calls of this page that wait for the person. A component that uses it must show them: while one is mounted, calls
 * of risk `high` and `critical` wait for it, and without one they are refused.
 */
export function useApproval(): Approval {
  const queue = useSyncExternalStore(approvals.subscribe, approvals.pending, () => none);
  return { pending: queue[0], queue, approve: approvals.approve, deny: approvals.deny };
}
