import { AppError } from '@pagehand/contracts/errors';
import type { DocumentReader } from '../tools/document-reader.ts';
import type { PageText } from './page-text.ts';

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
