import axeCore from 'axe-core';
import type { Page } from 'puppeteer-core';

/** Runs axe-core over the whole document. @returns one line per violation and element. */
export async function axe(page: Page): Promise<string[]> {
  // The panel's CSP lets no foreign script in; the debugger's own evaluation is not bound by it.
  await page.evaluate(axeCore.source);
  return page.evaluate(
    `axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.flatMap((violation) =>
      violation.nodes.map((node) => violation.id + ': ' + node.target.join(' ') + ' ' + (node.any[0] ?? node.all[0] ?? node.none[0] ?? {message: ''}).message)))`,
  ) as Promise<string[]>; // parse boundary: the expression above makes strings
}

/** Runs in the panel: what is to be pressed and is smaller than 32 px; links in a text are as high as their line. */
export function smallTargets(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'button, summary, select, textarea, label.choice, input:not([type="checkbox"], [type="radio"], [hidden]), [role="option"], [role="menuitem"]',
  );
  return [...targets].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    if (width === 0 || (width >= 32 && height >= 32)) return [];
    return [`${target.tagName}.${target.className} "${target.textContent?.slice(0, 20)}" ${width} x ${height}`];
  });
}

/** What is wider than the panel, or cut: elements that reach over its edge and do not stand in a scroller. */
export function overflowing(): string[] {
  const width = document.documentElement.clientWidth;
  const found: string[] = [];
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
    if (element.closest('.table-scroll, pre, .visually-hidden, [aria-hidden="true"]')) continue;
    // What is cut on purpose, with an ellipsis or in a scroller, is not wider than the panel for the person.
    let clips = element.parentElement;
    while (clips && clips.id !== 'root' && getComputedStyle(clips).overflowX === 'visible') clips = clips.parentElement;
    if (clips && clips.id !== 'root' && clips.clientWidth <= width && clips.className !== 'thread-scroll') continue;
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.right > width + 1 || box.left < -1))
      found.push(
        `${element.tagName}.${element.className} ${Math.round(box.left)}..${Math.round(box.right)} of ${width}`,
      );
  }
  return found;
}

/** Runs in the panel: texts that are broken into a letter or two a line because something beside them takes the room. */
export function squeezed(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    if (text.length < 8 || node.parentElement?.closest('.visually-hidden, select, textarea')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    if (lines > 1 && text.length / lines < 4.5) found.push(`${lines} lines: ${text.slice(0, 40)}`);
  }
  return found;
}

/** Runs in the panel: fields that show only a part of their placeholder in height. */
export async function cutPlaceholders(): Promise<string[]> {
  // A box is measured with the frame after a change of its width.
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  return [...document.querySelectorAll('textarea')]
    .filter((box) => box.value === '' && box.scrollHeight > box.clientHeight + 1)
    .map((box) => `${box.placeholder}: ${box.clientHeight} of ${box.scrollHeight} px`);
}
