import type { ActiveRuns } from './active-runs.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { LivePages } from './live-pages.ts';
import { makeScope } from './make-scope.ts';
import { resumeValues } from './resume-turn.ts';
import { RunEvents } from './run-events.ts';
import { TurnInputSchema } from './turn-input.ts';
import { catchUp, type Entry } from './turn-runner.ts';
import { beginRun } from './turns.ts';

/**
 * Takes up the turns of a killed process. One that waits for the person stays as it is; one that ran goes on from its
 * last checkpoint, in the same run: finished tool calls are not repeated, a write whose end was not seen is reported as
 * unknown, answers that were stored are given to the graph again.
 */
export async function recoverTurns(deps: AgentDeps, active: ActiveRuns, live: LivePages): Promise<void> {
  for (const turn of deps.store.turns.unfinished()) {
    const open = deps.store.interrupts.listOpen(turn.threadId).filter((item) => item.turnId === turn.turnId);
    const answers = deps.store.interrupts.answers(turn.turnId);
    if (turn.state === 'waiting' && (open.length > 0 || answers.length === 0)) continue;
    try {
      await recoverTurn(deps, active, live, turn, answers);
    } catch (error) {
      deps.log.error({ turnId: turn.turnId, threadId: turn.threadId, err: error }, 'A turn could not be taken up');
    }
  }
}

async function recoverTurn(
  deps: AgentDeps,
  active: ActiveRuns,
  live: LivePages,
  turn: ReturnType<AgentDeps['store']['turns']['unfinished']>[number],
  answers: ReturnType<AgentDeps['store']['interrupts']['answers']>,
): Promise<void> {
  const { store } = deps;
  const input = TurnInputSchema.parse(turn.input);
  const { threadId, turnId } = turn;
  const runId = store.events.lastRun(threadId) ?? turnId;
  const controller = new AbortController();
  // Ids of messages that are made again differ from those that were cut: nobody takes them for one.
  const idSuffix = `r${Date.now().toString(36)}`;
  const scope = makeScope(deps, live, {
    threadId,
    turnId,
    runId,
    signal: controller.signal,
    credentials: {},
    idSuffix,
  });
  const events = new RunEvents(store, threadId, runId);
  events.takeUp(input.afterSeq);
  store.turns.setState(turnId, 'running');
  events.custom('pagehand.status', { text: 'going on after a restart' });

  const began = await catchUp(deps.graphs, scope, events, true);
  const entry: Entry = !began
    ? { kind: 'start', input }
    : answers.length > 0
      ? { kind: 'resume', values: resumeValues(answers, undefined) }
      : { kind: 'continue' };
  beginRun(deps, active, { scope, events, controller, entry });
}
