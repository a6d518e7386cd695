import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { PageText } from '../../backend/documents/page-text.ts';
import { pageTextToMarkdown, plainText } from '../../backend/documents/page-text-markdown.ts';

const url = 'https://shop.example/list/index.html';
const whole = (html: string): string => pageTextToMarkdown({ html, url, view: 'whole' });
const never = new AbortController().signal;

const text = new PageText();
afterAll(() => text.close());

describe('Markdown of a page', () => {
  it('makes links absolute and drops targets that are no address', () => {
    expect(
      whole('<p><a href="../cart?a=(1)">Cart</a> <a href="javascript:alert(1)">Run</a> <a href="#top">Top</a></p>'),
    ).toBe('[Cart](https://shop.example/cart?a=%281%29) Run Top');
  });
  it('keeps the heading of a card outside of its link', () => {
    expect(whole('<a href="/a"><h3>Title</h3><p>Words</p></a>')).toBe('### [Title](https://shop.example/a)\n\nWords');
  });
  it('keeps the alternative text of an image marked as one, without its address', () => {
    expect(whole('<p>See <img src="https://t.example/x.png" alt="a [red] door"> here</p>')).toBe(
      'See ![a (red) door]() here',
    );
  });
  it('leaves out alternative texts that are file names, addresses or signs', () => {
    for (const alt of ['IMG_0021.JPG', 'https://t.example/x', '***', ''])
      expect(whole(`<p>See <img alt="${alt}"> here</p>`)).toMatch(/^See +here$/);
  });
  it('keeps pipes, spans and line breaks of a table', () => {
    const html = `<table style="border:1px"><caption>Prices</caption><thead><tr><th>Name</th><th colspan="2">Values</th></tr></thead>
      <tbody><tr><td rowspan="2">a||b</td><td>1<br>2</td><td>x</td></tr><tr><td>3</td><td>y</td></tr></tbody></table>`;
    expect(whole(html)).toBe(
      [
        '**Prices**',
        '',
        '| Name | Values | Values |',
        '| --- | --- | --- |',
        '| a\\|\\|b | 1<br>2 | x |',
        '| a\\|\\|b | 3 | y |',
      ].join('\n'),
    );
  });
  it('gives a table without a header an empty one', () => {
    expect(whole('<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>')).toBe(
      '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    );
  });
  it('unfolds a table that only lays out the page', () => {
    expect(
      whole(
        '<table><tr><td><h2>Left</h2></td><td><table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table></td></tr></table>',
      ),
    ).toContain('## Left');
  });
  it('keeps code and nested lists, and drops items without text', () => {
    expect(
      whole('<ol start="3"><li>a<ul><li>b</li><li></li></ul></li><li>c</li></ol><pre><code>x = 1\n  y</code></pre>'),
    ).toBe('3. a\n   - b\n4. c\n\n```\nx = 1\n  y\n```');
  });
  it('fences preformatted text with its language, its lines and its backticks', () => {
    expect(whole('<div class="highlight-source-ts"><pre><span>let</span> a = 1;<br>b</pre></div>')).toBe(
      '```ts\nlet a = 1;\nb\n```',
    );
    expect(whole('<pre><code class="language-md">```\nx\n```</code></pre>')).toBe('````md\n```\nx\n```\n````');
  });
  it('keeps every heading level', () => {
    expect(whole('<h1>a</h1><h2>b</h2><h3>c</h3><h6>d</h6>')).toBe('# a\n\n## b\n\n### c\n\n###### d');
  });
  it('keeps terms with their definitions', () => {
    expect(whole('<dl><dt>Term</dt><dd>One</dd><dd>Two <b>bold</b></dd><dt>Next</dt><dd>Three</dd></dl>')).toBe(
      'Term\n: One\n: Two **bold**\n\nNext\n: Three',
    );
  });
  it('writes MathML as TeX, in the line and as a block', () => {
    const root = '<mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac>';
    expect(whole(`<p>So <math>${root}</math> is it.</p>`)).toBe('So $\\frac{a}{\\sqrt{b}}$ is it.');
    expect(whole(`<math display="block">${root}</math>`)).toBe('$$\\frac{a}{\\sqrt{b}}$$');
  });
  it('keeps text of MathML that cannot be converted', () => {
    expect(whole(`<p><math>${'<mi>x</mi>'.repeat(3_000)}</math></p>`)).toContain('xxx');
  });
  it('says what can be chosen', () => {
    expect(whole('<p><select><option>One</option><option>Two</option></select></p>')).toBe('One / Two');
  });
  it('finds the main content among navigation', () => {
    const paragraph = `<p>${'The harbour was rebuilt in stone, and the market moved to the east side of it. '.repeat(6)}</p>`;
    const html = `<div class="nav"><a href="/1">One</a><a href="/2">Two</a></div><div class="article"><h1>Harbour</h1>${paragraph.repeat(5)}</div>`;
    const main = pageTextToMarkdown({ html, url, view: 'main' });
    expect(main).toContain('rebuilt in stone');
    expect(main).not.toContain('[One]');
  });
  it('takes captions, datelines, bylines and boxes of links out of the main content, and keeps its lists', () => {
    const prose =
      '<p>The harbour was rebuilt in stone, and the market moved to the east side of it, where the boats come in, they said.</p>';
    const html = `<div class="menu"><a href="/1">One</a></div><article class="article"><h1>Harbour</h1>
      <p class="byline">By Ann Other</p><p>21 March 2024 at 9:45</p>${prose.repeat(4)}
      <figure><img alt="stone"><figcaption>The harbour in winter</figcaption></figure>${prose.repeat(2)}
      <p><a href="/x">READ MORE: Nothing about the harbour</a></p><h2>What was done</h2>
      <ul><li>A wall</li><li>A light</li></ul>${prose.repeat(2)}
      <div class="newsletter-signup"><p>Get our harbour newsletter</p></div>
      <h3>You may also like</h3><ul><li><a href="/y">Another page</a></li><li><a href="/z">One more</a></li></ul></article>`;
    const main = pageTextToMarkdown({ html, url, title: 'Harbour', view: 'main' });
    expect(main.match(/rebuilt in stone/g)).toHaveLength(8);
    for (const kept of ['## What was done', '- A wall', '- A light', '![stone]()']) expect(main).toContain(kept);
    for (const gone of ['By Ann', '21 March', 'in winter', 'READ MORE', 'newsletter', 'also like', 'Another page'])
      expect(main).not.toContain(gone);
  });
  it('keeps a page whose content its rules would take away', () => {
    const html = `<div class="article">${'<p class="caption">A caption is all the text that there is on this page of pictures, and it says what they show.</p>'.repeat(8)}</div>`;
    expect(pageTextToMarkdown({ html, url, view: 'main' }).match(/A caption is/g)).toHaveLength(8);
  });
  it('gives the whole page when there is no main content', () => {
    expect(pageTextToMarkdown({ html: '<button>Save</button><p>Two words</p>', url, view: 'main' })).toContain(
      'Two words',
    );
  });
  it('falls back to plain text on nesting that would break the converter', () => {
    const deep = `${'<div>'.repeat(20_000)}deep words${'</div>'.repeat(20_000)}`;
    expect(whole(deep)).toBe('deep words');
  });
  it('reads plain text out of broken HTML', () => {
    expect(plainText('<p>a &amp; b<br>&#x41;&#99999999;<script>no()</script></p><b>c')).toContain('a & b');
    expect(plainText('<p>a<script>no()</script></p>')).not.toContain('no()');
  });
});

describe('the worker', () => {
  it('converts off the main thread and keeps the last results', async () => {
    const page = { snapshotId: 's1', text: '<h1>Hi</h1>', url };
    expect(await text.markdown(page, 'whole', never)).toBe('# Hi');
    expect(await text.markdown({ ...page, text: 'changed, same snapshot' }, 'whole', never)).toBe('# Hi');
  });
  it('leaves the event loop free while a megabyte is converted', async () => {
    const html = `<div>${'<p>Some <b>words</b> and a <a href="/x">link</a>.</p>'.repeat(18_000)}</div>`.slice(
      0,
      1_000_000,
    );
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await text.markdown({ snapshotId: 'big', text: html, url }, 'whole', never);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
  it('stops at once when the signal aborts, and works afterwards', async () => {
    const html = '<table>'.repeat(400) + '<tr><td>x</td></tr>'.repeat(40_000);
    const stop = new AbortController();
    const reading = text.markdown({ snapshotId: 'slow', text: html, url }, 'main', stop.signal);
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(await text.markdown({ snapshotId: 's2', text: '<p>still here</p>', url }, 'whole', never)).toBe(
      'still here',
    );
  });
  it('gives plain text when the converter takes too long', async () => {
    const hasty = new PageText({ timeLimitMs: 1_500 });
    const html = `${'<div><p>'.repeat(250)}${'<p>w <a href=x>l</a></p>'.repeat(40_000)}end of it`;
    const markdown = await hasty.markdown({ snapshotId: 's3', text: html, url }, 'main', never);
    expect(markdown).toContain('end of it');
    await hasty.close();
  });
});

const pages = new URL('../../../shared/pages/', import.meta.url);
const there = existsSync(pages);
if (!there) console.log('The real pages are not here (../shared/pages): their conversion is not tested.');
describe('real pages', () => {
  it('are converted in both views without a failure or raw HTML', async () => {
    if (!there) return;
    for (const folder of ['snapshot/', 'articles/'])
      for (const file of readdirSync(new URL(folder, pages)).filter((name) => /\.html(?:\.gz)?$/.test(name))) {
        const raw = readFileSync(new URL(folder + file, pages));
        const html = (file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8');
        for (const view of ['main', 'whole'] as const) {
          const markdown = await text.markdown({ snapshotId: file, text: html, url }, view, never);
          expect(markdown.length, `${file} ${view}`).toBeGreaterThan(200);
          expect(markdown, `${file} ${view}`).not.toMatch(/^\s*<(?:div|table|td)\b/m);
        }
      }
  }, 120_000);
});
