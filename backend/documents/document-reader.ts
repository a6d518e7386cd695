import { AppError } from '@pagehand/contracts/errors';
import type { PageText } from './page-text.ts';

/** A document as text: Markdown with headings; of a PDF each page has one. */
export type ReadText = { title: string; markdown: string };

/** One result of a search page, in its order there. */
export type SearchResult = { title: string; url: string; passage: string };

/** What stands on a search page: results, the page's own words that there are none, or neither (a captcha, an error). */
export type SearchPage = { results: SearchResult[]; state: 'results' | 'none' | 'blocked' | 'unreadable' };

/**
 * Reads documents in worker threads, under the signal of the run. Each method throws AppError `timeout`, `too-large`
 * (it does not fit in the worker's memory), `cancelled`.
 */
export type DocumentReader = {
  /** A page as a server sent it: scripts, hidden parts and comments left out, main content. */
  webPage(html: string, url: string): Promise<ReadText>;
  /** A page as the browser captured it (cleaned HTML of a snapshot). */
  capturedPage(html: string, url: string, title: string): Promise<ReadText>;
  /** What a person would see of an HTML mail, as Markdown. Pictures are not loaded. */
  mail(html: string): Promise<string>;
  /** Results on a captured search page. */
  searchPage(html: string, url: string): Promise<SearchPage>;
  /** @throws AppError `service-error` when it is encrypted or no PDF. */
  pdf(bytes: Uint8Array): Promise<ReadText>;
};

/** The readers of a run: documents are read in the worker threads of its page text, under its signal. */
export const documentReader = (pageText: Pick<PageText, 'read'>, signal: AbortSignal): DocumentReader => ({
  webPage: (html, url) => pageText.read({ kind: 'web-page', html, url }, signal),
  capturedPage: async (html, url, title) => ({
    title,
    markdown: await pageText.read({ kind: 'snapshot', html, url, title, view: 'main' }, signal),
  }),
  mail: (html) => pageText.read({ kind: 'mail', html }, signal),
  searchPage: (html, url) => pageText.read({ kind: 'search-page', html, url }, signal),
  async pdf(bytes) {
    const read = await pageText.read({ kind: 'pdf', bytes }, signal);
    if (!('failed' in read)) return read;
    throw new AppError(
      'service-error',
      read.failed === 'encrypted' ? 'The PDF is protected by a password.' : 'The PDF is broken and cannot be read.',
    );
  },
});
