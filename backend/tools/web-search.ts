import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import * as z from 'zod';
import type { SearchResult } from '../documents/document-reader.ts';
import { readInBackground } from './background-page.ts';
import { defineTool, type ToolContext, type ToolResult } from './define-tool.ts';
import { searchSearxng } from './search-searxng.ts';
import { searchTavily } from './search-tavily.ts';
import { numberSources, sourceLine, sourcesArtifact } from './sources.ts';

/** Characters of one passage: ten of them stay below a ToolMessage. */
const PASSAGE = 500;
const DEFAULT_RESULTS = 5;

const schema = z.strictObject({
  query: z.string().trim().min(1).max(LIMITS.searchQuery).describe('What to search for, in a few words'),
  max_results: z.int().min(1).max(10).optional().describe('How many results, 1 to 10; 5 when absent'),
});

/** Where searches go, the first that is there: Tavily's API, a SearXNG server, the person's own browser. */
type Engine = { by: 'tavily'; key: string } | { by: 'searxng'; url: string } | { by: 'browser' };

function engineOf(context: Pick<ToolContext, 'connection'>): Engine {
  const key = context.connection('tavily')?.['key'];
  if (key) return { by: 'tavily', key };
  const url = context.connection('searxng')?.['url'];
  return url ? { by: 'searxng', url } : { by: 'browser' };
}

/** Searches the web. What cannot be searched is an error, never an empty list. */
export const webSearch = defineTool({
  name: 'web_search',
  description:
    'Search the web: titles, addresses and short passages, numbered. Cite them as [n]. Use website to read one of them.',
  schema,
  risk: 'low',
  effect: 'read',
  sends: (_args, context) => {
    const engine = engineOf(context);
    const destination = engine.by === 'searxng' ? engine.url : context.endpoint('tavily');
    return { destination: new URL(destination).origin, asksOnly: true };
  },
  pauses: (_args, context) => engineOf(context).by === 'browser',
  async run({ query, max_results: max = DEFAULT_RESULTS }, context) {
    const engine = engineOf(context);
    if (engine.by === 'browser') return searchInBrowser(query, max, context);
    context.status('searching the web');
    const access = { fetch: context.fetch, signal: context.signal };
    const results =
      engine.by === 'tavily'
        ? await searchTavily(query, max, { ...access, key: engine.key, baseUrl: context.endpoint('tavily') })
        : await searchSearxng(query, max, { ...access, baseUrl: engine.url });
    return listed(query, results.slice(0, max), engine.by === 'tavily' ? 'Tavily' : 'SearXNG', context);
  },
});

async function searchInBrowser(query: string, max: number, context: ToolContext): Promise<ToolResult> {
  const page = readInBackground(context, 'web_search', { type: 'search', query });
  const { host } = new URL(page.url);
  const found = await context.documents.searchPage(page.text, page.url);
  if (found.state === 'blocked')
    throw new AppError('service-limited', `${host} wants to see that a person searches; open it once in the browser.`);
  if (found.state === 'unreadable')
    throw new AppError(
      'service-error',
      `No results could be read on ${host}; choose another search page in the settings.`,
    );
  return listed(query, found.results.slice(0, max), host, context);
}

function listed(query: string, results: readonly SearchResult[], by: string, context: ToolContext): ToolResult {
  const sources = numberSources(context, results);
  const passages = new Map(results.map(({ url, passage }) => [url, passage]));
  if (sources.length === 0) return { content: `[${by} found nothing for "${query}"]` };
  const text = sources.map((source) => `${sourceLine(source)}\n${short(passages.get(source.url) ?? '')}`).join('\n\n');
  return {
    content: `${untrustedBlock({ source: by, kind: 'search results', note: query }, text)}\n[${sources.length} results of ${by}; cite them as [n]]`,
    artifact: sourcesArtifact(sources),
  };
}

function short(passage: string): string {
  const text = passage.replace(/\s+/gu, ' ').trim();
  return text.length <= PASSAGE ? text : `${text.slice(0, PASSAGE).replace(/\s\S*$/u, '')} …`;
}
