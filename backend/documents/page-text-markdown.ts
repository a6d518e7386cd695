/// <reference path="./turndown-plugin-gfm.d.ts" />
import { strikethrough, taskListItems } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { mainContent } from './page-text-main.ts';
import { addMathRule } from './page-text-math.ts';
import { addTextRules } from './page-text-rules.ts';
import { addTableRules } from './page-text-tables.ts';

export type PageView = 'main' | 'whole';

/** Cleaned HTML of a snapshot (`text`), the page's URL for relative links, its title, and what is wanted of it. */
export type PageTextTask = { html: string; url: string; title?: string; view: PageView | 'plain' };

/** Nesting at which turndown's recursion comes near the end of the stack. */
const MAX_DEPTH = 600;

/**
 * HTML of a page as Markdown: `main` is the article or main content, `whole` everything that was captured,
 * `plain` the bare text. Synchronous and slow on big pages (seconds per MB): call it in a worker only.
 */
export function pageTextToMarkdown(task: PageTextTask): string {
  if (task.view === 'plain') return plainText(task.html);
  try {
    if (depthOf(task.html) > MAX_DEPTH) return plainText(task.html);
    const html = task.view === 'main' ? (mainContent(task.html, task.title ?? '') ?? task.html) : task.html;
    return tidy(converter(task.url).turndown(html));
  } catch {
    // A page that breaks the parser or the converter is still readable as text.
    return plainText(task.html);
  }
}

/** Neither void elements nest nor those whose end tag may be left out. */
const FLAT = /^(?:area|br|col|hr|img|input|source|track|wbr|p|li|d[td]|t[dhr]|tbody|thead|tfoot|option|body|html)$/i;

/** Deepest nesting of elements, by counting tags. */
function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag, name = ''] of html.matchAll(/<\/?([a-zA-Z][\w-]*)[^>]*>/g)) {
    if (FLAT.test(name) || tag.endsWith('/>')) continue;
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
  turndown.use([strikethrough, taskListItems]);
  addTableRules(turndown);
  turndown.remove(['script', 'style', 'noscript', 'template']);
  addTextRules(turndown, url);
  addMathRule(turndown);
  return turndown;
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
