import { type AIMessage, type BaseMessage, isAIMessage, isToolMessage } from '@langchain/core/messages';
import { AppError } from '@pagehand/contracts/errors';
import { canonicalJson } from '@pagehand/contracts/json';
import { totalUsage } from './usage.ts';

/** Bounds of one turn. What ends a turn is said in the answer, with what was done until then. */
export type Budgets = {
  /** Calls of the model. */
  modelCalls: number;
  toolCalls: number;
  /** Tool calls that one model message may make; the rest get `budget-exhausted`. */
  parallelCalls: number;
  /** Tokens in and out, as the provider counts them (else estimated), without the planner's. */
  tokens: number;
  /** Milliseconds that one run may work; waiting for the person does not count. */
  runMs: number;
};

export const DEFAULT_BUDGETS: Budgets = {
  modelCalls: 24,
  toolCalls: 60,
  parallelCalls: 12,
  tokens: 400_000,
  runMs: 15 * 60_000,
};

/** The same call with the same failure, this often: the turn ends. */
const MAX_SAME_FAILURES = 3;

/**
 * Looks at the turn's messages before the model is called again.
 * @returns why the turn ends here (`budget-exhausted` or `repeated-failure`), or undefined to go on.
 */
export function exhausted(messages: readonly BaseMessage[], budgets: Budgets): AppError | undefined {
  const answers = messages.filter(isAIMessage);
  if (answers.length >= budgets.modelCalls)
    return new AppError(
      'budget-exhausted',
      `The limit of ${budgets.modelCalls} model calls for one message is reached.`,
    );
  const calls = messages.filter(isToolMessage).length;
  if (calls >= budgets.toolCalls)
    return new AppError('budget-exhausted', `The limit of ${budgets.toolCalls} tool calls for one message is reached.`);
  const usage = totalUsage(messages);
  if (usage.inputTokens + usage.outputTokens >= budgets.tokens)
    return new AppError('budget-exhausted', `The limit of ${budgets.tokens} tokens for one message is reached.`);
  const repeated = repeatedFailure(messages);
  if (repeated !== undefined)
    return new AppError('repeated-failure', `The same call of ${repeated} failed ${MAX_SAME_FAILURES} times.`);
  return undefined;
}

function repeatedFailure(messages: readonly BaseMessage[]): string | undefined {
  const calls = new Map(
    messages
      .filter(isAIMessage)
      .flatMap((answer: AIMessage) =>
        (answer.tool_calls ?? []).map((call) => [
          call.id ?? '',
          { name: call.name, key: canonicalJson([call.name, call.args]) },
        ]),
      ),
  );
  const failures = new Map<string, number>();
  for (const message of messages.filter(isToolMessage)) {
    const call = calls.get(message.tool_call_id);
    if (call === undefined || message.status !== 'error') continue;
    const count = (failures.get(call.key) ?? 0) + 1;
    failures.set(call.key, count);
    if (count >= MAX_SAME_FAILURES) return call.name;
  }
  return undefined;
}

/** The honest end: why it stops, what was done, what failed, and what the person can do. */
export function honestEnd(error: AppError, messages: readonly BaseMessage[]): string {
  const results = messages.filter(isToolMessage);
  const failed = results.filter((message) => message.status === 'error').length;
  const done = results.length - failed;
  const tally =
    results.length === 0
      ? 'Nothing was done yet.'
      : `${done} tool calls worked, ${failed} failed; they are listed above.`;
  return `I stopped before finishing. ${error.message} ${tally} ${error.toBody().hint ?? ''}`.trim();
}
