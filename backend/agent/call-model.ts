import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { concat } from '@langchain/core/utils/stream';
import { AppError } from '@pagehand/contracts/errors';
import type { ResolvedModel } from '../models/resolve-model.ts';
import { retryModel } from './retry-model.ts';
import { type ChunkWriter, noticeChunk } from './run-scope.ts';

export type ModelCall = {
  resolved: ResolvedModel;
  tools: readonly Record<string, unknown>[];
  messages: BaseMessage[];
  /** Id of the message in events; a second attempt after text was shown gets one of its own. */
  messageId: (attempt: number) => string;
  write: ChunkWriter;
  signal: AbortSignal;
  config: RunnableConfig;
};

/**
 * Streams one answer of the model. A failure that may pass is shown as a notice and tried again; text that was already
 * shown stays as a message that ended there.
 * @throws AppError with a code of the model's errors.
 */
export async function callModel(call: ModelCall): Promise<{ answer: AIMessageChunk; messageId: string }> {
  return retryModel(
    async (attempt) => {
      const messageId = call.messageId(attempt);
      let shown = false;
      try {
        const answer = await stream(call, (delta) => {
          shown = true;
          call.write({ type: 'text', messageId, delta });
        });
        return { answer, messageId };
      } finally {
        if (shown) call.write({ type: 'text-end', messageId });
      }
    },
    call.signal,
    (error, waitMs) => call.write(noticeChunk({ ...error.toBody(), retryAfterMs: Math.round(waitMs) })),
  );
}

async function stream(call: ModelCall, onText: (delta: string) => void): Promise<AIMessageChunk> {
  const { model, reportsFinish } = call.resolved;
  const bound = model.bindTools === undefined || call.tools.length === 0 ? model : model.bindTools([...call.tools]);
  const config = { ...call.config, signal: call.signal };
  let whole: AIMessageChunk | undefined;
  for await (const chunk of await bound.stream(call.messages, config)) {
    if (chunk.text !== '') onText(chunk.text);
    whole = whole === undefined ? chunk : concat(whole, chunk);
  }
  if (whole === undefined) return notStreamed(await bound.invoke(call.messages, config), onText);
  if (reportsFinish && whole.response_metadata['finish_reason'] === undefined)
    throw new AppError('model-bad-answer', 'The answer of the model was cut off.');
  return whole;
}

/** A server that ignores `stream` sends nothing a stream reader understands: it is asked once more, for a whole answer. */
function notStreamed(message: BaseMessage, onText: (delta: string) => void): AIMessageChunk {
  if (message.text !== '') onText(message.text);
  const calls = 'tool_calls' in message && Array.isArray(message.tool_calls) ? message.tool_calls : [];
  if (message.text === '' && calls.length === 0)
    throw new AppError('model-bad-answer', 'The model sent an empty answer.');
  return new AIMessageChunk({ content: message.text, tool_calls: calls, response_metadata: message.response_metadata });
}
