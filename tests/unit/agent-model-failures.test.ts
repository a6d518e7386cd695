import { afterEach, describe, expect, it } from 'vitest';
import type { Script } from '../fakes/openai-server.ts';
import { AgentHarness, customs, type Event, outcome, page, results, text } from './agent-support.ts';

let harness: AgentHarness;
afterEach(() => harness.close());
const start = async (script: Script, options = {}): Promise<AgentHarness> => {
  harness = await AgentHarness.start(script, options);
  return harness;
};
const codes = (events: Event[]): unknown[] => customs(events, 'pagehand.notice').map((notice) => notice['code']);

describe('a model that fails', () => {
  it('waits as long as a 429 says, shows it, and goes on', async () => {
    const agent = await start([{ status: 429, headers: { 'retry-after-ms': '30' } }, { text: 'Now.' }]);
    const events = await agent.run({ ask: 'x' });
    expect(codes(events)).toEqual(['model-rate-limited']);
    expect(text(events)).toBe('Now.');
    expect(outcome(events)).toEqual({ type: 'success' });
  });

  it('ends with the time when a 429 says to wait for long', async () => {
    const agent = await start([{ status: 429, headers: { 'retry-after': '120' } }]);
    const events = await agent.run({ ask: 'x' });
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'model-rate-limited' });
    expect(String(events.at(-1)?.['message'])).toContain('120 s');
    expect(agent.server.requests).toHaveLength(1);
  });

  it('asks again after a stream that broke off, and keeps only the whole answer', async () => {
    const agent = await start([{ text: ['The ', 'half '], disconnectAfter: 2 }, { text: ['The whole ', 'answer.'] }]);
    const events = await agent.run({ ask: 'x' });
    expect(codes(events)).toEqual(['model-unreachable']);
    const ends = events.filter((event) => event.type === 'TEXT_MESSAGE_END').map((event) => event['messageId']);
    expect(new Set(ends).size).toBe(2);
    expect(agent.store.threads.messages('t1').map((message) => message.content)).toEqual(['x', 'The whole answer.']);
    expect(outcome(events)).toEqual({ type: 'success' });
  });

  it('takes a stream without finish_reason for cut, however well it parses', async () => {
    const cut = { toolCalls: [{ name: 'read_page', args: '{"view":"text"}' }], cutAfter: 3 };
    const agent = await start([cut, { text: 'whole' }]);
    const events = await agent.run({ ask: 'x', page: page() });
    expect(codes(events)).toEqual(['model-bad-answer']);
    expect(results(events)).toEqual([]);
    expect(text(events)).toBe('whole');
  });

  it('gives malformed arguments back as a problem, and other calls of the message still run', async () => {
    const agent = await start([
      {
        toolCalls: [
          { name: 'read_page', args: '{"view":"find","query":"appl' },
          { name: 'read_page', args: { view: 'find', query: 'pear' } },
          { name: 'read_page', args: '[1]' },
        ],
      },
      { text: 'ok' },
    ]);
    const events = await agent.run({ ask: 'x', page: page() });
    expect(results(events)).toHaveLength(3);
    const sent = agent.server.requests[1]?.body.messages.filter((message) => message.role === 'tool');
    expect(sent?.map((message) => String(message.content).includes('invalid-arguments'))).toEqual([true, false, true]);
    expect(String(sent?.[0]?.content)).toContain('Not valid JSON');
  });

  it('names every problem of invalid arguments, and the tools there are for an unknown one', async () => {
    const agent = await start([
      {
        toolCalls: [
          { name: 'read_page', args: { view: 'nothing', offset: -1, extra: true } },
          { name: 'run_shell', args: {} },
        ],
      },
      { text: 'ok' },
    ]);
    const [invalid, unknown] = results(await agent.run({ ask: 'x', page: page() }));
    const problems = (JSON.parse(invalid ?? '{}') as { error: { problems: { path: string }[] } }).error.problems; // our own text
    expect(problems.map((problem) => problem.path).sort()).toEqual(['', '/offset', '/view']);
    expect(unknown).toContain('unknown-tool');
    expect(unknown).toContain('read_page, browser_action, ask_user');
  });

  it.each([
    [401, undefined, 'model-key-refused'],
    [403, undefined, 'model-key-refused'],
    [404, undefined, 'model-error'],
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens", code: 'context_length_exceeded' } },
      'model-context-exceeded',
    ],
    [400, { error: { message: 'bad sk-test-secret in /home/ada' } }, 'model-error'],
  ])('ends a run that got %i with its code, without the text of the provider', async (status, body, code) => {
    const agent = await start(() => (body === undefined ? { status } : { status, body }));
    const events = await agent.run({ ask: 'x' });
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code });
    expect(JSON.stringify(events)).not.toMatch(/sk-test|\/home\/ada|scripted \d/u);
    expect(agent.server.requests).toHaveLength(code === 'model-context-exceeded' ? 2 : 1);
    expect(agent.store.threads.messages('t1').at(-1)?.artifact).toMatchObject({ kind: 'error', error: { code } });
    expect(agent.store.turns.open('t1')).toBeUndefined();
  });

  it('asks once more with less when the model cannot take the whole, and says so', async () => {
    const long = Array.from(
      { length: 3_000 },
      (_line, index) => `<p>Sentence number ${index} of a long page.</p>`,
    ).join('');
    const agent = await start([
      { status: 400, body: { error: { message: 'maximum context length', code: 'context_length_exceeded' } } },
      { text: 'Short.' },
    ]);
    const events = await agent.run({ ask: 'x', page: page('long', { text: `<main>${long}</main>` }) });
    expect(text(events)).toBe('Short.');
    expect(codes(events)).toEqual(['model-context-exceeded']);
    const [whole, third] = agent.server.requests.map((request) => String(request.body.messages[1]?.content).length);
    expect((third ?? 0) * 2).toBeLessThan(whole ?? 0);
  });

  it('goes on in the thread after an error: the failed turn is told without its error message', async () => {
    const agent = await start([{ status: 401 }, { text: 'Hello.' }]);
    await agent.run({ ask: 'first' });
    expect(text(await agent.run({ ask: 'second' }))).toBe('Hello.');
    expect(agent.server.requests[1]?.body.messages.map((message) => message.role)).toEqual(['system', 'user', 'user']);
  });

  it('tries an unreachable server three times and says so', async () => {
    const agent = await start([]);
    await agent.server.close();
    const events = await agent.run({ ask: 'x' });
    expect(codes(events)).toEqual(['model-unreachable', 'model-unreachable']);
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'model-unreachable' });
  });
});

