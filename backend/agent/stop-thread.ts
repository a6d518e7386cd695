import type { ActiveRuns } from './active-runs.ts';
import type { AgentDeps } from './agent-deps.ts';
import { stopped } from './end-turn.ts';
import { RunEvents } from './run-events.ts';
import { endWaitingTurn, stop } from './turns.ts';

/**
 * Stop: aborts what runs (the model's socket closes with it) and ends a turn that waits. Does nothing when nothing is
 * open. It aborts at once, and again when it has the thread's lock: what came before it and was still waiting for the
 * lock (a resume, a message) has begun by then, what comes after it waits behind it.
 */
export async function stopThread(deps: AgentDeps, active: ActiveRuns, threadId: string): Promise<void> {
  active.get(threadId)?.controller.abort(stop());
  await active.locked(threadId, async () => {
    const running = active.get(threadId);
    running?.controller.abort(stop());
    await running?.settled;
    const open = deps.store.turns.open(threadId);
    if (open === undefined) return;
    const events = new RunEvents(deps.store, threadId, deps.store.events.lastRun(threadId) ?? open.turnId);
    await endWaitingTurn(deps, active, { threadId, turnId: open.turnId }, events, stopped());
  });
}
