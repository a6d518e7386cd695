import { AIMessage, type AIMessageChunk, type BaseMessage, isAIMessage } from '@langchain/core/messages';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { exhausted, honestEnd } from './budgets.ts';
import { callModel } from './call-model.ts';
import { buildPrompt } from './context-builder.ts';
import type { AgentState, AgentUpdate } from './graph-state.ts';
import { messageId, toolCallId } from './ids.ts';
import { type ChunkWriter, noticeChunk, type RunScope, scopeOf, writerOf } from './run-scope.ts';
import { toolSpecs } from './tool-specs.ts';
import { totalUsage, usageOfAnswer } from './usage.ts';

/** The graph's thinking node: a command's own tool call first, else one answer of the model with ids of ours. */
export async function agentNode(state: AgentState, config: LangGraphRunnableConfig): Promise<AgentUpdate> {
  const scope = scopeOf(config);
  const write = writerOf(config);
  const modelCall = state.messages.filter(isAIMessage).length;
  if (state.command !== null && modelCall === 0) return { messages: [commandMessage(scope, state.command)] };

  const end = exhausted(state.messages, scope.budgets);
  if (end !== undefined) return { messages: [endMessage(scope, write, modelCall, end, state.messages)] };

  const prompt = await buildPrompt(scope, state.messages, state.pageId ?? undefined);
  write({ type: 'custom', name: 'pagehand.sent', value: prompt.sent });
  write({ type: 'custom', name: 'pagehand.status', value: { text: 'thinking' } });
  const { answer, messageId: id } = await callModel({
    resolved: scope.resolved,
    tools: toolSpecs(scope),
    messages: prompt.messages,
    messageId: (attempt) => messageId(scope.turnId, modelCall, scope.idSuffix + (attempt > 0 ? `x${attempt}` : '')),
    write,
    signal: scope.signal,
    config,
  });
  const message = ours(answer, { id, scope, modelCall, prompt: prompt.messages });
  write({ type: 'custom', name: 'pagehand.usage', value: totalUsage([...state.messages, message]) });
  return { messages: [message] };
}

/** A slash command: the AIMessage whose tool call it spells. Validated, approved and journaled like any other. */
function commandMessage(scope: RunScope, command: NonNullable<AgentState['command']>): AIMessage {
  const call = {
    id: toolCallId(scope.turnId, 0, 0),
    name: command.tool,
    args: command.args,
    type: 'tool_call' as const,
  };
  return new AIMessage({ id: messageId(scope.turnId, 0), content: '', tool_calls: [call] });
}

function endMessage(
  scope: RunScope,
  write: ChunkWriter,
  modelCall: number,
  error: AppError,
  messages: BaseMessage[],
): AIMessage {
  const id = messageId(scope.turnId, modelCall, scope.idSuffix);
  const content = honestEnd(error, messages);
  write(noticeChunk(error.toBody()));
  write({ type: 'text', messageId: id, delta: content });
  write({ type: 'text-end', messageId: id });
  return new AIMessage({ id, content });
}

type Mint = { id: string; scope: RunScope; modelCall: number; prompt: BaseMessage[] };

/**
 * The answer as it enters the state: message and call ids minted by us, calls whose arguments are no JSON and calls past
 * the budget marked as refused. Their ToolMessages say why; the provider sees a valid conversation.
 */
function ours(answer: AIMessageChunk, mint: Mint): AIMessage {
  const { scope, modelCall } = mint;
  const refused: Record<string, AppErrorBody> = {};
  const calls = rawCalls(answer).map((raw, index) => {
    const id = toolCallId(scope.turnId, modelCall, index);
    if (raw.problem !== undefined)
      refused[id] = new AppError('invalid-arguments', 'The arguments are not a JSON object.', {
        problems: [{ code: 'not-json', path: '', message: raw.problem }],
      }).toBody();
    else if (index >= scope.budgets.parallelCalls)
      refused[id] = new AppError('budget-exhausted', `Only ${scope.budgets.parallelCalls} calls at once.`).toBody();
    return { id, name: raw.name, args: raw.args, type: 'tool_call' as const };
  });
  return new AIMessage({
    id: mint.id,
    content: answer.text,
    tool_calls: calls,
    response_metadata: { usage: usageOfAnswer(answer, mint.prompt) },
    additional_kwargs: Object.keys(refused).length > 0 ? { pagehand_refused: refused } : {},
  });
}

type RawCall = { name: string; args: Record<string, unknown>; problem?: string };

/**
 * The calls of an answer. Streamed arguments are parsed strictly here: LangChain completes cut JSON, and half a call
 * would look like a whole one.
 */
function rawCalls(answer: AIMessageChunk): RawCall[] {
  const chunks = answer.tool_call_chunks ?? [];
  if (chunks.length === 0) return (answer.tool_calls ?? []).map(({ name, args }) => ({ name, args }));
  return chunks.map((chunk) => ({ name: chunk.name ?? '', ...parseArgs(chunk.args ?? '') }));
}

function parseArgs(text: string): Omit<RawCall, 'name'> {
  if (text.trim() === '') return { args: {} };
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { args: { ...parsed } };
    return { args: {}, problem: `Expected an object, got: ${text.slice(0, 200)}` };
  } catch {
    return { args: {}, problem: `Not valid JSON: ${text.slice(0, 200)}` };
  }
}
