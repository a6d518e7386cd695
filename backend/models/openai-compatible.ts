import { ChatOpenAI } from '@langchain/openai';

export type OpenAiEndpoint = { baseUrl: string; model: string; key: string | undefined };

/**
 * A chat model on any server that speaks `/v1/chat/completions`. Retries are the agent's: they are shown to the person.
 * Azure-style base URLs (`https://NAME.openai.azure.com/openai/deployments/DEPLOYMENT?api-version=...`) get Azure's
 * `api-key` header and keep their query.
 */
export function openAiCompatible(endpoint: OpenAiEndpoint): ChatOpenAI {
  const { baseURL, query, azure } = splitBaseUrl(endpoint.baseUrl);
  return new ChatOpenAI({
    model: endpoint.model,
    // The client refuses to start without a key; servers that want none ignore it.
    apiKey: endpoint.key ?? 'none',
    useResponsesApi: false,
    streamUsage: true,
    maxRetries: 0,
    configuration: {
      baseURL,
      ...(query === undefined ? {} : { defaultQuery: query }),
      ...(azure && endpoint.key !== undefined ? { defaultHeaders: { 'api-key': endpoint.key } } : {}),
    },
  });
}

/** The base without query and trailing slash, the query as a record, and whether it is Azure's kind. */
export function splitBaseUrl(baseUrl: string): {
  baseURL: string;
  query: Record<string, string> | undefined;
  azure: boolean;
} {
  const url = new URL(baseUrl);
  const query = Object.fromEntries(url.searchParams);
  const azure = 'api-version' in query || /(^|\.)(openai|cognitiveservices)\.azure\.com$/u.test(url.hostname);
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/chat\/completions$/u, '');
  return {
    baseURL: `${url.origin}${path}`,
    query: Object.keys(query).length > 0 ? query : undefined,
    azure,
  };
}
