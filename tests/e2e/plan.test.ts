import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const FORM = `<!doctype html><title>Sign up</title><h1>Sign up</h1>
<label>Name <input id="name"></label>
<button type="button" id="save" onclick="document.querySelector('output').textContent='Saved '+document.querySelector('#name').value">Save</button>
<output></output>`;
const FRAMES = (other: string) => `<!doctype html><title>Frames</title><h1>Frames</h1>
<iframe title="ours" src="/late"></iframe><iframe title="theirs" src="${other}"></iframe>`;
const INNER = `<!doctype html><title>Inner</title><button onclick="this.textContent='Pressed inner'">Press inner</button>`;
const OTHER = `<!doctype html><title>Other</title><button onclick="this.textContent='Pressed other'">Press other</button>`;
const LEAVES = (other: string) => `<!doctype html><title>Leaves</title><h1>Leaves</h1>
<a href="${other}">Go on</a> <button onclick="document.title='pressed'">Press here</button>`;
const TRAP = `<!doctype html><title>Trap</title><h1>Elsewhere</h1><button onclick="fetch('/pressed',{method:'POST'})">Press here</button>`;
/** Says that it is ready only at its load event, which a picture that takes six seconds holds back. */
const LOADS = `<!doctype html><title>Loads</title><h1>Wait</h1><img src="/picture" alt="">
<script>addEventListener('load', () => { document.querySelector('h1').textContent = 'Ready now'; });</script>`;
const TABS = `<!doctype html><title>Tabs</title><a href="/inner" target="_blank">Open the other page</a>`;
const SLOW = `<!doctype html><title>Slow</title><h1>Slow</h1><button onclick="document.title='pressed'">Press me</button>`;

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  beforeAll(async () => {
    bench = await openWorkbench(name, {
      'shop.example': (request, response) => {
        const path = request.url ?? '/';
        const other = `http://other.example:${request.headers.host?.split(':')[1] ?? ''}/`;
        const pages: Record<string, string> = {
          '/': FORM,
          '/frames': FRAMES(other),
          '/inner': INNER,
          '/late': INNER,
          '/loads': LOADS,
          '/leaves': LEAVES(`${other}trap`),
          '/tabs': TABS,
          '/slow': SLOW,
        };
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        // Late: the panel has looked into the frame's empty first document by then.
        setTimeout(() => response.end(pages[path] ?? 'nothing here'), { '/late': 1_500, '/picture': 6_000 }[path] ?? 0);
      },
      'other.example': { '/': OTHER, '/trap': TRAP },
    });
    await bench.browser.openPage(bench.sites.url('shop.example'));
    panel = await bench.openPanel();
  });
  afterAll(() => bench?.close());

  /** A page of its own in front, and the panel looking at it. */
  async function pageInFront(path: string): Promise<Page> {
    const page = await bench.browser.openPage(bench.sites.url('shop.example', path));
    await panel.click('button', 'New thread');
    await panel.find('textbox', 'Message');
    return page;
  }
  const textOf = (page: Page, selector: string): Promise<string | null | undefined> =>
    page.evaluate((wanted) => document.querySelector(wanted)?.textContent, selector);

  test('an answer is made from the page in front, which goes to the model as marked data', async () => {
    await pageInFront('/');
    bench.model.script([{ text: ['It is a ', 'sign-up form.'] }]);
    await panel.ask('What is this page?');
    await panel.waitForText('It is a sign-up form.');
    const sent = bench.model.requests.at(-1)?.body.messages ?? [];
    const withPage = sent.filter((message) => JSON.stringify(message).includes('Sign up'));
    expect(withPage.length).toBeGreaterThan(0);
    expect(withPage.map((message) => message.role)).not.toContain('system');
  });

  test('an approved plan changes the real page and gives a receipt for each step', async () => {
    const page = await pageInFront('/');
    bench.play({
      goal: 'Save the name Ada',
      rounds: [
        (ref) => [
          { kind: 'type', ref: ref('textbox', 'Name'), text: 'Ada' },
          { kind: 'click', ref: ref('button', 'Save') },
        ],
      ],
      answer: 'The name Ada was saved.',
    });
    await panel.ask('Save the name Ada');
    await panel.find('button', 'Run plan');
    expect(await textOf(page, 'output')).toBe('');
    await panel.click('button', 'Run plan');
    await panel.waitForText('The name Ada was saved.');
    await panel.waitForText('2 steps, 2 changed');
    expect(await textOf(page, 'output')).toBe('Saved Ada');
  });

  test('a rejected plan touches nothing, and its reason reaches the model', async () => {
    const page = await pageInFront('/');
    bench.play({
      goal: 'Save the name Bob',
      rounds: [(ref) => [{ kind: 'type', ref: ref('textbox', 'Name'), text: 'Bob' }]],
      answer: 'Then I leave it.',
    });
    await panel.ask('Save the name Bob');
    await panel.find('button', 'Run plan');
    await panel.click('button', 'Reject');
    await panel.type('textbox', 'Why', 'Wrong person');
    await panel.click('button', 'Reject');
    await panel.waitForText('Plan rejected');
    await panel.waitForText('Then I leave it.');
    expect(await page.evaluate(() => document.querySelector('input')?.value)).toBe('');
    expect(JSON.stringify(bench.model.requests.at(-1)?.body.messages)).toContain('Wrong person');
  });

  test('a value edited in the card is what is typed, and the model is told', async () => {
    const page = await pageInFront('/');
    bench.play({
      goal: 'Type the name',
      rounds: [(ref) => [{ kind: 'type', ref: ref('textbox', 'Name'), text: 'Adda' }]],
      answer: 'The name is typed now.',
    });
    await panel.ask('Type the name');
    await panel.find('button', 'Run plan');
    await panel.click('button', 'Edit');
    await panel.type('textbox', 'Value of step 1', 'Grace', 'replace');
    await panel.click('button', 'Check and keep');
    await panel.click('button', 'Run plan');
    await panel.waitForText('The name is typed now.');
    expect(await page.evaluate(() => document.querySelector('input')?.value)).toBe('Grace');
    expect(JSON.stringify(bench.model.requests.at(-1)?.body.messages)).toContain('Grace');
  });

  test('steps act in same-origin and cross-origin frames', async () => {
    const page = await pageInFront('/frames');
    // The page is there before its frames are: what is not loaded yet cannot be in the capture.
    await expect
      .poll(() => Promise.all(page.frames().map((frame) => frame.$$eval('button', (all) => all.length))), {
        timeout: 20_000,
      })
      .toEqual([0, 1, 1]);
    bench.play({
      goal: 'Press both',
      rounds: [
        (ref) => [
          { kind: 'click', ref: ref('button', 'Press inner') },
          { kind: 'click', ref: ref('button', 'Press other') },
        ],
      ],
      answer: 'Both were pressed.',
    });
    await panel.ask('Press both');
    await panel.click('button', 'Run plan');
    await panel.waitForText('Both were pressed.');
    const texts = await Promise.all(
      page.frames().map((frame) => frame.evaluate(() => document.querySelector('button')?.textContent ?? '')),
    );
    expect(texts.sort()).toEqual(['', 'Pressed inner', 'Pressed other']);
    const drawn = (): Promise<number[]> =>
      Promise.all(page.frames().map((frame) => frame.$$eval('html > [aria-hidden="true"]', (all) => all.length)));
    await expect.poll(drawn, { timeout: 5_000 }).toEqual([0, 0, 0]);
  });

  test('a step after the page moved to another site is not done there (P26)', async () => {
    await pageInFront('/leaves');
    bench.play({
      goal: 'Go on and press',
      rounds: [
        (ref) => [
          { kind: 'click', ref: ref('link', 'Go on') },
          { kind: 'click', ref: ref('button', 'Press here') },
        ],
      ],
      answer: 'The page moved on first.',
    });
    await panel.ask('Go on and press');
    await panel.click('button', 'Run plan');
    await panel.waitForText('The page moved on first.');
    await panel.waitForText('2 steps, 1 changed, 1 refused');
    expect(bench.sites.requests).toContain('GET other.example /trap');
    expect(bench.sites.requests).not.toContain('POST other.example /pressed');
  });

  test('a plan may go somewhere and read what stands there', async () => {
    await pageInFront('/');
    const inner = bench.sites.url('shop.example', '/inner');
    bench.play({
      goal: 'Open the inner page and read it',
      rounds: [() => [{ kind: 'navigate', url: inner }, { kind: 'read' }]],
      answer: 'I read the inner page.',
    });
    await panel.ask('Open the inner page and read it');
    await panel.click('button', 'Run plan');
    await panel.waitForText('I read the inner page.');
    await panel.waitForText('2 steps, 1 changed, 1 done');
    const told = JSON.stringify(bench.model.requests.map((request) => request.body.messages));
    expect(told).toContain('Press inner');
  });

  test('a page that still loads is waited for without holding up its load event', async () => {
    await pageInFront('/');
    bench.play({
      goal: 'Go there and wait',
      rounds: [
        () => [{ kind: 'navigate', url: bench.sites.url('shop.example', '/loads') }],
        () => [{ kind: 'wait', until: { for: 'text', text: 'Ready now' }, timeoutMs: 15_000 }],
      ],
      answer: 'It was waited for.',
    });
    await panel.ask('Go there and wait');
    await panel.click('button', 'Run plan');
    await panel.waitForText('It was waited for.');
    await panel.waitForText('1 step, 1 done');
  });

  test('a link that opens a new tab says so in its receipt', async () => {
    await pageInFront('/tabs');
    bench.play({
      goal: 'Open the other page',
      rounds: [(ref) => [{ kind: 'click', ref: ref('link', 'Open the other page') }]],
      answer: 'It opened in a new tab.',
    });
    await panel.ask('Open the other page');
    await panel.click('button', 'Run plan');
    await panel.waitForText('It opened in a new tab.');
    await panel.waitForText('1 step, 1 changed');
    const planner = bench.model.requests.findLast((request) =>
      JSON.stringify(request.body.tools).includes('propose_plan'),
    );
    expect(JSON.stringify(planner?.body.messages)).toContain(`new tab ${bench.sites.url('shop.example', '/inner')}`);
  });

  test('an element that was renamed after the plan was made is not clicked (P34)', async () => {
    const page = await pageInFront('/slow');
    bench.play({
      goal: 'Press it',
      rounds: [(ref) => [{ kind: 'click', ref: ref('button', 'Press me') }]],
      answer: 'The button was another one.',
    });
    await panel.ask('Press it');
    await panel.find('button', 'Run plan');
    await page.evaluate(() => {
      const button = document.querySelector('button');
      if (button !== null) button.textContent = 'Delete account';
    });
    await panel.click('button', 'Run plan');
    await panel.waitForText('The button was another one.');
    await panel.waitForText('1 refused');
    expect(await page.title()).toBe('Slow');
  });

  test('Stop in the panel ends a running plan; what comes after it is not done', async () => {
    const page = await pageInFront('/slow');
    bench.play({
      goal: 'Wait, then press',
      rounds: [
        (ref) => [
          { kind: 'wait', until: { for: 'time', ms: 20_000 } },
          { kind: 'click', ref: ref('button', 'Press me') },
        ],
      ],
      answer: 'This is never said after Stop.',
    });
    await panel.ask('Wait, then press');
    await panel.click('button', 'Run plan');
    await panel.waitForText('Step 1');
    await panel.click('button', 'Stop');
    await panel.waitForText(/Stopped/u);
    expect(await panel.text()).not.toContain('This is never said after Stop.');
    expect(await page.title()).toBe('Slow');
  });

  test('Stop on the pill in the page ends the plan, too', async () => {
    const page = await pageInFront('/slow');
    bench.play({
      goal: 'Wait, then press it',
      rounds: [
        (ref) => [
          { kind: 'wait', until: { for: 'time', ms: 20_000 } },
          { kind: 'click', ref: ref('button', 'Press me') },
        ],
      ],
      answer: 'It was stopped in the page.',
    });
    await panel.ask('Wait, then press it');
    await panel.click('button', 'Run plan');
    await panel.waitForText('Step 1');
    // The pill lies in a closed shadow root, at the bottom right: pressed where a person sees it.
    const { width, height } = await page.evaluate(() => ({
      width: document.documentElement.clientWidth,
      height: innerHeight,
    }));
    await page.mouse.click(width - 16 - 6 - 20, height - 16 - 6 - 16);
    await panel.waitForText(/2 steps,.*not run/u);
    expect(await page.title()).toBe('Slow');
  });
});
