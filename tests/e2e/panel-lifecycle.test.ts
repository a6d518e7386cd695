import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

// What people do while something runs: stop it, leave it, delete it, lose the backend. Everything is real but the model.
const COUNTER = `<!doctype html><title>Shop</title><h1>Apples</h1><output></output>
<button onclick="document.querySelector('output').textContent = 'n=' + (window.n = (window.n ?? 0) + 1)">Add one</button>`;
const WORDS = Array.from({ length: 400 }, (_, index) => `word${index} `);

type Ref = (role: string, name: string) => string;
const click = (ref: Ref) => ({ kind: 'click', ref: ref('button', 'Add one') });
const waitFor = (ms: number) => ({ kind: 'wait', until: { for: 'time', ms } });

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  let page: Awaited<ReturnType<Workbench['browser']['openPage']>>;
  beforeAll(async () => {
    bench = await openWorkbench(name, { 'shop.example': { '/': COUNTER } });
    page = await bench.browser.openPage(bench.sites.url('shop.example'));
    panel = await bench.openPanel();
  });
  afterAll(() => bench?.close());
  beforeEach(async () => {
    await page.reload();
    if (await panel.has('button', 'Back')) await panel.click('button', 'Back');
    await panel.click('button', 'New thread');
    await panel.find('button', 'Summarize this page');
  });

  const counted = () => page.evaluate(() => document.querySelector('output')?.textContent ?? '');
  const draft = () => panel.page.evaluate(() => document.querySelector('textarea')?.value ?? '');
  const clear = async () => {
    await panel.type('textbox', 'Message', ' ', 'replace');
    await panel.press('Enter');
  };
  const runPlan = async (ask: string, steps: (ref: Ref) => unknown[]) => {
    bench.play({ goal: ask, rounds: [steps], answer: 'All done.' });
    await panel.ask(ask);
    await panel.click('button', 'Run plan');
    await panel.waitForText('changed:');
  };

  test('Stop while the model thinks ends its call and says so', async () => {
    bench.model.script(() => ({ hang: true }));
    const before = bench.model.requests.length;
    await panel.ask('think long');
    await expect.poll(() => bench.model.requests.length, { timeout: 20_000 }).toBeGreaterThan(before);
    await panel.click('button', 'Stop', { exact: true });
    await panel.waitForText('Stopped.');
    expect(await bench.model.requests.at(-1)?.closed).toEqual({ complete: false });
  });

  test('Stop right after Send stops what was sent, or gives the words back', async () => {
    bench.model.script(() => ({ text: WORDS, delayMs: 50 }));
    await panel.type('textbox', 'Message', 'hasty');
    await panel.press('Enter');
    await panel.press('Escape');
    await panel.find('button', 'Send');
    if ((await draft()) === 'hasty') await clear();
    else await panel.waitForText('Stopped.');
    expect(await panel.text()).not.toContain('word9');
  });

  test('what is typed while something runs waits, and is told so', async () => {
    bench.model.script(() => ({ text: WORDS, delayMs: 30 }));
    await panel.ask('talk');
    await panel.waitForText('word5');
    await panel.type('textbox', 'Message', 'my next question');
    await panel.press('Enter');
    await panel.waitForText('Your words wait here');
    await panel.press('Escape');
    await panel.waitForText('Stopped.');
    expect(await draft()).toBe('my next question');
    await panel.click('button', 'New thread');
    expect(await draft()).toBe('my next question');
    await clear();
  });

  test('a plan goes on when its thread is left, with Stop in its place, and answers its own thread', async () => {
    await runPlan('left alone', (ref) => [click(ref), waitFor(2_000), click(ref)]);
    await panel.click('button', 'New thread');
    await panel.waitForText('Acting on the page');
    await panel.find('button', 'Stop', { exact: true });
    await expect.poll(counted, { timeout: 20_000 }).toBe('n=2');
    await panel.find('button', 'Send');
    await panel.click('button', 'Threads');
    await panel.click('button', 'left alone');
    await panel.waitForText('All done.');
    expect(await counted()).toBe('n=2');
  });

  test('a step that waits for the person is said to wait in another thread, and is there to be decided on return', async () => {
    bench.play({
      goal: 'ask me',
      rounds: [(ref: Ref) => [click(ref), waitFor(10), click(ref)]],
      answer: 'All done.',
    });
    await panel.ask('ask me');
    await panel.click('button', 'Step by step');
    await panel.waitForText('Step 2 waits for you');
    await panel.click('button', 'New thread');
    await panel.waitForText('A step waits for you in another thread');
    await panel.click('button', 'Threads');
    await panel.click('button', 'ask me');
    await panel.click('button', 'Do step 2');
    await panel.waitForText('Step 3 waits for you');
    await panel.click('button', 'New thread');
    await panel.click('button', 'Stop', { exact: true });
    await panel.find('button', 'Send');
    await panel.click('button', 'Threads');
    await panel.click('button', 'ask me');
    await panel.waitForText('1 not run');
    expect(await counted()).toBe('n=1');
  });

  test('Stop in another thread stops the plan that acts', async () => {
    await runPlan('stop me from afar', (ref) => [click(ref), waitFor(8_000), click(ref)]);
    await panel.click('button', 'New thread');
    await panel.click('button', 'Stop', { exact: true });
    await panel.find('button', 'Send');
    await panel.click('button', 'Threads');
    await panel.click('button', 'stop me from afar');
    await panel.waitForText('1 changed, 2 not run');
    expect(await counted()).toBe('n=1');
  });

  test('deleting the thread whose plan acts stops the plan', async () => {
    await runPlan('throw me away', (ref) => [click(ref), waitFor(3_000), click(ref)]);
    await panel.click('button', 'Threads');
    await panel.click('button', 'Menu of throw me away');
    await panel.click('menuitem', 'Delete');
    await panel.waitForText('Deleted: throw me away');
    await panel.click('button', 'Back');
    await panel.find('button', 'Send');
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(await counted()).toBe('n=1');
  });

  test('a backend that was away comes back by itself, and an ask that never arrived waits in the composer', async () => {
    bench.model.script(() => ({ text: 'Here I am.' }));
    await bench.backend.kill();
    await panel.ask('are you there');
    await panel.waitForText('The backend is not running');
    await panel.click('button', 'Try again');
    await panel.find('alert', 'The backend is not running');
    await bench.backend.restart();
    await panel.find('button', 'Send');
    await expect.poll(draft, { timeout: 20_000 }).toBe('are you there');
    await panel.click('button', 'Send');
    await panel.waitForText('Here I am.');
  });

  test('a revoked pairing says so and asks for a code; a used code is refused in words', async () => {
    const revoke = `(async () => {
      const { connection } = await (globalThis.browser ?? chrome).storage.local.get('connection');
      const post = (path, body) => fetch('http://127.0.0.1:' + connection.port + path, { method: 'POST', body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: 'Bearer ' + connection.token } }).then((answer) => answer.json());
      const { pairings } = await post('/api/pairings/list', {});
      await post('/api/pairings/revoke', { pairingId: pairings.find((one) => one.current).pairingId });
    })()`;
    await panel.page.evaluate(revoke);
    await panel.ask('hello');
    await panel.click('button', 'Pair again');
    await panel.type('textbox', 'Code', '00000000');
    await panel.press('Enter');
    await panel.waitForText('did not take this code');
    await bench.backend.kill();
    await bench.backend.restart();
    bench.model.script(() => ({ text: 'Good to see you again.' }));
    await panel.type('textbox', 'Code', bench.backend.code, 'replace');
    await panel.press('Enter');
    await expect.poll(draft, { timeout: 20_000 }).toBe('hello');
    await panel.click('button', 'Send');
    await panel.waitForText('Good to see you again.');
  });
});
