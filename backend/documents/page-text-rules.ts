import type TurndownService from 'turndown';
import { type DomNode, isElement } from './page-text-tables.ts';

/** Links, lists, code and images as the backend wants them. Links are made absolute against `url`. */
export function addTextRules(turndown: TurndownService, url: string): void {
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => image(isElement(node) ? node : undefined, turndown),
  });
  turndown.addRule('listItem', {
    filter: 'li',
    replacement: (content, node) => listItem(content, isElement(node) ? node : undefined),
  });
  turndown.addRule('link', {
    filter: 'a',
    replacement: (content, node) => link(content, absolute((isElement(node) && node.getAttribute('href')) || '', url)),
  });
  turndown.addRule('pre', {
    filter: 'pre',
    replacement: (content, node) => {
      const element: unknown = node;
      return isElement(element) ? codeBlock(element) : content;
    },
  });
  // Definition lists as PHP Markdown Extra and Pandoc write them.
  turndown.addRule('term', {
    filter: 'dt',
    replacement: (content) => (content.trim() === '' ? '' : `\n\n${content.trim().replace(/\s*\n\s*/g, ' ')}\n`),
  });
  turndown.addRule('definition', {
    filter: 'dd',
    replacement: (content) => (content.trim() === '' ? '' : `\n: ${content.trim().replace(/\n/g, '\n  ')}\n`),
  });
  turndown.addRule('option', {
    filter: ['option'],
    replacement: (content, node) => {
      const last: unknown = node;
      const text = content.replace(/\s+/g, ' ').trim();
      return text === '' ? '' : `${text}${isElement(last) && nextElement(last) ? ' / ' : ' '}`;
    },
  });
}

function nextElement(node: DomNode): boolean {
  const siblings = Array.from(node.parentNode?.childNodes ?? []);
  return siblings.slice(siblings.indexOf(node) + 1).some((sibling) => sibling.nodeName === 'OPTION');
}

/** An alternative text is what a page says of an image, not what a person reads there: it stays marked as an image. */
function image(node: DomNode | undefined, turndown: TurndownService): string {
  const alt = (node?.getAttribute('alt') ?? '')
    .replace(/\s+/g, ' ')
    .replace(/[[\]]/g, (mark) => (mark === '[' ? '(' : ')'))
    .trim();
  // File names and addresses that a publishing system filled in say nothing.
  if (!/[\p{L}\p{N}]/u.test(alt) || /^\S+\.(?:jpe?g|png|gif|webp|svg|avif)$/i.test(alt) || /^https?:\S+$/i.test(alt))
    return '';
  return `![${turndown.escape(alt)}]()`;
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

/** Preformatted text as a fence that is longer than any inside of it. */
function codeBlock(pre: DomNode): string {
  const code = textWithBreaks(pre).replace(/^\n|\s+$/g, '');
  if (code.trim() === '') return '';
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${languageOf(pre)}\n${code}\n${fence}\n\n`;
}

function textWithBreaks(node: DomNode): string {
  return Array.from(node.childNodes)
    .map((child) => {
      if (child.nodeName === 'BR') return '\n';
      return child.childNodes.length === 0 ? (child.textContent ?? '') : textWithBreaks(child);
    })
    .join('');
}

/** As highlighters mark it on the code, the block, or the box around it: `language-js`, `lang-js`, `highlight-source-js`. */
function languageOf(pre: DomNode): string {
  const code = Array.from(pre.childNodes).find((child) => child.nodeName === 'CODE');
  for (const node of [code, pre, pre.parentNode])
    if (node !== undefined && isElement(node)) {
      const name = /(?:^|\s)(?:lang(?:uage)?|highlight(?:-(?:source|text))?)-([\w+#-]+)/.exec(
        node.getAttribute('class') ?? '',
      )?.[1];
      if (name !== undefined) return name;
    }
  return '';
}
