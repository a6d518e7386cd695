import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGithub } from '../fakes/github-service.ts';
import { type FakeService, startService } from '../fakes/http-service.ts';
import { startSearxng, startTavily } from '../fakes/search-services.ts';
import { ARTICLE, makePdf } from '../fakes/web-documents.ts';
import { startYoutube } from '../fakes/youtube-service.ts';
import { callCommand } from './support/call-command.ts';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'tvly-canary-key';
const HOME = '<!doctype html><title>Home</title><h1>Home</h1><p>Nothing here about kettles.</p>';
/** Tells the server whether it was ever in front. */
const TELLS = "<script>fetch('/was-' + document.visibilityState)</script>";
const RESULTS = `<!doctype html><title>Results</title>${TELLS}<form><input name="q"></form>
<div><h2><a href="https://tea.example/green">Green tea</a></h2><p>Leaves that are not fermented.</p></div>
<div><h2><a href="https://tea.example/black">Black tea</a></h2><p>Leaves that are fermented.</p></div>`;
const INBOX = `<!doctype html><title>Inbox</title>${TELLS}<main><h1>Inbox</h1><p>Three new letters from the bank.</p></main>`;

describe.each(BROWSERS)('tools of the web in %s', (name) => {
  const services: FakeService[] = [];
  let site: FakeService;
  let tavily: FakeService;
  let searxng: FakeService;
  let bench: Workbench;
  let panel: Panel;

  beforeAll(async () => {
    site = await startService(({ url }) =>
      url.pathname === '/paper.pdf'
        ? { text: makePdf(['Water boils at 93 degrees up there.']), headers: { 'content-type': 'application/pdf' } }
        : url.pathname === '/notes.txt'
          ? { text: 'The kettle holds 1.7 litres.', headers: { 'content-type': 'text/plain; charset=utf-8' } }
          : { text: ARTICLE },
    );
    searxng = await startSearxng();
    tavily = await startTavily(KEY);
    const [github, youtube] = [await startGithub('ghp_test'), await startYoutube()];
    services.push(site, tavily, searxng, github, youtube);
    bench = await openWorkbench(
      name,
      {
        'home.example': { '/': HOME },
        'search.example': { '/find': RESULTS },
        'mail.example': (request, response) => {
          if (request.url === '/away') {
            response.writeHead(302, { location: bench.sites.url('home.example') }).end();
            return;
          }
          const signedIn = (request.headers.cookie ?? '').includes('session=ada');
          response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'session=ada; Path=/' });
          response.end(signedIn ? INBOX : '<!doctype html><title>Sign in</title><p>Please sign in first.</p>');
        },
      },
      {
        model: 'offline',
        env: {
          // `jiit` stands for any server that the person configured: the site of this test is on this machine.
          PAGEHAND_ENDPOINTS: JSON.stringify({
            tavily: tavily.origin,
            github: github.origin,
            youtube: youtube.origin,
            jiit: site.origin,
          }),
        },
      },
    );
    await bench.browser.openPage(bench.sites.url('mail.example'));
    await bench.browser.openPage(bench.sites.url('home.example'));
    panel = await bench.openPanel();
  });
  afterAll(async () => {
    await bench?.close();
    for (const service of services) await service.close();
  });

  const tabs = (): Promise<number> =>
    bench.browser.evaluateInExtension<number>(
      '(globalThis.browser ?? chrome).tabs.query({}).then((all) => all.length)',
    );
  async function ask(text: string): Promise<void> {
    await panel.click('button', 'New thread');
    await panel.ask(text);
  }

  test('without a key, a search opens in a background tab of the person’s choice, is read and closed', async () => {
    await panel.click('button', 'Model: ');
    const choice = await panel.page.waitForSelector('[data-testid="search-page"]');
    await choice?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await panel.page.select('[data-testid="search-page"]', '');
    const own = await panel.page.waitForSelector('[data-testid="search-page-own"]');
    await own?.click({ count: 3 });
    await panel.page.keyboard.type(`${bench.sites.url('search.example', '/find')}?q={query}`);
    await panel.click('button', 'Back');
    const before = await tabs();
    await ask('/google-search green tea');
    const text = await panel.waitForText('Leaves that are not fermented.');
    expect(text).toContain('2 sources');
    expect(bench.sites.requests).toContain('GET search.example /find?q=green%20tea');
    expect(await tabs()).toBe(before);
    expect(bench.sites.requests).toContain('GET search.example /was-hidden');
    expect(bench.sites.requests).not.toContain('GET search.example /was-visible');
  });

  /** Enters the one field of a connection, as a person does. */
  async function connect(id: string, value: string): Promise<void> {
    await panel.click('button', 'Model: ');
    const fold = `[data-testid="connection-${id}"]`;
    // Without coordinates: the settings above still fill up and move what stands below them.
    await panel.page.waitForSelector(fold);
    await panel.page.$eval(fold, (details) => {
      if (!details.hasAttribute('open')) details.querySelector('summary')?.click();
    });
    await panel.waitForText('Let other agents in');
    const field = await panel.page.waitForSelector(`${fold} input`, { visible: true });
    await field?.click();
    await panel.page.keyboard.type(value);
    await panel.press('Enter');
    await panel.page.waitForFunction(
      (selector) => document.querySelector(`${selector} .card-state`)?.textContent === 'connected',
      {},
      fold,
    );
    await panel.click('button', 'Back');
  }

  test('a SearXNG server of one’s own answers, and what it could not search is no empty result', async () => {
    await connect('searxng', searxng.origin);
    await ask('/google-search heat pumps');
    expect(await panel.waitForText('Passage 1 about heat pumps.')).toContain('5 sources');
    expect(searxng.requests.at(-1)?.url.pathname).toBe('/search');
    await panel.click('button', 'New thread');
    await callCommand(panel, '/google-search nothing', 'SearXNG found nothing');
    expect(await callCommand(panel, '/google-search captcha', 'None of the search engines')).not.toContain(
      'found nothing',
    );
  });

  test('with a key from the settings the search service answers, with numbered sources', async () => {
    await connect('tavily', KEY);
    await ask('/google-search heat pumps');
    const text = await panel.waitForText('Passage 1 about heat pumps.');
    expect(text).toContain('5 sources');
    expect(tavily.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(text).not.toContain(KEY);
  });

  test('a website and a PDF are fetched; an address of this machine asks first', async () => {
    await ask(`/website-ask ${site.origin}/article Who built the lighthouse?`);
    await panel.click('button', 'Approve');
    await panel.waitForText('Mary Treloar');
    await ask(`/website-ask ${site.origin}/paper.pdf At how many degrees?`);
    await panel.click('button', 'Approve');
    await panel.waitForText('Water boils at 93 degrees up there.');
    await ask(`/website-ask ${site.origin}/notes.txt How many litres?`);
    await panel.click('button', 'Approve');
    await panel.waitForText('The kettle holds 1.7 litres.');
  });

  test('a page is read where the person is signed in, only after a yes, and nothing stays open', async () => {
    const before = await tabs();
    const inbox = bench.sites.url('mail.example', '/inbox');
    await ask(`/website-ask how=browser ${inbox} What is new?`);
    await panel.find('alert', 'Page in a background tab');
    expect(bench.sites.requests.join()).not.toContain('/inbox');
    await panel.click('button', 'Read it');
    await panel.waitForText('Three new letters from the bank.');
    expect(await tabs()).toBe(before);
    expect(bench.sites.requests).toContain('GET mail.example /was-hidden');
  });

  test('a yes is for one site: an address that leads to another is not read', async () => {
    await ask(`/website-ask how=browser ${bench.sites.url('mail.example', '/away')} What is new?`);
    await panel.click('button', 'Read it');
    const text = await panel.waitForText('The address led to home.example');
    expect(text).not.toContain('Nothing here about kettles.');
  });

  test('a no leaves the page unread', async () => {
    await ask(`/website-ask how=browser ${bench.sites.url('mail.example', '/secret')} What is new?`);
    await panel.click('button', 'Reject');
    await panel.click('button', 'Reject');
    await panel.waitForText(/refused|did not allow/u);
    expect(bench.sites.requests.join()).not.toContain('/secret');
  });

  test('GitHub and videos answer by their commands', async () => {
    await ask('/github-crawl https://github.com/ada/kettle How does boil compute its energy?');
    await panel.waitForText('335_000');
    await ask('/youtube-ask https://youtu.be/kettles0001 What is the heating element?');
    const text = await panel.waitForText('The heating element is a coil of nichrome.');
    expect(text).toContain('1:10');
  });

  test('each kind of thing on GitHub is read, and a private repository with the person’s token', async () => {
    await panel.click('button', 'New thread');
    const read = (url: string, wanted: string): Promise<string> =>
      callCommand(panel, `/github-crawl ${JSON.stringify({ url, question: 'What about altitude?' })}`, wanted);
    await read('https://github.com/ada/kettle/issues/7', 'A pressure valve helps');
    await read('https://github.com/ada/kettle/pull/8', 'src/whistle.ts');
    await read('https://github.com/ada/kettle/issues', 'Boils over at altitude');
    await read('https://github.com/ada/kettle/pulls', 'Pull requests');
    await read('https://github.com/ada/kettle/releases', 'Heats twice as fast.');
    await read('https://github.com/ada/kettle/releases/tag/v2.0.0', 'Heats twice as fast.');
    await read('https://github.com/ada/kettle/blob/main/docs/Safety%20Notes.md', 'Never boil dry.');
    await read('https://github.com/ada/secret', 'connect GitHub');
    await connect('github', 'ghp_test');
    expect(await read('https://github.com/ada/secret', 'Heats water')).toContain('Code that has these words');
  });

  test('a video in another language, and one without a transcript that says so', async () => {
    await panel.click('button', 'New thread');
    const watch = (id: string, wanted: string, more = {}): Promise<string> => {
      const args = { url: `https://youtu.be/${id}`, question: 'What is the heating element?', ...more };
      return callCommand(panel, `/youtube-ask ${JSON.stringify(args)}`, wanted);
    };
    await watch('kettles0001', 'Das Heizelement ist eine Spule.', { language: 'de' });
    expect(await watch('silent00001', 'no transcript')).toContain('All about kettles.');
    await watch('noCaptions1', 'did not give its transcript');
    await watch('private0001', 'private');
  });
});