describe('Stop', () => {
  it('closes the socket to the model and ends the run as cancelled', async () => {
    const agent = await start([{ text: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], delayMs: 200 }]);
    const run = await agent.begin({ ask: 'x' });
    const request = await agent.server.received(1);
    await agent.service.stop('t1');
    expect(await request.closed).toEqual({ complete: false });
    const events = await run.events;
    expect(outcome(events)).toEqual({ type: 'cancelled' });
    expect(agent.store.turns.open('t1')).toBeUndefined();
    await agent.service.stop('t1');
  });

  it('closes the socket of the planner too, and the call gets its ToolMessage', async () => {
    const agent = await start([{ toolCalls: [{ name: 'browser_action', args: { goal: 'g' } }] }, { hang: true }]);
    const run = await agent.begin({ ask: 'x', page: page() });
    const request = await agent.server.received(2);
    await agent.service.stop('t1');
    expect(await request.closed).toEqual({ complete: false });
    expect(results(await run.events)[0]).toContain('cancelled');
  });

  it('ends runs with RUN_ERROR when the backend closes', async () => {
    const agent = await start([{ hang: true }]);
    const run = await agent.begin({ ask: 'x' });
    await agent.server.received(1);
    await agent.service.close();
    expect((await run.events).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'cancelled' });
    await expect(agent.run({ ask: 'y' })).rejects.toMatchObject({ code: 'backend-unreachable' });
  });
});
