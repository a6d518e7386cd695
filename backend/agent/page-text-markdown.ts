/// <reference path="./turndown-plugin-gfm.d.ts" />
import { highlightedCodeBlock, strikethrough, taskListItems } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { addTableRules, type DomNode, isElement } from './page-text-tables.ts';

export type PageView = 'main' | 'whole';

/** Cleaned HTML of a snapshot (`text`), the page's URL for relative links, and what is wanted of it. */
export type PageTextTask = { html: string; url: string; view: PageView | 'plain' };

/** `main` that finds less than this share of the page's text is not trusted: the whole page is given. */
const MAIN_SHARE = 0.08;
/** Nesting at which turndown's recursion comes near the end of the stack. */
const MAX_DEPTH = 600;

/**
 * HTML of a page as Markdown: `main` is the article or main content (by Readability), `whole` everything that was
 * captured, `plain` the bare text. Synchronous and slow on big pages (seconds per MB): call it in a worker only.
 */
export function pageTextToMarkdown(task: PageTextTask): string {
  if (task.view === 'plain') return plainText(task.html);
  try {
    const html = task.view === 'main' ? (mainContent(task.html) ?? task.html) : task.html;
    if (depthOf(html) > MAX_DEPTH) return plainText(html);
    return tidy(converter(task.url).turndown(html));
  } catch {
    // A page that breaks the parser or the converter is still readable as text.
    return plainText(task.html);
  }
}

/** The main content's HTML, or undefined when the page has none that can be told apart. */
function mainContent(html: string): string | undefined {
  const { document } = parseHTML(
    /<body\b/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`,
  );
  for (const node of document.querySelectorAll('script, style, noscript, template')) node.remove();
  const total = letters(document.body?.textContent ?? '');
  const main = document.querySelector('main, [role="main"]');
  const article = new Readability(document, { disableJSONLD: true, keepClasses: false }).parse();
  const content = article?.content ?? undefined;
  const share = letters(article?.textContent ?? '') / Math.max(1, total);
  if (content !== undefined && share >= MAIN_SHARE) return content;
  const declared = main === null ? 0 : letters(main.textContent ?? '') / Math.max(1, total);
  return main !== null && declared >= MAIN_SHARE ? main.innerHTML : undefined;
}

function letters(text: string): number {
  return text.replace(/\s+/g, '').length;
}

/** Deepest nesting of elements, by counting tags; void elements do not nest. */
function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag, name = ''] of html.matchAll(/<\/?([a-zA-Z][\w-]*)[^>]*>/g)) {
    if (/^(?:area|br|col|hr|img|input|source|track|wbr)$/i.test(name) || tag.endsWith('/>')) continue;
    depth = tag.startsWith('</') ? Math.max(0, depth - 1) : depth + 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function converter(url: string): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  turndown.use([highlightedCodeBlock, strikethrough, taskListItems]);
  addTableRules(turndown);
  turndown.remove(['script', 'style', 'noscript', 'template']);
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const alt = ((isElement(node) && node.getAttribute('alt')) || '').replace(/\s+/g, ' ').trim();
      return alt === '' ? '' : turndown.escape(alt);
    },
  });
  turndown.addRule('listItem', {
    filter: 'li',
    replacement: (content, node) => listItem(content, isElement(node) ? node : undefined),
  });
  turndown.addRule('link', {
    filter: 'a',
    replacement: (content, node) => link(content, absolute((isElement(node) && node.getAttribute('href')) || '', url)),
  });
  return turndown;
}

/** One space after the mark, and nothing for an item without text (icons, dots of a slider). */
function listItem(content: string, node: DomNode | undefined): string {
  const text = content.trim();
  if (text === '') return '';
  const list = node?.parentNode;
  const items = Array.from(list?.childNodes ?? []).filter((child) => child.nodeName === 'LI');
  const start = Number.parseInt((list?.nodeName === 'OL' && list.getAttribute('start')) || '1', 10);
  const mark =
    list?.nodeName === 'OL'
      ? `${(Number.isFinite(start) ? start : 1) + items.findIndex((item) => item === node)}. `
      : '- ';
  return `${mark}${text.replace(/\n/g, `\n${' '.repeat(mark.length)}`)}\n`;
}

/** Only web and mail links keep their target: anything else (`javascript:`, `data:`) is text. */
function absolute(href: string, base: string): string | undefined {
  if (href.trim() === '' || href.startsWith('#')) return undefined;
  try {
    const url = new URL(href, base);
    return /^(?:https?|mailto|tel):$/.test(url.protocol)
      ? url.href.replaceAll('(', '%28').replaceAll(')', '%29')
      : undefined;
  } catch {
    return undefined;
  }
}

/** A link may hold blocks (cards): the first line carries the link, the rest follows as text. */
function link(content: string, href: string | undefined): string {
  if (href === undefined || content.trim() === '') return content;
  const lines = content
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.replace(/\s*\n\s*/g, ' ').trim())
    .filter((block) => block !== '');
  const [first = '', ...rest] = lines;
  const [, marks = '', text = ''] = /^(#{1,6} )?(.*)$/.exec(first) ?? [];
  const linked = `${marks}[${text}](${href})`;
  if (lines.length > 1 || marks !== '') return `\n\n${[linked, ...rest].join('\n\n')}\n\n`;
  const before = /^\s/.test(content) ? ' ' : '';
  const after = /\s$/.test(content) ? ' ' : '';
  return `${before}${linked}${after}`;
}

function tidy(markdown: string): string {
  return markdown
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Text without tags, one block per line. By regular expressions that are linear in the input: works on any page. */
export function plainText(html: string): string {
  const text = html
    .replace(/<(script|style|template|noscript)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
    .replace(
      /<(?:br|\/?(?:p|div|li|ul|ol|tr|table|h[1-6]|section|article|header|footer|main|nav|blockquote|pre|form|dt|dd))\b[^>]*>/gi,
      '\n\n',
    )
    .replace(/<[^>]*>/g, ' ')
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
      (whole, dec: string | undefined, hex: string | undefined, name: string | undefined) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        const code = dec !== undefined ? Number.parseInt(dec, 10) : Number.parseInt(hex ?? '0', 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
      },
    );
  return tidy(text.replace(/[ \t\r\f]+/g, ' ').replace(/ ?\n ?/g, '\n'));
}
