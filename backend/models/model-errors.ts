import { AppError, type ErrorCode } from '@pagehand/contracts/errors';
import { retryAfterMs } from '../egress/retry-after.ts';

/** What we look at in an error of the OpenAI client or of fetch. Its text is never passed on: it may hold keys or prompts. */
type ProviderError = {
  status?: unknown;
  code?: unknown;
  name?: unknown;
  message?: unknown;
  headers?: unknown;
  cause?: unknown;
};

const asProvider = (error: unknown): ProviderError => (typeof error === 'object' && error !== null ? error : {});

const CONTEXT =
  /context[_ ]?(length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? .*context/iu;
/** Ollama, vLLM and others, each in their own words. */
const NO_TOOLS =
  /not support (?:tool|function)|(?:tool|function)s? (?:calling |choice |use )?(?:is|are) not supported|tool-call-parser/iu;
const NETWORK =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|UND_ERR|fetch failed|Connection error|terminated|socket|aborted|premature/iu;

/** Turns whatever a model call threw into an AppError that says what is wrong and what to do. */
export function modelError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const provider = asProvider(error);
  const { code, message } = judge(provider, error);
  return new AppError(code, message, { cause: error });
}

function judge(provider: ProviderError, error: unknown): { code: ErrorCode; message: string } {
  const status = typeof provider.status === 'number' ? provider.status : undefined;
  const text = `${String(provider.message ?? '')} ${String(provider.code ?? '')}`;
  if (status === 401 || status === 403)
    return { code: 'model-key-refused', message: `The model answered ${status}: the key was refused.` };
  if (status === 429) return { code: 'model-rate-limited', message: rateLimited(providerWaitMs(error)) };
  if (status === 404)
    return { code: 'model-error', message: 'The model answered 404: there is no such model or address.' };
  if ((status === 400 || status === 413 || status === undefined) && CONTEXT.test(text))
    return {
      code: 'model-context-exceeded',
      message: 'The conversation and the page are longer than the model can take.',
    };
  if (status === 400 && NO_TOOLS.test(text))
    return {
      code: 'model-error',
      message: 'This model cannot call tools. Choose one that can, in the model settings.',
    };
  if (status !== undefined && status >= 500)
    return { code: 'model-unreachable', message: `The model server answered ${status}: it cannot serve now.` };
  if (status !== undefined)
    return {
      code: 'model-error',
      message: `The model answered ${status} and refused the request. Look at the model settings.`,
    };
  if (provider.name === 'SyntaxError' || /JSON/u.test(text))
    return { code: 'model-bad-answer', message: 'The model sent something that is not of its protocol.' };
  if (
    NETWORK.test(
      `${text} ${String(provider.name ?? '')} ${String(asProvider(provider.cause).message ?? '')} ${String(asProvider(provider.cause).code ?? '')}`,
    )
  )
    return {
      code: 'model-unreachable',
      message: 'The model server cannot be reached, or it broke the connection off.',
    };
  return { code: 'model-error', message: 'The model call failed.' };
}

const rateLimited = (ms: number | undefined): string =>
  ms === undefined
    ? 'The model allows no more requests right now.'
    : `The model allows no more requests for ${Math.max(1, Math.ceil(ms / 1_000))} s.`;

/** Milliseconds of the provider's `retry-after` (seconds or a date) or `retry-after-ms` header, if it sent one. */
export function providerWaitMs(error: unknown, now = Date.now()): number | undefined {
  const headers = asProvider(error).headers;
  const read = (name: string): string | undefined => {
    if (headers instanceof Headers) return headers.get(name) ?? undefined;
    if (typeof headers !== 'object' || headers === null) return undefined;
    const value: unknown = Reflect.get(headers, name);
    return typeof value === 'string' ? value : undefined;
  };
  const ms = Number(read('retry-after-ms'));
  if (Number.isFinite(ms) && ms > 0) return ms;
  return retryAfterMs(read('retry-after'), now);
}
