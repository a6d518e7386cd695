import { EventType } from '@ag-ui/core';
import { AIMessage, type BaseMessage, isToolMessage } from '@langchain/core/messages';
import type { AppError } from '@pagehand/contracts/errors';
import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { RunEventName, RunEventValue } from '@pagehand/contracts/run-events';
import { SourcesArtifactSchema } from '@pagehand/contracts/sources';
import type { Store } from '../store/store.ts';
import type { RunChunk } from './run-scope.ts';

/**
 * The one place where LangGraph's stream becomes AG-UI events. Nodes write text and custom chunks (`custom` mode), whole
 * messages come with `updates`. Everything is appended to the thread's log; whoever reads it may be gone.
 */
export class RunEvents {
  readonly #store: Store;
  readonly #threadId: string;
  readonly #runId: string;
  /** Messages whose text is being streamed, and those whose text, call or result was already told. */
  readonly #open = new Set<string>();
  readonly #told = new Set<string>();

  constructor(store: Store, threadId: string, runId: string) {
    this.#store = store;
    this.#threadId = threadId;
    this.#runId = runId;
  }

  started(): void {
    this.#append({ type: EventType.RUN_STARTED, threadId: this.#threadId, runId: this.#runId });
  }

  /** A chunk that a node or a tool wrote. */
  chunk(chunk: RunChunk): void {
    if (chunk.type === 'text') this.#text(chunk.messageId, chunk.delta);
    else if (chunk.type === 'text-end') this.#textEnd(chunk.messageId);
    else this.#append({ type: EventType.CUSTOM, name: chunk.name, value: chunk.value });
  }

  custom<N extends RunEventName>(name: N, value: RunEventValue<N>): void {
    this.#append({ type: EventType.CUSTOM, name, value });
  }

  /** A message that entered the state: what was not streamed of it is told now, its calls and results too. */
  message(message: BaseMessage): void {
    if (AIMessage.isInstance(message)) this.#answer(message);
    else if (isToolMessage(message) && !this.#told.has(message.tool_call_id)) {
      this.#told.add(message.tool_call_id);
      this.#append({
        type: EventType.TOOL_CALL_RESULT,
        messageId: message.id ?? message.tool_call_id,
        toolCallId: message.tool_call_id,
        content: message.text,
        role: 'tool',
      });
      const artifact = SourcesArtifactSchema.safeParse(message.artifact);
      if (artifact.success && artifact.data.sources.length > 0)
        this.custom('pagehand.sources', { toolCallId: message.tool_call_id, sources: artifact.data.sources });
    }
  }

  finished(): void {
    this.#finish({ type: 'success' });
  }

  /** Stop: whatever was open has been closed. */
  cancelled(): void {
    this.#finish({ type: 'cancelled' });
  }

  /** The run pauses until these are answered. */
  interrupted(open: readonly OpenInterrupt[]): void {
    const interrupts = open.map(({ interruptId, request }) => ({
      id: interruptId,
      reason: request.kind,
      toolCallId: request.toolCallId,
      metadata: request,
    }));
    this.#finish({ type: 'interrupt', interrupts });
  }

  failed(error: AppError): void {
    this.#endTexts();
    this.#append({ type: EventType.RUN_ERROR, message: error.message, code: error.code });
  }

  /**
   * Takes up a run whose process died: texts that were cut are ended, and what the log already has is not told again.
   * @param after sequence number before the turn's first event.
   */
  takeUp(after: number): void {
    for (let seq = after, page = this.#store.events.after(this.#threadId, seq, 500); page.length > 0; ) {
      for (const { event } of page) this.#remember(event);
      seq = page.at(-1)?.seq ?? seq;
      page = this.#store.events.after(this.#threadId, seq, 500);
    }
    this.#endTexts();
  }

  #remember(event: Record<string, unknown>): void {
    const id = String(event['messageId'] ?? '');
    if (event['type'] === EventType.TEXT_MESSAGE_START) this.#open.add(id);
    if (event['type'] === EventType.TEXT_MESSAGE_END) {
      this.#open.delete(id);
      this.#told.add(id);
    }
    const callId = String(event['toolCallId'] ?? '');
    if (event['type'] === EventType.TOOL_CALL_START) this.#told.add(`call ${callId}`);
    if (event['type'] === EventType.TOOL_CALL_RESULT) this.#told.add(callId);
  }

  #answer(message: AIMessage): void {
    const id = message.id ?? '';
    if (message.text !== '' && !this.#told.has(id) && !this.#open.has(id)) this.#text(id, message.text);
    this.#textEnd(id);
    for (const call of message.tool_calls ?? []) {
      const toolCallId = call.id ?? '';
      if (this.#told.has(`call ${toolCallId}`)) continue;
      this.#told.add(`call ${toolCallId}`);
      this.#append({ type: EventType.TOOL_CALL_START, toolCallId, toolCallName: call.name, parentMessageId: id });
      this.#append({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta: JSON.stringify(call.args) });
      this.#append({ type: EventType.TOOL_CALL_END, toolCallId });
    }
  }

  #text(messageId: string, delta: string): void {
    if (!this.#open.has(messageId)) {
      this.#open.add(messageId);
      this.#append({ type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' });
    }
    this.#append({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta });
  }

  #textEnd(messageId: string): void {
    if (!this.#open.delete(messageId)) return;
    this.#told.add(messageId);
    this.#append({ type: EventType.TEXT_MESSAGE_END, messageId });
  }

  #endTexts(): void {
    for (const messageId of [...this.#open]) this.#textEnd(messageId);
  }

  #finish(outcome: Record<string, unknown>): void {
    this.#endTexts();
    this.#append({ type: EventType.RUN_FINISHED, threadId: this.#threadId, runId: this.#runId, outcome });
  }

  #append(event: Record<string, unknown>): void {
    this.#store.events.append(this.#threadId, this.#runId, event);
  }
}
