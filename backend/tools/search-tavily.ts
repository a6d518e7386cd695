import * as z from 'zod';
import type { SearchResult } from '../documents/document-reader.ts';
import { readJson } from './service-errors.ts';

/** https://docs.tavily.com/documentation/api-reference/endpoint/search: what is used of its answer. */
const AnswerSchema = z.object({
  results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
});

/** One search by Tavily's API. @throws AppError by `readJson`, and what egress throws. */
export async function searchTavily(
  query: string,
  maxResults: number,
  access: { fetch: typeof globalThis.fetch; baseUrl: string; key: string; signal: AbortSignal },
): Promise<SearchResult[]> {
  const response = await access.fetch(`${access.baseUrl}/search`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${access.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, max_results: maxResults, search_depth: 'basic' }),
    signal: access.signal,
  });
  const { results } = await readJson({ name: 'Tavily', connection: 'tavily' }, response, AnswerSchema);
  return results.map(({ title, url, content }) => ({ title: title ?? '', url, passage: content ?? '' }));
}
