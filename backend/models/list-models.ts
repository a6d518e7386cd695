import * as z from 'zod';
import { splitBaseUrl } from './openai-compatible.ts';

const ListSchema = z.object({ data: z.array(z.object({ id: z.string().max(300) })).max(5_000) });
/** Characters of the answer that are read. */
const MAX_BODY = 2_000_000;

/**
 * What `GET {base}/models` says: the models, an HTTP status other than 200, an answer that is not OpenAI's, or a network
 * error with its code (`ECONNREFUSED`, `ENOTFOUND`, `timeout`, ...).
 */
export type ModelList =
  | { kind: 'models'; models: string[] }
  | { kind: 'status'; status: number }
  | { kind: 'foreign' }
  | { kind: 'network'; code: string };

/** Never throws; an abort is a network error. */
export async function listModels(baseUrl: string, key: string | undefined, signal: AbortSignal): Promise<ModelList> {
  const { baseURL, query } = splitBaseUrl(baseUrl);
  const url = new URL(`${baseURL}/models`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  try {
    const response = await fetch(url, {
      signal,
      // A redirect would carry the key elsewhere.
      redirect: 'manual',
      headers: key === undefined ? {} : { authorization: `Bearer ${key}`, 'api-key': key },
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { kind: 'status', status: response.status };
    }
    const text = await readCapped(response);
    const parsed = ListSchema.safeParse(JSON.parse(text));
    return parsed.success ? { kind: 'models', models: parsed.data.data.map((model) => model.id) } : { kind: 'foreign' };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'foreign' };
    return { kind: 'network', code: networkCode(error) };
  }
}

async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > MAX_BODY) throw new SyntaxError('too long');
  }
  return text;
}

function networkCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  if (error.name === 'AbortError') return 'aborted';
  const cause: unknown = error.cause;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : 'unknown';
}
