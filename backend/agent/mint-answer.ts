import { AIMessage, type AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { PageToolDeclaration } from '../tools/page-tool.ts';
import type { Budgets } from './budgets.ts';
import { toolCallId } from './ids.ts';
import { usageOfAnswer } from './usage.ts';

type Mint = {
  /** Id of the message, as its text was streamed under. */
  id: string;
  turnId: string;
  budgets: Pick<Budgets, 'parallelCalls'>;
  modelCall: number;
  prompt: BaseMessage[];
  /** The page's tools that were bound. */
  pageTools: readonly PageToolDeclaration[];
};

/**
 * The answer as it enters the state: message and call ids minted by us, calls whose arguments are no JSON and calls past
 * the budget marked as refused. Their ToolMessages say why; the provider sees a valid conversation.
 */
export function mintAnswer(answer: AIMessageChunk, mint: Mint): AIMessage {
  const { turnId, budgets, modelCall } = mint;
  const refused: Record<string, AppErrorBody> = {};
  const calls = rawCalls(answer).map((raw, index) => {
    const id = toolCallId(turnId, modelCall, index);
    if (raw.problem !== undefined)
      refused[id] = new AppError('invalid-arguments', 'The arguments are not a JSON object.', {
        problems: [{ code: 'not-json', path: '', message: raw.problem }],
      }).toBody();
    else if (index >= budgets.parallelCalls)
      refused[id] = new AppError('budget-exhausted', `Only ${budgets.parallelCalls} calls at once.`).toBody();
    return { id, name: raw.name, args: raw.args, type: 'tool_call' as const };
  });
  return new AIMessage({
    id: mint.id,
    content: answer.text,
    tool_calls: calls,
    response_metadata: { usage: usageOfAnswer(answer, mint.prompt) },
    additional_kwargs: {
      ...(Object.keys(refused).length > 0 ? { pagehand_refused: refused } : {}),
      ...frozenPageTools(calls, mint.pageTools),
    },
  });
}

/** The declarations of the page tools that are called, by call id: a call is bound to what the model was shown. */
export function frozenPageTools(
  calls: readonly { id: string; name: string }[],
  pageTools: readonly PageToolDeclaration[],
): { pagehand_page_tools?: Record<string, PageToolDeclaration> } {
  const frozen = calls.flatMap(({ id, name }) => {
    const declaration = pageTools.find((candidate) => candidate.name === name);
    return declaration === undefined ? [] : [[id, declaration] as const];
  });
  return frozen.length === 0 ? {} : { pagehand_page_tools: Object.fromEntries(frozen) };
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
