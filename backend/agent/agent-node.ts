import { AIMessage, type BaseMessage, isAIMessage } from '@langchain/core/messages';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';
import { AppError } from '@pagehand/contracts/errors';
import { exhausted, honestEnd } from './budgets.ts';
import { callModel } from './call-model.ts';
import { buildPrompt } from './context-builder.ts';
import type { AgentState, AgentUpdate } from './graph-state.ts';
import { messageId, toolCallId } from './ids.ts';
import { frozenPageTools, mintAnswer } from './mint-answer.ts';
import { type ChunkWriter, noticeChunk, type RunScope, scopeOf, writerOf } from './run-scope.ts';
import { toolSpecs } from './tool-specs.ts';
import { totalUsage } from './usage.ts';

/** The graph's thinking node: a command's own tool call first, else one answer of the model with ids of ours. */
export async function agentNode(state: AgentState, config: LangGraphRunnableConfig): Promise<AgentUpdate> {
  const scope = scopeOf(config);
  const write = writerOf(config);
  const modelCall = state.messages.filter(isAIMessage).length;
  if (state.command !== null && modelCall === 0) return { messages: [commandMessage(scope, state.command)] };

  if (scope.askedBy !== null) return { messages: [handedOver(scope, write, modelCall, scope.askedBy)] };

  const end = exhausted(state.messages, scope.budgets);
  if (end !== undefined) return { messages: [endMessage(scope, write, modelCall, end, state.messages)] };

  const message = await answerWithin(1, { state, scope, write, modelCall, config, see: true });
  const usage = scope.plannerUsage.with(totalUsage([...state.messages, message]));
  write({ type: 'custom', name: 'pagehand.usage', value: usage });
  return { messages: [message] };
}

type Thinking = {
  state: AgentState;
  scope: RunScope;
  write: ChunkWriter;
  modelCall: number;
  config: LangGraphRunnableConfig;
  /** Whether pictures are shown. */
  see: boolean;
};

/** One answer; a model that cannot take the prompt is asked once more with a third of the page and the history. */
async function answerWithin(share: number, thinking: Thinking): Promise<AIMessage> {
  const { state, scope, write, modelCall, config, see } = thinking;
  const prompt = await buildPrompt(scope, state.messages, state.pageId ?? undefined, share, see);
  // Asked for at each call of the model: what is bound is what is on screen now.
  const pageTools = scope.pageTools();
  for (const refusal of scope.takeRefusals()) write(noticeChunk(refusal));
  write({ type: 'custom', name: 'pagehand.sent', value: prompt.sent });
  write({ type: 'custom', name: 'pagehand.status', value: { text: 'thinking' } });
  try {
    const { answer, messageId: id } = await callModel({
      resolved: scope.resolved,
      tools: toolSpecs(scope, pageTools),
      messages: prompt.messages,
      messageId: (attempt) => messageId(scope.turnId, modelCall, scope.idSuffix + (attempt > 0 ? `x${attempt}` : '')),
      write,
      signal: scope.signal,
      config,
    });
    return mintAnswer(answer, {
      id,
      turnId: scope.turnId,
      budgets: scope.budgets,
      modelCall,
      prompt: prompt.messages,
      pageTools,
    });
  } catch (error) {
    // A model that has no eyes says so by refusing the request.
    if (prompt.pictures > 0 && error instanceof AppError && error.code === 'model-error') {
      write(
        noticeChunk(new AppError('model-error', 'The model did not take the picture. It answers without it.').toBody()),
      );
      return answerWithin(share, { ...thinking, see: false });
    }
    if (share < 1 || !(error instanceof AppError) || error.code !== 'model-context-exceeded') throw error;
    write(noticeChunk(error.toBody()));
    return answerWithin(1 / 3, thinking);
  }
}

/** A slash command: the AIMessage whose tool call it spells. Validated, approved and journaled like any other. */
function commandMessage(scope: RunScope, command: NonNullable<AgentState['command']>): AIMessage {
  const call = {
    id: toolCallId(scope.turnId, 0, 0),
    name: command.tool,
    args: command.args,
    type: 'tool_call' as const,
  };
  return new AIMessage({
    id: messageId(scope.turnId, 0),
    content: '',
    tool_calls: [call],
    additional_kwargs: frozenPageTools([call], scope.pageTools()),
  });
}

/** The result of another agent's command is answered by that agent: no model of ours is asked about it. */
function handedOver(scope: RunScope, write: ChunkWriter, modelCall: number, askedBy: string): AIMessage {
  return said(scope, write, modelCall, `The result went to ${askedBy}.`);
}

function endMessage(
  scope: RunScope,
  write: ChunkWriter,
  modelCall: number,
  error: AppError,
  messages: BaseMessage[],
): AIMessage {
  write(noticeChunk(error.toBody()));
  return said(scope, write, modelCall, honestEnd(error, messages));
}

function said(scope: RunScope, write: ChunkWriter, modelCall: number, content: string): AIMessage {
  const id = messageId(scope.turnId, modelCall, scope.idSuffix);
  write({ type: 'text', messageId: id, delta: content });
  write({ type: 'text-end', messageId: id });
  return new AIMessage({ id, content });
}
