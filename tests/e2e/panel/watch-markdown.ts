import type { Page } from 'puppeteer-core';

/**
 * Runs in the panel: every node that rendered Markdown must not have. Elements that load or act, handlers, styles,
 * sources, and addresses that are not http, https or mail.
 */
export function forbiddenNodes(): string[] {
  const allowed = new Set(
    'A BLOCKQUOTE BR CODE DEL EM H1 H2 H3 H4 H5 H6 HR INPUT LI OL P PRE SECTION STRONG SUP TABLE TBODY TD TH THEAD TR UL DIV SPAN BDI BUTTON'.split(
      ' ',
    ),
  );
  const found: string[] = [];
  for (const node of document.querySelectorAll('.markdown *')) {
    // Our own copy button has an icon; nothing of the text gets in there.
    const icon = node.closest('button') !== null && ['svg', 'path', 'rect'].includes(node.tagName);
    if (icon) continue;
    if (!allowed.has(node.tagName)) found.push(node.outerHTML.slice(0, 200));
    if (node.tagName === 'INPUT' && node.getAttribute('type') !== 'checkbox') found.push(node.outerHTML);
    for (const { name, value } of node.attributes) {
      const bad =
        /^on|^(style|src|srcset|background|poster|action|formaction|data|xlink:href|srcdoc|ping|target|download)$/u.test(
          name,
        ) ||
        (name === 'href' && !/^(https?:|mailto:)/u.test(value));
      if (bad) found.push(`${name}=${value.slice(0, 100)} in ${node.outerHTML.slice(0, 200)}`);
    }
  }
  // What got out of the Markdown would be somewhere else in the document.
  for (const node of document.querySelectorAll('script, iframe, object, embed, base, video, audio, link, meta, img'))
    if (node.closest('head') === null && node.getAttribute('src') !== '/icon/128.png')
      found.push(node.outerHTML.slice(0, 200));
  return found;
}

/** Collects every request of the panel that goes neither to the backend nor to the extension itself. */
export function watchRequests(page: Page, backendPort: number): string[] {
  const strange: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('chrome-extension:') && !url.startsWith(`http://127.0.0.1:${backendPort}/`)) strange.push(url);
  });
  return strange;
}
