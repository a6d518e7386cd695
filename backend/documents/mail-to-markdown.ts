import { parseHTML } from 'linkedom';
import { pageTextToMarkdown } from './page-text-markdown.ts';
import { removeHidden } from './visible-html.ts';

/** HTML that is parsed, UTF-16 code units. The rest is left out. */
const MOST = 1_000_000;

/** The visible text of an HTML mail as Markdown. Call it in a worker only. */
export function mailToMarkdown(html: string): string {
  const cut = html.slice(0, MOST);
  const { document } = parseHTML(/<(?:html|body)\b/i.test(cut) ? cut : `<html><body>${cut}</body></html>`);
  removeHidden(document);
  const body = document.body?.innerHTML ?? '';
  return pageTextToMarkdown({ html: body, url: 'https://mail.google.com/', view: 'whole' });
}
