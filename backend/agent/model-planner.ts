import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { AppError } from '@pagehand/contracts/errors';
import type { ResolvedModel } from '../models/resolve-model.ts';
import type { Planner, PlannerInput, PlannerOutput } from '../tools/planner.ts';
import { PLANNER_ARGS, PLANNER_SPECS, plannerMessage, shownOutline } from './planner-prompt.ts';
import { PLANNER_PROMPT } from './prompts.ts';
import { retryModel } from './retry-model.ts';
import { usageOfAnswer } from './usage.ts';

/**
 * Plans with a chat model. It sees the goal, a budgeted outline and the receipts; its answer is one function call, never
 * text that is searched for JSON. Its tokens are not streamed: they are not the answer.
 */
export function modelPlanner(resolved: Pick<ResolvedModel, 'model'>): Planner {
  return {
    async plan(input: PlannerInput): Promise<PlannerOutput> {
      const outline = shownOutline(input);
      const messages: BaseMessage[] = [
        new SystemMessage(PLANNER_PROMPT),
        new HumanMessage(plannerMessage(input, outline)),
      ];
      const first = await ask(resolved, input, messages, outline.length);
      const output = outputOf(first);
      if (output !== undefined) return output;
      const reminder = [new AIMessage(first.text), new HumanMessage('Answer with exactly one function call.')];
      const again = outputOf(await ask(resolved, input, [...messages, ...reminder], outline.length));
      if (again !== undefined) return again;
      throw new AppError('model-bad-answer', 'The model made no plan: it does not call functions.');
    },
  };
}

async function ask(
  { model }: Pick<ResolvedModel, 'model'>,
  input: PlannerInput,
  messages: BaseMessage[],
  sent: number,
): Promise<BaseMessage> {
  const bound = model.bindTools?.(PLANNER_SPECS) ?? model;
  const answer = await retryModel(
    () => bound.invoke(messages, { signal: input.signal, tags: ['nostream'] }),
    input.signal,
    () => undefined,
  );
  if (AIMessage.isInstance(answer))
    input.onModelCall?.({ sent, total: input.snapshot.outline.length, ...usageOfAnswer(answer, messages) });
  return answer;
}

/** The first call of one of the four functions; undefined when there is none. */
function outputOf(message: BaseMessage): PlannerOutput | undefined {
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  const invalid = AIMessage.isInstance(message) ? (message.invalid_tool_calls ?? []) : [];
  const call = calls.find((candidate) => candidate.name in PLANNER_ARGS);
  if (call === undefined) {
    // Steps that are no JSON: an empty plan, which the sanitizer refuses, tells the model so.
    return invalid.some((candidate) => candidate.name === 'propose_plan') ? { kind: 'plan', steps: [] } : undefined;
  }
  if (call.name === 'propose_plan') {
    const steps: unknown = call.args['steps'];
    return { kind: 'plan', steps: Array.isArray(steps) ? steps : [] };
  }
  const done = PLANNER_ARGS.done.safeParse(call.args);
  if (call.name === 'done' && done.success) return { kind: 'done', summary: done.data.summary };
  const blocked = PLANNER_ARGS.blocked.safeParse(call.args);
  if (call.name === 'blocked' && blocked.success) return { kind: 'blocked', reason: blocked.data.reason };
  const person = PLANNER_ARGS.needs_person.safeParse({ options: [], ...call.args });
  if (call.name === 'needs_person' && person.success) return { kind: 'needs-person', ...person.data };
  return undefined;
}
