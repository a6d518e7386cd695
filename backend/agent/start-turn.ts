import { AppError } from '@pagehand/contracts/errors';
import type { Skill } from '@pagehand/contracts/skills';
import type { StoredAttachment } from '../store/store.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { AgentDeps } from './agent-deps.ts';
import { replaced } from './end-turn.ts';
import { askId } from './ids.ts';
import type { LivePages } from './live-pages.ts';
import { makeScope } from './make-scope.ts';
import type { StartRun } from './react-agent-service.ts';
import { RunEvents } from './run-events.ts';
import { originsOf } from './run-pages.ts';
import { commandText, type TurnInput, titleOf } from './turn-input.ts';
import { type AbortReason, beginRun, endWaitingTurn } from './turns.ts';

/** Begins a turn: a person's ask, or the tool call that a slash command spells. */
export async function askTurn(
  deps: AgentDeps,
  active: ActiveRuns,
  live: LivePages,
  input: StartRun,
): Promise<{ turnId: string; fromSeq: number }> {
  const { store } = deps;
  const { threadId, runId: turnId, page } = input;
  checkAsk(deps, active, input);
  const text = textOf(input);
  const skill = input.skill === undefined ? null : chosenSkill(deps, input.skill);
  const controller = new AbortController();
  const scope = makeScope(deps, live, {
    threadId,
    turnId,
    runId: turnId,
    signal: controller.signal,
    credentials: input.credentials,
    timeZone: input.timeZone,
    skill,
    askedBy: input.command === undefined ? null : (input.askedBy ?? null),
  });
  await cancelOpen(deps, active, threadId);

  const isNew = store.threads.get(threadId) === undefined;
  const title = titleOf(text);
  store.threads.ensure(threadId, title);
  const fromSeq = store.events.lastSeq(threadId);
  const turn: TurnInput = {
    text,
    command: input.command ?? null,
    pageId: page?.snapshotId ?? null,
    skill,
    askedBy: input.command === undefined ? null : (input.askedBy ?? null),
    afterSeq: fromSeq,
  };
  // First what may be refused: a turn that is kept is taken up after a restart.
  const attachments = store.attachments.send(threadId, turnId, input.attachments ?? []);
  store.turns.start({ turnId, threadId, input: turn });
  for (const mention of input.mentions ?? []) scope.pages.addMention(mention);
  if (page !== undefined) {
    scope.pages.add(page);
    live.forget(threadId);
  }
  store.threads.addMessage(threadId, {
    id: askId(turnId),
    turnId,
    role: 'user',
    content: text,
    artifact: askArtifact(input, attachments),
    createdAt: Date.now(),
  });
  const events = new RunEvents(store, threadId, turnId);
  events.started();
  if (isNew) events.custom('pagehand.title', { title });
  beginRun(deps, active, { scope, events, controller, entry: { kind: 'start', input: turn } });
  return { turnId, fromSeq };
}

const textOf = (input: StartRun): string => {
  const text = input.command === undefined ? (input.ask ?? '').trim() : commandText(input.command);
  return input.askedBy === undefined || text === '' ? text : `Asked by ${input.askedBy}: ${text}`;
};

/** What a stored ask tells of what came with it: its page, the origins that were read, files, tabs, the skill. */
function askArtifact(input: StartRun, attachments: readonly StoredAttachment[]): Record<string, unknown> {
  const { page, mentions = [], skill } = input;
  const read = [...(page === undefined ? [] : [page]), ...mentions].flatMap(originsOf);
  return {
    kind: 'page',
    ...(page === undefined ? {} : { url: page.url, title: page.title }),
    origins: [...new Set(read)],
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(mentions.length === 0 ? {} : { mentions: mentions.map(({ url, title }) => ({ url, title })) }),
    ...(skill === undefined ? {} : { skill }),
  };
}

/** @throws AppError `not-found` when there is no such skill, or its file is wrong. */
function chosenSkill(deps: AgentDeps, name: string): Skill {
  const { skills, problems } = deps.skills();
  const found = skills.find((skill) => skill.name === name);
  if (found !== undefined) return found;
  const wrong = problems.find(({ file }) => file.startsWith(`${name}/`));
  const why = wrong === undefined ? '' : ` ${wrong.file}, line ${wrong.line}: ${wrong.message}`;
  throw new AppError('not-found', `There is no skill ${name}.${why}`);
}

/**
 * Whether this ask can begin, before it takes the place of a run.
 * @throws AppError `bad-request` when there is nothing to do, `too-many-requests` when there is no room, `not-found`
 *   when there is no such skill, and the codes of `resolveModel`.
 */
export function checkAsk(deps: AgentDeps, active: ActiveRuns, input: StartRun): void {
  if (textOf(input) === '') throw new AppError('bad-request', 'There is nothing to do: no message and no command.');
  active.assertRoom(input.threadId);
  if (input.skill !== undefined) chosenSkill(deps, input.skill);
  deps.resolveModel();
}

/** Aborts the run that a new message takes the place of. */
export function abortReplaced(active: ActiveRuns, threadId: string): void {
  const reason: AbortReason = { kind: 'replaced', error: replaced() };
  active.get(threadId)?.controller.abort(reason);
}

/** A new message while something is open: what is open ends first, with a ToolMessage for each of its calls. */
async function cancelOpen(deps: AgentDeps, active: ActiveRuns, threadId: string): Promise<void> {
  abortReplaced(active, threadId);
  await active.get(threadId)?.settled;
  const open = deps.store.turns.open(threadId);
  if (open === undefined) return;
  const events = new RunEvents(deps.store, threadId, deps.store.events.lastRun(threadId) ?? open.turnId);
  await endWaitingTurn(deps, active, { threadId, turnId: open.turnId }, events, replaced());
}
