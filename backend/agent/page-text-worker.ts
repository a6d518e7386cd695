import { type PageTextTask, pageTextToMarkdown } from './page-text-markdown.ts';

/** The worker thread of page-text.ts: one task in, Markdown out. */
export function convert(task: PageTextTask): string {
  return pageTextToMarkdown(task);
}
