import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  isAIMessage,
  isToolMessage,
  ToolMessage,
} from '@langchain/core/messages';
import type { ThreadMessage } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { isRecord } from '@pagehand/contracts/is-record';
import { errorContent, toolMessageId } from '../tools/tool-message.ts';

/** A message of the graph as the store keeps it; undefined for what is not kept (system, page data). */
export function toThreadMessage(message: BaseMessage, turnId: string, createdAt: number): ThreadMessage | undefined {
  const base = { id: message.id ?? '', turnId, content: message.text, createdAt };
  if (isAIMessage(message)) {
    const toolCalls = (message.tool_calls ?? []).map((call) => ({
      id: call.id ?? '',
      name: call.name,
      args: call.args,
    }));
    return { ...base, role: 'assistant', ...(toolCalls.length > 0 ? { toolCalls } : {}) };
  }
  if (isToolMessage(message)) {
    const artifact: unknown = message.artifact;
    return {
      ...base,
      role: 'tool',
      toolCallId: message.tool_call_id,
      ...(isRecord(artifact) ? { artifact } : {}),
    };
  }
  return undefined;
}

/**
 * Stored messages as a model takes them. Every tool call has exactly one ToolMessage right after its AIMessage, whatever
 * the store holds: one that is missing is said to be lost, a second one and one without a call are left out.
 */
export function toModelMessages(messages: readonly ThreadMessage[]): BaseMessage[] {
  const results = new Map<string, ThreadMessage>();
  for (const message of messages)
    if (message.role === 'tool' && message.toolCallId !== undefined && !results.has(message.toolCallId))
      results.set(message.toolCallId, message);
  return messages.flatMap((message): BaseMessage[] => {
    if (message.role === 'tool' || message.artifact?.['kind'] === 'error') return [];
    if (message.role === 'user') return [new HumanMessage({ id: message.id, content: message.content })];
    const calls = message.toolCalls ?? [];
    return [
      new AIMessage({
        id: message.id,
        content: message.content,
        tool_calls: calls.map((call) => ({ ...call, type: 'tool_call' as const })),
      }),
      ...calls.map((call) => {
        const content = results.get(call.id)?.content ?? lostContent();
        return new ToolMessage({ id: toolMessageId(call.id), tool_call_id: call.id, name: call.name, content });
      }),
    ];
  });
}

const lostContent = (): string =>
  errorContent(new AppError('outcome-unknown', 'The result of this call was lost.').toBody());
