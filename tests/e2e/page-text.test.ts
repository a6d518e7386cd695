import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageTextToMarkdown } from '../../backend/documents/page-text-markdown.ts';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import {
  articles,
  haveRealPages,
  NO_REAL_PAGES,
  openOffline,
  serveRealPages,
  snapshotPaths,
} from '../fixtures/real-pages.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';
import { averageScore, scoreText, textOfMarkdown } from '../fixtures/text-measure.ts';

let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  browser = await launchChromium();
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
});
afterAll(() => browser.close());

async function markdownOf(page: Page, view: 'main' | 'whole'): Promise<string> {
  const { text, url, title } = await new PageDriver(page).capture();
  return pageTextToMarkdown({ html: text, url, title, view });
}

/** Markdown of a page with this body, through the capture in the browser. */
async function wholeOf(body: string): Promise<string> {
  const page = await context.newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>Case</title><body>${body}</body></html>`);
  const markdown = await markdownOf(page, 'whole');
  await page.close();
  return markdown;
}

/** innerText without what the capture leaves out on purpose: parts for screen readers only, and what cannot be seen. */
function seenText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const hidden = [...document.body.querySelectorAll('*')].filter((element) => {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return (
        element.matches('[aria-hidden="true"],[inert]') ||
        Number(style.opacity) < 0.1 ||
        (style.position === 'absolute' && style.clip !== 'auto' && box.width <= 1) ||
        (style.overflow !== 'visible' && style.display !== 'inline' && (box.height <= 1 || box.width <= 1)) ||
        (style.position === 'absolute' && (box.right <= 0 || (style.direction === 'rtl' && box.left >= innerWidth)))
      );
    });
    for (const element of hidden) element.setAttribute('style', 'display:none !important');
    return document.body.innerText;
  });
}

describe('text as it is shown', () => {
  test('capitals that a style makes are capitals', async () => {
    expect(
      await wholeOf(
        '<p style="text-transform:uppercase">Read me, straße</p><p style="text-transform:capitalize">two words, don’t</p>',
      ),
    ).toBe('READ ME, STRASSE\n\nTwo Words, Don’t');
  });
  test('a list is numbered as on the screen', async () => {
    const items = '<li>one</li><li>two</li>';
    expect(await wholeOf(`<ol start="4">${items}</ol>`)).toBe('4. one\n5. two');
    expect(await wholeOf(`<ol style="list-style:none">${items}</ol>`)).toBe('- one\n- two');
  });
  test('what a menu offers is there', async () => {
    expect(await wholeOf('<p>Size <select><option>Small</option><option>Large</option></select></p>')).toBe(
      'Size Small / Large',
    );
  });
  test('tables, code, definitions, links and images come through the capture', async () => {
    const markdown = await wholeOf(
      `<table><tr><th>Name</th><th>Age</th></tr><tr><td>Ann</td><td>4</td></tr></table>
      <pre><code class="language-js">let a = 1;\n  b()</code></pre><dl><dt>Term</dt><dd>Meaning</dd></dl>
      <p><a href="https://shop.example/x?a=1">Shop</a></p><img alt="a red door" width="50" height="50" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
    );
    for (const part of [
      '| Name | Age |\n| --- | --- |\n| Ann | 4 |',
      '```js\nlet a = 1;\n  b()\n```',
      'Term\n: Meaning',
      '[Shop](https://shop.example/x?a=1)',
      '![a red door]()',
    ])
      expect(markdown).toContain(part);
  });
});

