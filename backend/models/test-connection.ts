import { HumanMessage } from '@langchain/core/messages';
import type { ModelChoice, ModelResponses } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type * as z from 'zod';
import { withTimeLimit } from '../time-limit.ts';
import { listModels, type ModelList } from './list-models.ts';
import { modelError } from './model-errors.ts';
import { openAiCompatible } from './openai-compatible.ts';

type TestResult = z.infer<typeof ModelResponses.test>;
type Endpoint = Extract<ModelChoice, { kind: 'openai-compatible' }>;

/** A slow local model has to be loaded first (ms). */
const PATIENCE = 60_000;
const PING = {
  type: 'function',
  function: {
    name: 'ping',
    description: 'Answers pong.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
};

/**
 * One tiny streamed call with a tool. Says exactly what is wrong: not reachable (and why), key refused, no such model
 * (and which there are), not OpenAI's API, rate limited (and for how long). A model that answers but calls no tools, or
 * does not stream, is `ok` with `tools` or `streams` false: the panel says what that costs.
 * @param key the key to try; never part of a message.
 */
export async function testConnection(
  choice: ModelChoice,
  key: string | undefined,
  signal: AbortSignal,
): Promise<TestResult> {
  if (choice.kind === 'offline') return { ok: true, ms: 0, tools: true, streams: true };
  return withTimeLimit(PATIENCE, signal, (limited) => testEndpoint(choice, key, limited));
}

async function testEndpoint(choice: Endpoint, key: string | undefined, limited: AbortSignal): Promise<TestResult> {
  const list = await listModels(choice.baseUrl, key, limited);
  const unusable = judgeList(choice, list);
  if (unusable !== undefined) return { ok: false, error: unusable.toBody() };
  const began = performance.now();
  try {
    const seen = await ping(choice, key, limited);
    if (!seen.answered) return { ok: false, error: foreign(choice).toBody() };
    return { ok: true, ms: Math.round(performance.now() - began), tools: seen.tools, streams: seen.streams };
  } catch (error) {
    return { ok: false, error: explain(choice, list, error, limited).toBody() };
  }
}

/** What the list of models alone proves to be wrong. A server without such a list may still chat. */
function judgeList(choice: Endpoint, list: ModelList): AppError | undefined {
  const { host } = new URL(choice.baseUrl);
  if (list.kind === 'network') return new AppError('model-unreachable', networkProblem(host, list.code));
  if (list.kind === 'status' && (list.status === 401 || list.status === 403))
    return new AppError('model-key-refused', `${host} answered ${list.status}: the key was refused.`);
  return undefined;
}

function networkProblem(host: string, code: string): string {
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}. Start the model server, or correct the port.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `There is no host ${host}. Correct the address, or check the network.`;
  if (code === 'timeout' || code === 'ETIMEDOUT' || code.startsWith('UND_ERR'))
    return `${host} did not answer in time.`;
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/u.test(code))
    return `${host} has a certificate that is not trusted (${code}).`;
  return `${host} could not be reached (${code}).`;
}

type Seen = { answered: boolean; tools: boolean; streams: boolean };

async function ping(choice: Endpoint, key: string | undefined, signal: AbortSignal): Promise<Seen> {
  const model = openAiCompatible({ baseUrl: choice.baseUrl, model: choice.model, key });
  try {
    return await stream(model, [PING], signal);
  } catch (error) {
    // Some servers refuse any request with tools for a model that cannot use them.
    if (!/\btools?\b|function/iu.test(error instanceof Error ? error.message : '') || !isBadRequest(error)) throw error;
    return { ...(await stream(model, [], signal)), tools: false };
  }
}

async function stream(
  model: ReturnType<typeof openAiCompatible>,
  tools: (typeof PING)[],
  signal: AbortSignal,
): Promise<Seen> {
  const bound = tools.length > 0 ? model.bindTools(tools) : model;
  const messages = [new HumanMessage('Call the function ping. If you cannot, answer: pong.')];
  const seen: Seen = { answered: false, tools: false, streams: false };
  for await (const chunk of await bound.stream(messages, { signal })) {
    seen.answered ||=
      chunk.text !== '' || (chunk.tool_call_chunks ?? []).length > 0 || 'finish_reason' in chunk.response_metadata;
    seen.tools ||= (chunk.tool_call_chunks ?? []).length > 0;
  }
  if (seen.answered) return { ...seen, streams: true };
  const whole = await bound.invoke(messages, { signal });
  const calls = whole.tool_calls ?? [];
  return { answered: whole.text !== '' || calls.length > 0, tools: calls.length > 0, streams: false };
}

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
const isBadRequest = (error: unknown): boolean => [400, 404, 422, 500, 501].includes(Number(statusOf(error)));

function explain(choice: Endpoint, list: ModelList, error: unknown, signal: AbortSignal): AppError {
  const { host } = new URL(choice.baseUrl);
  if (signal.aborted) return new AppError('model-unreachable', `${host} did not answer in time.`);
  const models = list.kind === 'models' ? list.models : [];
  if ((statusOf(error) === 404 || statusOf(error) === 400) && models.length > 0 && !models.includes(choice.model))
    return new AppError(
      'model-error',
      `${host} has no model ${choice.model}. It has: ${models.slice(0, 30).join(', ')}.`,
    );
  if (statusOf(error) === 404) return foreign(choice);
  const judged = modelError(error);
  if (judged.code === 'model-error' && statusOf(error) === undefined) return foreign(choice);
  return judged;
}

const foreign = (choice: Endpoint): AppError =>
  new AppError(
    'model-error',
    `${new URL(choice.baseUrl).host} answers, but not as OpenAI's API does. The base URL mostly ends in /v1.`,
  );
