import { AIMessage, type AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import * as z from 'zod';
import { estimateTokens } from './tokens.ts';

/** Tokens of model calls, as the provider counts them; `estimated` when it counted nothing for some of them. */
export type Usage = { inputTokens: number; outputTokens: number; estimated: boolean };

const ProviderUsage = z.object({ input_tokens: z.number(), output_tokens: z.number() });
const StoredUsage = z.object({ inputTokens: z.number(), outputTokens: z.number(), estimated: z.boolean() });

/** What one answer cost: the provider's count, or ours. */
export function usageOfAnswer(answer: AIMessageChunk | AIMessage, prompt: readonly BaseMessage[]): Usage {
  const counted = ProviderUsage.safeParse(answer.usage_metadata);
  if (counted.success)
    return {
      inputTokens: Math.round(counted.data.input_tokens),
      outputTokens: Math.round(counted.data.output_tokens),
      estimated: false,
    };
  return {
    inputTokens: prompt.reduce((sum, message) => sum + estimateTokens(message.text), 0),
    outputTokens: estimateTokens(answer.text + JSON.stringify(answer.tool_calls ?? '')),
    estimated: true,
  };
}

/** What the answers of a turn cost together; each carries its own in `response_metadata.usage`. */
export function totalUsage(messages: readonly BaseMessage[]): Usage {
  const total: Usage = { inputTokens: 0, outputTokens: 0, estimated: false };
  for (const message of messages) {
    if (!AIMessage.isInstance(message)) continue;
    const usage = StoredUsage.safeParse(message.response_metadata['usage']);
    if (!usage.success) continue;
    total.inputTokens += usage.data.inputTokens;
    total.outputTokens += usage.data.outputTokens;
    total.estimated ||= usage.data.estimated;
  }
  return total;
}

/** Adds up the planner's usage of turns, which is outside of their conversation. Lives as long as the process. */
export class PlannerUsage {
  readonly #turns = new Map<string, UsageCounter>();

  of(turnId: string): UsageCounter {
    const counter = this.#turns.get(turnId) ?? new UsageCounter();
    this.#turns.set(turnId, counter);
    return counter;
  }

  forget(turnId: string): void {
    this.#turns.delete(turnId);
  }
}

/** Adds up usage. */
export class UsageCounter {
  #total: Usage = { inputTokens: 0, outputTokens: 0, estimated: false };

  add(usage: Usage): void {
    this.#total = this.with(usage);
  }

  /** This and another one together. */
  with(usage: Usage): Usage {
    return {
      inputTokens: this.#total.inputTokens + usage.inputTokens,
      outputTokens: this.#total.outputTokens + usage.outputTokens,
      estimated: this.#total.estimated || usage.estimated,
    };
  }
}
