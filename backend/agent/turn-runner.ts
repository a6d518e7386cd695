import type { BaseMessage } from '@langchain/core/messages';
import { HumanMessage } from '@langchain/core/messages';
import { Command, INTERRUPT } from '@langchain/langgraph';
import type { Store } from '../store/store.ts';
import type { AgentGraph, GraphBuilder } from './graph-builder.ts';
import { askId } from './ids.ts';
import type { RunEvents } from './run-events.ts';
import type { RunChunk, RunScope } from './run-scope.ts';
import { toThreadMessage } from './thread-messages.ts';
import type { ResumeValue } from './tool-host.ts';
import type { TurnInput } from './turn-input.ts';

/** How the graph is entered: at its start, with answers, or where its last checkpoint stands. */
export type Entry =
  | { kind: 'start'; input: TurnInput }
  | { kind: 'resume'; values: ResumeValue[] }
  | { kind: 'continue' };

type StreamPart = ['custom', RunChunk] | ['updates', Record<string, unknown>];

/**
 * Drives the graph until it pauses or ends, and writes what happens to the log and to the thread as it happens.
 * @returns `waiting` when interrupts are open.
 * @throws what the model threw (AppError), or the abort.
 */
export async function runGraph(
  graphs: GraphBuilder,
  scope: RunScope,
  events: RunEvents,
  entry: Entry,
): Promise<'ended' | 'waiting'> {
  const graph = graphs.graph();
  let waiting = false;
  const stream = await graph.stream(graphInput(entry, scope.turnId), {
    configurable: { thread_id: scope.turnId },
    context: scope,
    signal: scope.signal,
    streamMode: ['updates', 'custom'],
    // Each step is in the database before the next begins: a killed process loses nothing that was done.
    durability: 'sync',
    recursionLimit: scope.budgets.modelCalls * 2 + 10,
  });
  // parse boundary: the parts of our own nodes, typed loosely by LangGraph
  for await (const [mode, part] of stream as AsyncIterable<StreamPart>) {
    if (mode === 'custom') events.chunk(part);
    else if (INTERRUPT in part) waiting = true;
    else for (const message of messagesIn(part)) keep(scope, events, message);
  }
  return waiting ? 'waiting' : 'ended';
}

/** Puts a message of the graph into the thread, then tells it. */
export function keep(
  scope: { store: Store; threadId: string; turnId: string },
  events: RunEvents,
  message: BaseMessage,
): void {
  const stored = toThreadMessage(message, scope.turnId, Date.now());
  if (stored !== undefined) scope.store.threads.addMessage(scope.threadId, stored);
  events.message(message);
}

/**
 * Puts messages that the graph's last checkpoint has and the thread has not into the thread: the process died, or the
 * run was aborted, between the two.
 * @param tellAll also tells messages that the thread has and the log may not have (after a restart).
 */
export async function catchUp(
  graphs: GraphBuilder,
  scope: RunScope,
  events: RunEvents,
  tellAll: boolean,
): Promise<boolean> {
  const state = await graphs.graph().getState({ configurable: { thread_id: scope.turnId } });
  const messages: unknown = state.values['messages'];
  if (!Array.isArray(messages)) return false;
  const stored = new Set(scope.store.threads.messages(scope.threadId).map((message) => message.id));
  for (const message of messages) {
    if (!stored.has(message.id)) keep(scope, events, message);
    else if (tellAll) events.message(message);
  }
  return messages.length > 0;
}

function graphInput(entry: Entry, turnId: string): Parameters<AgentGraph['stream']>[0] {
  switch (entry.kind) {
    case 'start':
      return {
        messages: [new HumanMessage({ id: askId(turnId), content: entry.input.text })],
        command: entry.input.command,
        pageId: entry.input.pageId,
      };
    case 'resume':
      return new Command({ resume: Object.fromEntries(entry.values.map((value) => [value.interruptId, value])) });
    case 'continue':
      return null;
  }
}

/** Messages in an `updates` part: `{node: {messages}}`, or a list of such updates. */
function messagesIn(part: Record<string, unknown>): BaseMessage[] {
  return Object.values(part)
    .flat()
    .flatMap((update): BaseMessage[] =>
      // parse boundary: what our own two nodes return
      typeof update === 'object' && update !== null && 'messages' in update ? (update.messages as BaseMessage[]) : [],
    );
}
