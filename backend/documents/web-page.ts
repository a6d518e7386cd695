import { parseHTML } from 'linkedom';
import type { ReadText } from './document-reader.ts';
import { pageTextToMarkdown } from './page-text-markdown.ts';

/** Elements whose content nobody reads; their content is left out unparsed. */
const UNREAD = ['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object'];
/** HTML that is parsed, UTF-16 code units: about 100 MB in the parser. The rest is left out. */
const MOST = 2_000_000;
const HIDDEN = [
  '[hidden]',
  '[aria-hidden="true"]',
  'dialog:not([open])',
  'input[type="hidden"]',
  '[style*="display:none" i]',
  '[style*="display: none" i]',
  '[style*="visibility:hidden" i]',
  '[style*="visibility: hidden" i]',
].join(', ');

/**
 * A page as a server sent it, as Markdown of its main content. Style sheets are not loaded: what only they hide is read,
 * which is why it is data like everything of a page. Call it in a worker only.
 */
export function webPageToMarkdown(html: string, url: string): ReadText {
  const lean = cut(withoutUnread(html));
  const { document } = parseHTML(/<html\b/i.test(lean) ? lean : `<!doctype html><html><body>${lean}</body></html>`);
  const title = document.querySelector('title')?.textContent?.replace(/\s+/g, ' ').trim().slice(0, 200) ?? '';
  for (const node of document.querySelectorAll(HIDDEN)) node.remove();
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const body = document.body?.innerHTML ?? '';
  const address = URL.canParse(base, url) ? new URL(base, url).href : url;
  return { title, markdown: pageTextToMarkdown({ html: body, url: address, title, view: 'main' }) };
}

/** Without comments and unread elements. One pass: an element that is never closed takes the rest, as in a browser. */
export function withoutUnread(html: string): string {
  const lower = html.toLowerCase();
  const parts: string[] = [];
  const opening = new RegExp(`<!--|<(${UNREAD.join('|')})(?=[\\s/>])`, 'g');
  let at = 0;
  for (let match = opening.exec(lower); match !== null; match = opening.exec(lower)) {
    const [found, name] = match;
    parts.push(html.slice(at, match.index));
    const end = name === undefined ? '-->' : `</${name}`;
    const close = lower.indexOf(end, match.index + found.length);
    const after = close < 0 ? -1 : lower.indexOf('>', close);
    at = after < 0 ? html.length : after + 1;
    opening.lastIndex = at;
  }
  return parts.join('') + html.slice(at);
}

/** Cut before a tag begins. */
function cut(html: string): string {
  if (html.length <= MOST) return html;
  const end = html.lastIndexOf('<', MOST);
  return html.slice(0, end > MOST / 2 ? end : MOST);
}
