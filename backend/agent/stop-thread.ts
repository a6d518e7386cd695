import type { ActiveRuns } from './active-runs.ts';
import type { AgentDeps } from './agent-deps.ts';
import { stopped } from './end-turn.ts';
import { RunEvents } from './run-events.ts';
import { endWaitingTurn, stop } from './turns.ts';

/**
 * Stop: aborts what runs (the model's socket closes with it) and ends a turn that waits. Does nothing when nothing is
 * open. Does not wait for the thread's lock before it aborts.
 */
export async function stopThread(deps: AgentDeps, active: ActiveRuns, threadId: string): Promise<void> {
  const running = active.get(threadId);
  running?.controller.abort(stop());
  await running?.settled;
  await active.locked(threadId, async () => {
    // A resume may have begun a run while this waited for the lock.
    const later = active.get(threadId);
    if (later !== undefined && later.turnId === running?.turnId) {
      later.controller.abort(stop());
      await later.settled;
    }
    const open = deps.store.turns.open(threadId);
    if (open === undefined || active.get(threadId) !== undefined) return;
    const events = new RunEvents(deps.store, threadId, deps.store.events.lastRun(threadId) ?? open.turnId);
    await endWaitingTurn(deps, active, { threadId, turnId: open.turnId }, events, stopped());
  });
}
