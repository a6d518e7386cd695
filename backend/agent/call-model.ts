import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { concat } from '@langchain/core/utils/stream';
import { AppError, type ErrorCode } from '@pagehand/contracts/errors';
import { modelError, retryAfterMs } from '../models/model-errors.ts';
import type { ResolvedModel } from '../models/resolve-model.ts';
import { pause } from './pause.ts';
import { type ChunkWriter, noticeChunk } from './run-scope.ts';

/** Calls of the model for one answer. */
const MAX_ATTEMPTS = 3;
/** The longest that a provider's retry-after is waited for (ms). */
const MAX_WAIT = 30_000;
/** Failures that may pass by themselves within seconds. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['model-rate-limited', 'model-unreachable', 'model-bad-answer']);

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
 * Streams one answer of the model. A failure that may pass (rate limit, server error, cut stream) is shown as a notice
 * and tried again, at most twice; text that was already shown stays as a message that ended there.
 * @throws AppError with a code of the model's errors, or `cancelled`.
 */
export async function callModel(call: ModelCall): Promise<{ answer: AIMessageChunk; messageId: string }> {
  for (let attempt = 0; ; attempt += 1) {
    const messageId = call.messageId(attempt);
    let shown = false;
    try {
      const answer = await stream(call, (delta) => {
        shown = true;
        call.write({ type: 'text', messageId, delta });
      });
      if (shown) call.write({ type: 'text-end', messageId });
      return { answer, messageId };
    } catch (caught) {
      if (call.signal.aborted) throw caught;
      if (shown) call.write({ type: 'text-end', messageId });
      const error = modelError(caught);
      const wait = retryAfterMs(caught) ?? 500 * 2 ** attempt;
      if (!PASSING.has(error.code) || attempt + 1 >= MAX_ATTEMPTS || wait > MAX_WAIT) throw error;
      call.write(noticeChunk(error.toBody()));
      await pause(wait, call.signal);
    }
  }
}

async function stream(call: ModelCall, onText: (delta: string) => void): Promise<AIMessageChunk> {
  const { model, reportsFinish } = call.resolved;
  const bound = model.bindTools === undefined || call.tools.length === 0 ? model : model.bindTools([...call.tools]);
  let whole: AIMessageChunk | undefined;
  for await (const chunk of await bound.stream(call.messages, { ...call.config, signal: call.signal })) {
    if (chunk.text !== '') onText(chunk.text);
    whole = whole === undefined ? chunk : concat(whole, chunk);
  }
  if (whole === undefined) throw new AppError('model-bad-answer', 'The model sent an empty answer.');
  if (reportsFinish && whole.response_metadata['finish_reason'] === undefined)
    throw new AppError('model-bad-answer', 'The answer of the model was cut off.');
  return whole;
}
