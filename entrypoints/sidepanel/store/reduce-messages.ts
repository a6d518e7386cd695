import type { ThreadMessage, ThreadSummary } from '@pagehand/contracts/api';
import { AppErrorSchema } from '@pagehand/contracts/errors';
import { type OpenInterrupt, PageToolArtifactSchema, PlansArtifactSchema } from '@pagehand/contracts/interrupts';
import { KitArtifactSchema } from '@pagehand/contracts/kit-module';
import { SourcesArtifactSchema } from '@pagehand/contracts/sources';
import { TasksArtifactSchema } from '@pagehand/contracts/task-list';
import { givenBefore } from './given-with-ask.ts';
import { withTasks } from './turn-items.ts';
import type { ThreadView, Turn, TurnItem } from './view-state.ts';

/** What `/api/threads/get` answers. */
export type StoredThread = {
  thread: ThreadSummary;
  messages: ThreadMessage[];
  interrupts: OpenInterrupt[];
  running?: { runId: string; turnId: string } | undefined;
  lastSeq: number;
};

/** Draws a stored thread: its messages in order, then what waits for the person. Pure. */
export function viewOfThread(stored: StoredThread): ThreadView {
  const turns: Turn[] = [];
  for (const message of stored.messages) {
    let turn = turns.find((known) => known.turnId === message.turnId);
    if (!turn) {
      turn = { turnId: message.turnId, ask: undefined, items: [], state: 'done', startedAt: message.createdAt };
      turns.push(turn);
    }
    turn.endedAt = message.createdAt;
    if (message.role === 'user') Object.assign(turn, { ask: message.content, given: givenBefore(message.artifact) });
    else if (message.role === 'assistant') turn.items.push(...itemsOfAssistant(message));
    else {
      turn.items = withToolResult(turn.items, message);
      const list = TasksArtifactSchema.safeParse(message.artifact).data;
      if (list !== undefined) turn.items = withTasks(turn, list.tasks);
    }
    const error = AppErrorSchema.safeParse(message.artifact?.['error']);
    if (error.success)
      Object.assign(
        turn,
        error.data.code === 'cancelled' ? { state: 'stopped' } : { state: 'failed', error: error.data },
      );
  }
  // Whatever ends by itself ends with the agent's words: one without them was stopped, or another message took its place.
  for (const turn of turns)
    if (turn.state === 'done' && stored.messages.findLast(({ turnId }) => turnId === turn.turnId)?.role !== 'assistant')
      turn.state = 'stopped';
  for (const open of stored.interrupts) {
    let turn = turns.find((known) => known.turnId === open.turnId);
    if (!turn) {
      turn = { turnId: open.turnId, ask: undefined, items: [], state: 'waiting', startedAt: open.createdAt };
      turns.push(turn);
    }
    if (!turn.items.some((item) => item.type === 'tool' && item.id === open.request.toolCallId)) {
      // The assistant's message may be stored only when the turn ends; the interrupt still says which call waits.
      turn.items.push({
        type: 'tool',
        id: open.request.toolCallId,
        name: toolOf(open),
        argsText: '',
        state: 'running',
      });
    }
    turn.items.push({ type: 'interrupt', id: open.interruptId, open, closed: false });
    turn.state = 'waiting';
  }
  const running = turns.find((turn) => turn.turnId === stored.running?.turnId);
  if (running) running.state = 'running';
  return { threadId: stored.thread.threadId, title: stored.thread.title, turns, lastSeq: stored.lastSeq };
}

function toolOf({ request }: OpenInterrupt): string {
  if (request.kind === 'approval' || request.kind === 'page-tool' || request.kind === 'background-page')
    return request.tool;
  return request.kind === 'plan' ? 'browser_action' : 'ask_user';
}

function itemsOfAssistant(message: ThreadMessage): TurnItem[] {
  // The words of an error are on its card.
  if (message.artifact?.['kind'] === 'error') return [];
  const calls = (message.toolCalls ?? []).map(
    (call): TurnItem => ({
      type: 'tool',
      id: call.id,
      name: call.name,
      argsText: JSON.stringify(call.args),
      state: 'running',
    }),
  );
  return message.content === ''
    ? calls
    : [{ type: 'text', id: message.id, text: message.content, done: true }, ...calls];
}

function withToolResult(items: TurnItem[], message: ThreadMessage): TurnItem[] {
  const artifact = PlansArtifactSchema.safeParse(message.artifact);
  const plans = artifact.success ? artifact.data.plans : [];
  return items.flatMap((item): TurnItem[] => {
    if (item.type !== 'tool' || item.id !== message.toolCallId) return [item];
    const cards = plans.map(
      ({ interruptId, request, answer }): TurnItem => ({
        type: 'interrupt',
        id: interruptId,
        open: { interruptId, turnId: message.turnId, request, receipts: answer.receipts, createdAt: message.createdAt },
        closed: true,
        answer,
      }),
    );
    const read = SourcesArtifactSchema.safeParse(message.artifact).data;
    const kit = KitArtifactSchema.safeParse(message.artifact).data;
    const done: TurnItem = {
      ...item,
      state: 'done',
      result: message.content,
      ...(read === undefined ? {} : { sources: read.sources }),
      ...(kit === undefined ? {} : { kit }),
    };
    return [done, ...cards, ...pageToolCards(message), ...questionCards(message)];
  });
}

/** The call of a page's tool, with what became of it. */
function pageToolCards(message: ThreadMessage): TurnItem[] {
  const { success, data } = PageToolArtifactSchema.safeParse(message.artifact);
  if (!success) return [];
  const { interruptId, request, answer } = data;
  return [
    {
      type: 'interrupt',
      id: interruptId,
      open: { interruptId, turnId: message.turnId, request, receipts: [], createdAt: message.createdAt },
      closed: true,
      ...(answer === undefined ? {} : { answer }),
    },
  ];
}

/** A question that was answered, as the tool message of `ask_user` keeps it. */
function questionCards(message: ThreadMessage): TurnItem[] {
  const { kind, question, answer } = message.artifact ?? {};
  if (kind !== 'question' || typeof question !== 'string' || typeof answer !== 'string') return [];
  const interruptId = `question-${message.id}`;
  return [
    {
      type: 'interrupt',
      id: interruptId,
      open: {
        interruptId,
        turnId: message.turnId,
        request: { kind: 'question', toolCallId: message.toolCallId ?? '', question, options: [] },
        receipts: [],
        createdAt: message.createdAt,
      },
      closed: true,
      answer: { kind: 'question', answer },
    },
  ];
}
