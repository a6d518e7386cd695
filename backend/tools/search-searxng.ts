import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import type { SearchResult } from '../documents/document-reader.ts';
import { readJson } from './service-errors.ts';

/** https://docs.searxng.org/dev/search_api.html with `format=json`: what is used of its answer. */
const AnswerSchema = z.object({
  results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
  /** `["google", "CAPTCHA"]`: engines behind it that did not answer. */
  unresponsive_engines: z.array(z.array(z.string())).nullish(),
});

/**
 * One search by a SearXNG instance, which must allow the JSON format.
 * @throws AppError `service-error` when its engines did not answer and so nothing was found; what egress throws.
 */
export async function searchSearxng(
  query: string,
  maxResults: number,
  access: { fetch: typeof globalThis.fetch; baseUrl: string; signal: AbortSignal },
): Promise<SearchResult[]> {
  const url = `${access.baseUrl.replace(/\/+$/, '')}/search?${new URLSearchParams({ q: query, format: 'json' })}`;
  const response = await access.fetch(url, { headers: { accept: 'application/json' }, signal: access.signal });
  if (response.status === 403) {
    await response.body?.cancel();
    throw new AppError('connection-refused', 'The SearXNG server does not allow JSON: add it to search.formats there.');
  }
  const answer = await readJson({ name: 'SearXNG', connection: 'searxng' }, response, AnswerSchema);
  if (answer.results.length === 0 && (answer.unresponsive_engines ?? []).length > 0)
    throw new AppError('service-unreachable', 'None of the search engines behind SearXNG answered.');
  return answer.results
    .slice(0, maxResults)
    .map(({ title, url: address, content }) => ({ title: title ?? '', url: address, passage: content ?? '' }));
}
