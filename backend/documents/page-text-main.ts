import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { blocksOf, type TreeNode } from './page-text-blocks.ts';
import { isProse, removeBoilerplate } from './page-text-boilerplate.ts';

/** Content with less than this share of the page's text is trusted only if it is an article by itself. */
const MAIN_SHARE = 0.08;
/** As much prose (letters) and as many paragraphs as make an article by themselves. */
const ARTICLE = { letters: 400, paragraphs: 3 };

type ContentNode = TreeNode & { readonly innerHTML: string };

/**
 * The main content's HTML, or undefined when the page has none that can be told apart: what Readability finds, less
 * what readers do not count to it, else the declared `main`.
 * @param html cleaned HTML with class and id, or a stored page. Not nested deeper than the stack allows.
 */
export function mainContent(html: string, title: string): string | undefined {
  const { document } = parseHTML(
    /<body\b/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`,
  );
  for (const node of document.querySelectorAll('script, style, noscript, template')) node.remove();
  if (title !== '' && document.querySelector('title') === null) {
    const element = document.createElement('title');
    element.textContent = title;
    document.head.append(element);
  }
  // The capture keeps no address of an image, and Readability drops an image without one.
  for (const image of document.querySelectorAll('img:not([src])')) image.setAttribute('src', 'about:blank');
  const total = letters(document.body?.textContent ?? '');
  const main = document.querySelector('main, [role="main"]');
  const declared = main === null ? undefined : { html: main.innerHTML, letters: letters(main.textContent ?? '') };
  const article = new Readability<unknown>(document, {
    disableJSONLD: true,
    keepClasses: true,
    serializer: (node) => node,
  }).parse();
  const content = article?.content;
  if (isContentNode(content)) {
    const share = letters(article?.textContent ?? '') / Math.max(1, total);
    if (share >= MAIN_SHARE || isArticle(content)) {
      removeBoilerplate(content, title || (article?.title ?? ''));
      if (content.innerHTML !== '') return content.innerHTML;
    }
  }
  return declared !== undefined && declared.letters / Math.max(1, total) >= MAIN_SHARE ? declared.html : undefined;
}

function isArticle(content: TreeNode): boolean {
  const prose = blocksOf(content).filter(isProse);
  return prose.length >= ARTICLE.paragraphs && prose.reduce((sum, { weight }) => sum + weight, 0) >= ARTICLE.letters;
}

/** Readability's types name the browser's Node; what it gives is an element of the document it was given. */
function isContentNode(node: unknown): node is ContentNode {
  return typeof node === 'object' && node !== null && 'innerHTML' in node && 'firstChild' in node;
}

function letters(text: string): number {
  return text.replace(/\s+/g, '').length;
}
