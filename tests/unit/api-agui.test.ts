import { type BaseEvent, HttpAgent } from '@ag-ui/client';
import { EventSchema } from '@ag-ui/core/schemas';
import { RunResultSchema, ThreadResponses } from '@pagehand/contracts/api';
import { afterEach, expect, it } from 'vitest';
import { ask, PairedBackend } from '../attacks/loopback-backend.ts';

/** The official AG-UI client as the oracle: it parses, checks the order of and applies what our backend streams. */
let paired: PairedBackend | undefined;
afterEach(async () => {
  await paired?.close();
  paired = undefined;
});

const agentOf = (backend: PairedBackend, threadId: string): HttpAgent =>
  new HttpAgent({ url: `${backend.url}/api/genai/react`, headers: backend.headers, threadId });

async function runAndSee(agent: HttpAgent, parameters: Parameters<HttpAgent['runAgent']>[0]) {
  const events: BaseEvent[] = [];
  const result = await agent.runAgent(parameters, { onEvent: ({ event }) => void events.push(event) });
  for (const event of events) expect(EventSchema.safeParse(event).error, JSON.stringify(event)).toBeUndefined();
  return { events, result, types: events.map((event) => String(event.type)) };
}

it('a plain answer comes as AG-UI messages, and a second turn goes on in the same thread', async () => {
  paired = await PairedBackend.start([{ text: ['Hel', 'lo'] }, { text: 'Again' }]);
  const agent = agentOf(paired, 'thread');
  agent.addMessage({ id: 'u1', role: 'user', content: 'Hi' });
  const first = await runAndSee(agent, { runId: 'run1' });
  expect(first.types[0]).toBe('RUN_STARTED');
  expect(first.types.at(-1)).toBe('RUN_FINISHED');
  expect(first.result.newMessages).toMatchObject([{ role: 'assistant', content: 'Hello' }]);
  agent.addMessage({ id: 'u2', role: 'user', content: 'And now?' });
  const second = await runAndSee(agent, { runId: 'run2' });
  expect(second.result.newMessages).toMatchObject([{ role: 'assistant', content: 'Again' }]);
  // Of what the client sent as history only the new message was taken: the model saw each text once.
  const seen = paired.model.requests[1]?.body.messages
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => `${role}: ${JSON.stringify(content)}`)
    .join('\n');
  for (const text of ['Hi', 'Hello', 'And now?']) expect(seen?.split(text)).toHaveLength(2);
});

it('a question to the person is an interrupt, its answer a resume, and the tool call ends with one result', async () => {
  paired = await PairedBackend.start([
    { toolCalls: [{ name: 'ask_user', args: { question: 'Which colour?', options: ['red', 'blue'] } }] },
    { text: 'Blue it is.' },
  ]);
  const agent = agentOf(paired, 'thread');
  agent.addMessage({ id: 'u1', role: 'user', content: 'Paint it' });
  const first = await runAndSee(agent, { runId: 'run1' });
  const finished = first.events.at(-1);
  expect(finished).toMatchObject({
    type: 'RUN_FINISHED',
    outcome: {
      type: 'interrupt',
      interrupts: [{ reason: 'question', metadata: { kind: 'question', question: 'Which colour?' } }],
    },
  });
  const detail = ThreadResponses.get.parse(
    await (await paired.post('/api/threads/get', { threadId: 'thread' })).json(),
  );
  const interruptId = detail.interrupts[0]?.interruptId ?? '';
  expect(detail.thread.waiting).toBe(true);
  expect(detail.running).toBeUndefined();
  const second = await runAndSee(agent, {
    runId: 'run2',
    resume: [{ interruptId, status: 'resolved', payload: { kind: 'question', answer: 'blue' } }],
  });
  expect(second.types.filter((type) => type === 'TOOL_CALL_RESULT')).toHaveLength(1);
  expect(second.result.newMessages.at(-1)).toMatchObject({ role: 'assistant', content: 'Blue it is.' });
  expect(second.events.at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
});

it("an error of the model is a RUN_ERROR with a code of ours and without the provider's words", async () => {
  paired = await PairedBackend.start([
    { status: 401, body: { error: { message: 'Incorrect API key provided: sk-canary-1234567890' } } },
  ]);
  const messages = await paired.stream('/api/genai/react', ask('thread', 'run1', 'Hi'));
  expect(messages.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'model-key-refused' });
  for (const { event } of messages) expect(EventSchema.safeParse(event).error).toBeUndefined();
  expect(JSON.stringify(messages) + paired.log.join('')).not.toContain('canary');
});