describe('formulas', () => {
  const HIDDEN = 'position:absolute;clip:rect(1px,1px,1px,1px);height:1px;width:1px;overflow:hidden';
  const katex = (mathml: string): string =>
    `<p>So <span class="katex"><span class="katex-mathml" style="${HIDDEN}"><math><semantics><mrow>${mathml}</mrow><annotation encoding="application/x-tex">TOKEN</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>a</span><span>2</span></span></span> is it.</p>`;
  const SQUARE = '<msup><mi>a</mi><mn>2</mn></msup>';

  test('MathML becomes TeX, without its annotation', async () => {
    const root = '<mfrac><mi>x</mi><msqrt><mi>y</mi></msqrt></mfrac>';
    expect(
      await wholeOf(
        `<p>Let <math><semantics>${root}<annotation encoding="application/x-tex">TOKEN</annotation></semantics></math> be.</p>`,
      ),
    ).toBe('Let $\\frac{x}{\\sqrt{y}}$ be.');
  });
  test('the hidden MathML of a painted formula says what is painted', async () => {
    expect(await wholeOf(katex(SQUARE))).toBe('So $a^{2}$ is it.');
  });
  test('and is not believed where it says more', async () => {
    expect(await wholeOf(katex(`${SQUARE}<mtext>TOKEN</mtext>`))).toBe('So a2 is it.');
  });
  test('nor where nothing is painted', async () => {
    const markdown = await wholeOf(katex(SQUARE).replace('<span>a</span><span>2</span>', ''));
    expect(markdown).toBe('So is it.');
  });
  test('glyphs that a style paints are read from their code points', async () => {
    const glyphs =
      '<mjx-container><mjx-math aria-hidden="true"><mjx-c class="mjx-c1D44E"></mjx-c><mjx-c class="mjx-c32"></mjx-c></mjx-math>';
    const style = '<style>mjx-c{display:inline-block;width:8px;height:12px}</style>';
    const assistive = (mathml: string): string =>
      `${style}<p>${glyphs}<mjx-assistive-mml style="${HIDDEN}"><math>${mathml}</math></mjx-assistive-mml></mjx-container></p>`;
    expect(await wholeOf(assistive(SQUARE))).toBe('$a^{2}$');
    expect(await wholeOf(assistive('<mtext>TOKEN</mtext>'))).toBe('a2');
  });
});

describe('pages of our own', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await servePages();
  });
  afterAll(() => server.close());
  test.each([
    'board.html',
    'basics.html',
    'react-form',
    'vue-form',
    'todo',
    'dropdown.html',
    'rtl.html',
    'virtual-list.html',
  ])('%s: everything that is shown is in the text', async (path) => {
    const page = await openOffline(context, `${server.origin}/${path}`);
    const text = textOfMarkdown(await markdownOf(page, 'whole'));
    const { recall } = scoreText(await seenText(page), text);
    await page.close();
    expect(recall).toBeGreaterThanOrEqual(0.99);
  });
});

if (!haveRealPages()) console.log(`${NO_REAL_PAGES} The quality of their text is not tested.`);
describe.runIf(haveRealPages())('real pages', () => {
  let server: Awaited<ReturnType<typeof serveRealPages>>;
  beforeAll(async () => {
    server = await serveRealPages();
  });
  afterAll(() => server.close());

  test('the main content of articles has an F1 of at least 0.975', async () => {
    const scores = [];
    for (const { path, truth } of articles()) {
      const page = await openOffline(context, `${server.origin}/${path}`);
      scores.push(scoreText(truth, textOfMarkdown(await markdownOf(page, 'main'))));
      await page.close();
    }
    const { f1, precision, recall } = averageScore(scores);
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.97);
    expect(f1).toBeGreaterThanOrEqual(0.975);
  }, 300_000);

  test('whole pages keep at least 99 of 100 runs of words that can be seen', async () => {
    const scores = [];
    for (const path of snapshotPaths()) {
      const page = await openOffline(context, `${server.origin}/${path}`);
      const text = textOfMarkdown(await markdownOf(page, 'whole'));
      const score = scoreText(await seenText(page), text);
      expect(score.recall, path).toBeGreaterThanOrEqual(0.96);
      scores.push(score);
      await page.close();
    }
    expect(averageScore(scores).recall).toBeGreaterThanOrEqual(0.99);
  });
});
