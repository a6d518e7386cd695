import { AppError } from '@pagehand/contracts/errors';
import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import type { ActiveRuns } from './active-runs.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { LivePages } from './live-pages.ts';
import { makeScope } from './make-scope.ts';
import type { StartRun } from './react-agent-service.ts';
import { RunEvents } from './run-events.ts';
import { takeAnswers } from './take-answers.ts';
import type { ResumeValue } from './tool-host.ts';
import { beginRun } from './turns.ts';

/**
 * Takes answers to interrupts. They are stored as they come; the graph goes on once, when all that is open is answered,
 * else the run ends at once with what is still open.
 */
export async function resumeTurn(
  deps: AgentDeps,
  active: ActiveRuns,
  live: LivePages,
  input: StartRun & { resume: NonNullable<StartRun['resume']> },
): Promise<{ turnId: string; fromSeq: number }> {
  const { store } = deps;
  const { threadId, runId } = input;
  const turnId = store.turns.open(threadId)?.turnId;
  if (turnId === undefined) throw new AppError('conflict', 'Nothing waits in this conversation any more.');
  if (input.resume.length === 0) throw new AppError('bad-request', 'There is no answer in this resume.');
  active.assertRoom(threadId);
  const controller = new AbortController();
  const scope = makeScope(deps, live, {
    threadId,
    turnId,
    runId,
    signal: controller.signal,
    credentials: input.credentials,
    timeZone: input.timeZone,
  });

  const taken = takeAnswers(store, { turnId, panelId: input.panelId }, input.resume, Date.now());
  // A sibling of the answered call may still work: its run ends first, so that two runs never mix in the log.
  await active.get(threadId)?.settled;
  if (store.turns.open(threadId)?.turnId !== turnId) throw new AppError('conflict', 'The turn has ended meanwhile.');
  if (input.page !== undefined) scope.pages.add(input.page);

  const fromSeq = store.events.lastSeq(threadId);
  const events = new RunEvents(store, threadId, runId);
  events.started();
  for (const { interruptId } of taken) events.custom('pagehand.interrupt-closed', { interruptId });
  const open = store.interrupts.listOpen(threadId);
  if (open.length > 0) {
    events.interrupted(open);
    return { turnId, fromSeq };
  }
  store.turns.setState(turnId, 'running');
  const values = resumeValues(store.interrupts.answers(turnId), input.page?.snapshotId);
  beginRun(deps, active, { scope, events, controller, entry: { kind: 'resume', values } });
  return { turnId, fromSeq };
}

/**
 * Stored answers as LangGraph gets them: the page afterwards goes by id, for a checkpoint holds no page.
 * @param pageId the page that came with the resume: for questions, whose answers carry none.
 */
export function resumeValues(
  answers: readonly { interruptId: string; answer: InterruptAnswer }[],
  pageId: string | undefined,
): ResumeValue[] {
  return answers.map(({ interruptId, answer }) => {
    if (answer.kind !== 'plan' && answer.kind !== 'page-tool')
      return { interruptId, answer, ...(pageId === undefined ? {} : { snapshotId: pageId }) };
    const { snapshot, ...rest } = answer;
    const snapshotId = snapshot?.snapshotId ?? pageId;
    return { interruptId, answer: rest, ...(snapshotId === undefined ? {} : { snapshotId }) };
  });
}