it('asked for JSON it answers with one object: the answer, the calls with their results, and what waits', async () => {
  paired = await PairedBackend.start([
    { toolCalls: [{ name: 'ask_user', args: { question: 'Which?', options: [] } }] },
    { text: 'Done.' },
    { status: 401, body: {} },
  ]);
  const paused = RunResultSchema.parse(
    await (await paired.post('/api/genai/react', ask('thread', 'run1', 'Hi'))).json(),
  );
  expect(paused).toMatchObject({
    threadId: 'thread',
    runId: 'run1',
    answer: '',
    toolCalls: [{ name: 'ask_user', args: { question: 'Which?' } }],
    interrupts: [{ request: { kind: 'question' } }],
  });
  const resume = [
    {
      interruptId: paused.interrupts[0]?.interruptId,
      status: 'resolved',
      payload: { kind: 'question', answer: 'that' },
    },
  ];
  const done = RunResultSchema.parse(
    await (await paired.post('/api/genai/react', ask('thread', 'run2', '', { messages: [], resume }))).json(),
  );
  expect(done).toMatchObject({ answer: 'Done.', interrupts: [] });
  expect(done.toolCalls[0]?.result).toContain('that');
  const failed = RunResultSchema.parse(
    await (await paired.post('/api/genai/react', ask('other', 'run3', 'Hi'))).json(),
  );
  expect(failed).toMatchObject({ answer: '', error: { code: 'model-key-refused', retryable: false } });
});

it('a wrong, a used and a malformed answer are refused, and the good one still counts', async () => {
  paired = await PairedBackend.start([
    { toolCalls: [{ name: 'ask_user', args: { question: 'Which?', options: [] } }] },
    { text: 'Done.' },
  ]);
  const backend = paired;
  const paused = RunResultSchema.parse(
    await (await backend.post('/api/genai/react', ask('thread', 'run1', 'Hi'))).json(),
  );
  const interruptId = paused.interrupts[0]?.interruptId;
  let runs = 1;
  const answer = (id: unknown, payload: unknown, threadId = 'thread') => {
    runs += 1;
    return backend.post(
      '/api/genai/react',
      ask(threadId, `run${runs}`, '', { messages: [], resume: [{ interruptId: id, status: 'resolved', payload }] }),
    );
  };
  const good = { kind: 'question', answer: 'this' };
  expect((await answer('nothing-of-ours', good)).status).toBeGreaterThanOrEqual(400);
  expect((await answer(interruptId, good, 'elsewhere')).status).toBeGreaterThanOrEqual(400);
  expect((await answer(interruptId, { kind: 'approval', approved: true })).status).toBe(400);
  expect((await answer(interruptId, { ...good, extra: 1 })).status).toBe(400);
  expect(RunResultSchema.parse(await (await answer(interruptId, good)).json()).answer).toBe('Done.');
  expect((await answer(interruptId, good)).status).toBe(409);
});

it('a tool that is called by its route goes the way of all calls, and one that is not there is not found', async () => {
  paired = await PairedBackend.start([{ text: 'Thanks.' }]);
  const { tools } = await (await paired.post('/api/tools/list', {})).json();
  expect(tools.map((tool: { declaration: { name: string } }) => tool.declaration.name)).toEqual(
    expect.arrayContaining(['ask_user', 'read_page', 'browser_action']),
  );
  const paused = RunResultSchema.parse(
    await (await paired.post('/api/tools/ask_user', { args: { question: 'Which?', options: [] } })).json(),
  );
  expect(paused.interrupts).toHaveLength(1);
  expect((await paired.post('/api/tools/no_such_tool', { args: {} })).status).toBe(404);
});

it('Stop ends the turn from outside: its stream ends, nothing waits any more, and the thread takes a new message', async () => {
  paired = await PairedBackend.start([{ hang: true }, { text: 'Here.' }]);
  const backend = paired;
  const stream = backend.stream('/api/genai/react', ask('thread', 'run1', 'Hi'));
  const hanging = await backend.model.received(1);
  expect((await backend.post('/api/runs/stop', { threadId: 'thread' })).status).toBe(200);
  expect(await hanging.closed).toEqual({ complete: false });
  expect(['RUN_FINISHED', 'RUN_ERROR']).toContain((await stream).at(-1)?.event['type']);
  expect((await backend.stream('/api/genai/react', ask('thread', 'run2', 'Again'))).at(-1)?.event).toMatchObject({
    type: 'RUN_FINISHED',
  });
});

it('a run is refused before it begins when there is nothing to do, or the parts are not text', async () => {
  paired = await PairedBackend.start([]);
  const image = {
    id: 'u',
    role: 'user',
    content: [{ type: 'image', source: { type: 'data', value: 'AAAA', mimeType: 'image/png' } }],
  };
  for (const messages of [
    [],
    [{ id: 'a', role: 'assistant', content: 'x' }],
    [{ id: 'u', role: 'user', content: '  ' }],
    [image],
  ])
    expect((await paired.post('/api/genai/react', ask('thread', 'run1', '', { messages }))).status).toBe(400);
  const parts = [{ id: 'u', role: 'user', content: [{ type: 'text', text: 'x'.repeat(20_001) }] }];
  expect((await paired.post('/api/genai/react', ask('thread', 'run1', '', { messages: parts }))).status).toBe(413);
  expect((await paired.post('/api/genai/react', ask('thread', 'run1', 'x'), 'text/html')).status).toBe(400);
  expect(paired.model.requests).toEqual([]);
});
