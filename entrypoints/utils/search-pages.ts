import { browser } from 'wxt/browser';

/** Search pages that work without a key and mostly without scripts; `{query}` is where the words go. */
export const SEARCH_PAGES = {
  duckduckgo: 'https://html.duckduckgo.com/html/?q={query}',
  bing: 'https://www.bing.com/search?q={query}',
  google: 'https://www.google.com/search?q={query}',
  startpage: 'https://www.startpage.com/do/search?q={query}',
} as const;
const KEY = 'searchPage';

/** The address of a search page with `{query}` in it, as the person chose it. */
export async function getSearchPage(): Promise<string> {
  const stored: unknown = (await browser.storage.local.get(KEY))[KEY];
  return typeof stored === 'string' && isSearchPage(stored) ? stored : SEARCH_PAGES.duckduckgo;
}

export async function setSearchPage(template: string): Promise<void> {
  if (isSearchPage(template)) await browser.storage.local.set({ [KEY]: template });
}

/** An http(s) address with `{query}` behind its host. */
export function isSearchPage(template: string): boolean {
  const url = searchUrl(template, 'x');
  if (!template.includes('{query}') || !URL.canParse(url) || template.length > 1_000) return false;
  const { protocol, host, username, password } = new URL(url);
  return /^https?:$/u.test(protocol) && username === '' && password === '' && host === hostWith(template, 'y');
}

const hostWith = (template: string, word: string): string => new URL(searchUrl(template, word)).host;

export const searchUrl = (template: string, query: string): string =>
  template.replaceAll('{query}', encodeURIComponent(query));
