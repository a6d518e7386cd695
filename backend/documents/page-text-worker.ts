import { boundArrays } from './bound-arrays.ts';
import type { ReadText, SearchPage } from './document-reader.ts';
import { mailToMarkdown } from './mail-to-markdown.ts';
import { type PageTextTask, pageTextToMarkdown } from './page-text-markdown.ts';
import { type PdfFailure, pdfToMarkdown } from './pdf-text.ts';
import { readSearchPage } from './search-page.ts';
import { webPageToMarkdown } from './web-page.ts';

boundArrays();

/** What the worker threads of page-text.ts do. */
export type WorkerTask =
  | ({ kind: 'snapshot' } & PageTextTask)
  | { kind: 'web-page'; html: string; url: string }
  | { kind: 'mail'; html: string }
  | { kind: 'search-page'; html: string; url: string }
  | { kind: 'pdf'; bytes: Uint8Array };

/** What comes of a task of a kind. */
export type WorkerResult = {
  'snapshot': string;
  'web-page': ReadText;
  'mail': string;
  'search-page': SearchPage;
  'pdf': ReadText | PdfFailure;
};

export function convert(task: WorkerTask): WorkerResult[WorkerTask['kind']] | Promise<WorkerResult['pdf']> {
  switch (task.kind) {
    case 'snapshot':
      return pageTextToMarkdown(task);
    case 'web-page':
      return webPageToMarkdown(task.html, task.url);
    case 'mail':
      return mailToMarkdown(task.html);
    case 'search-page':
      return readSearchPage(task.html, task.url);
    case 'pdf':
      return pdfToMarkdown(task.bytes);
  }
}
