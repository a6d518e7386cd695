import { AIMessage } from '@langchain/core/messages';
import { AppError } from '@pagehand/contracts/errors';
import type { ActiveRuns } from './active-runs.ts';
import type { AgentDeps } from './agent-deps.ts';
import { honestEnd } from './budgets.ts';
import { closeOpenCalls, stopped } from './end-turn.ts';
import { errorId } from './ids.ts';
import type { RunEvents } from './run-events.ts';
import type { RunScope } from './run-scope.ts';
import { catchUp, type Entry, keep, runGraph } from './turn-runner.ts';

/** Why a run was aborted. */
export type AbortReason =
  | { kind: 'stop' | 'replaced' | 'close'; error: AppError }
  | { kind: 'budget'; error: AppError };

/**
 * Begins a run in the background and sees it to its pause or end. What it leaves behind is stored before `settled`
 * resolves.
 */
export function beginRun(
  deps: AgentDeps,
  active: ActiveRuns,
  run: { scope: RunScope; events: RunEvents; controller: AbortController; entry: Entry },
): void {
  const { scope, events, controller, entry } = run;
  const settled = segment(deps, active, scope, events, controller, entry).catch((error: unknown) => {
    deps.log.error(
      { runId: scope.runId, threadId: scope.threadId, err: error },
      'The end of a run could not be stored',
    );
    active.delete(scope.threadId);
  });
  active.set(scope.threadId, { turnId: scope.turnId, runId: scope.runId, controller, settled });
}

async function segment(
  deps: AgentDeps,
  active: ActiveRuns,
  scope: RunScope,
  events: RunEvents,
  controller: AbortController,
  entry: Entry,
): Promise<void> {
  // Begins after the caller has its answer: `start` returns before the first event of the graph.
  await Promise.resolve();
  const timer = setTimeout(() => controller.abort(outOfTime(scope.budgets.runMs)), scope.budgets.runMs);
  const given = entry.kind === 'resume' ? entry.values.map((value) => value.interruptId) : [];
  try {
    const end = await runGraph(deps.graphs, scope, events, entry);
    for (const interruptId of given) deps.store.interrupts.close(interruptId);
    if (end === 'waiting') pauseTurn(deps, active, scope, events);
    else endTurn(deps, active, scope, () => events.finished());
  } catch (error) {
    // The abort may have come between a checkpoint and its message: a call that ran must be in the thread.
    await catchUp(deps.graphs, scope, events, false);
    failTurn(deps, active, scope, events, controller.signal.aborted ? controller.signal.reason : error);
  } finally {
    clearTimeout(timer);
  }
  if (deps.store.turns.open(scope.threadId)?.turnId !== scope.turnId) await deps.checkpoints.deleteThread(scope.turnId);
}

function pauseTurn(deps: AgentDeps, active: ActiveRuns, scope: RunScope, events: RunEvents): void {
  deps.store.turns.setState(scope.turnId, 'waiting');
  active.delete(scope.threadId);
  events.interrupted(deps.store.interrupts.listOpen(scope.threadId));
}

/** The turn has ended in the store before its last event is told: whoever hears it may ask again at once. */
function endTurn(
  deps: AgentDeps,
  active: ActiveRuns,
  scope: { threadId: string; turnId: string },
  tell: () => void,
): void {
  deps.store.turns.setState(scope.turnId, 'ended');
  deps.plannerUsage.forget(scope.turnId);
  active.delete(scope.threadId);
  tell();
}

function failTurn(deps: AgentDeps, active: ActiveRuns, scope: RunScope, events: RunEvents, caught: unknown): void {
  const reason = isAbortReason(caught) ? caught : undefined;
  const error = reason?.error ?? unexpected(caught);
  deps.log.warn(
    { runId: scope.runId, threadId: scope.threadId, code: error.code, err: reason ? undefined : error.cause },
    'A run did not end by itself',
  );
  closeOpenCalls(deps, scope, error, events);
  if (reason?.kind === 'stop' || reason?.kind === 'replaced') {
    endTurn(deps, active, scope, () => events.cancelled());
  } else if (reason?.kind === 'budget') {
    events.custom('pagehand.notice', error.toBody());
    keep(scope, events, new AIMessage({ id: errorId(scope.turnId), content: honestEnd(error, []) }));
    endTurn(deps, active, scope, () => events.finished());
  } else {
    deps.store.threads.addMessage(scope.threadId, {
      id: errorId(scope.turnId),
      turnId: scope.turnId,
      role: 'assistant',
      content: '',
      artifact: { kind: 'error', error: error.toBody() },
      createdAt: Date.now(),
    });
    endTurn(deps, active, scope, () => events.failed(error));
  }
}

/** Ends a turn that waits: nothing of it runs, its open calls get their ToolMessage. */
export async function endWaitingTurn(
  deps: AgentDeps,
  active: ActiveRuns,
  turn: { threadId: string; turnId: string },
  events: RunEvents,
  error: AppError,
): Promise<void> {
  closeOpenCalls(deps, turn, error, events);
  endTurn(deps, active, turn, () => undefined);
  await deps.checkpoints.deleteThread(turn.turnId);
}

export const stop = (): AbortReason => ({ kind: 'stop', error: stopped() });

const outOfTime = (ms: number): AbortReason => ({
  kind: 'budget',
  error: new AppError('budget-exhausted', `The limit of ${Math.round(ms / 60_000)} minutes for one run is reached.`),
});

const unexpected = (caught: unknown): AppError =>
  caught instanceof AppError ? caught : new AppError('internal', 'The run failed unexpectedly.', { cause: caught });

const isAbortReason = (value: unknown): value is AbortReason =>
  typeof value === 'object' && value !== null && 'kind' in value && 'error' in value && value.error instanceof AppError;
