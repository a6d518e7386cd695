import { type FakeService, startService } from './http-service.ts';

const hits = (query: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `${query}: result ${index + 1}`,
    url: `https://site${index + 1}.example/${encodeURIComponent(query)}`,
    content: `Passage ${index + 1} about ${query}.`,
  }));

/** Tavily's `POST /search` (docs.tavily.com, API reference). Takes one key; the query `nothing` has no results. */
export const startTavily = (key: string): Promise<FakeService> =>
  startService(({ method, url, headers, body }) => {
    if (url.pathname !== '/search' || method !== 'POST') return { status: 404, json: { detail: 'Not Found' } };
    if (headers.authorization !== `Bearer ${key}`)
      return { status: 401, json: { detail: { error: 'Unauthorized: missing or invalid API key.' } } };
    const asked: { query: string; max_results?: number } = JSON.parse(body);
    const results = asked.query === 'nothing' ? [] : hits(asked.query, asked.max_results ?? 5);
    return {
      json: {
        query: asked.query,
        follow_up_questions: null,
        answer: null,
        images: [],
        results: results.map((hit, index) => ({ ...hit, score: 0.9 - index / 100, raw_content: null })),
        response_time: 0.12,
        request_id: '00000000-0000-4000-8000-000000000000',
      },
    };
  });

/** SearXNG's `GET /search?format=json`. `nothing` has no results, `captcha` none because its engines refused. */
export const startSearxng = (): Promise<FakeService> =>
  startService(({ url }) => {
    if (url.pathname !== '/search') return { status: 404, text: 'not found' };
    if (url.searchParams.get('format') !== 'json') return { status: 403, text: 'Forbidden' };
    const query = url.searchParams.get('q') ?? '';
    const none = query === 'nothing' || query === 'captcha';
    return {
      json: {
        query,
        number_of_results: 0,
        results: none
          ? []
          : hits(query, 20).map((hit) => ({ ...hit, engine: 'wikipedia', score: 1, category: 'general' })),
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines:
          query === 'captcha'
            ? [
                ['google', 'CAPTCHA'],
                ['bing', 'timeout'],
              ]
            : [],
      },
    };
  });
