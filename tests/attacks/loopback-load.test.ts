import { afterEach, expect, it } from 'vitest';
import type { ChatRequest } from '../fakes/openai-server.ts';
import { ask, type Message, PairedBackend, parseEvents } from './loopback-backend.ts';

/** The whole backend under load: nothing is lost, nothing is mixed up, and what is too much is said to be. */
let paired: PairedBackend | undefined;
afterEach(async () => {
  await paired?.close();
  paired = undefined;
});

const lastAsk = (body: ChatRequest): string =>
  String(body.messages.findLast((message) => message.role === 'user')?.content);
/** Ten chunks that all name the question which they answer. */
const echo = (text: string): string[] => Array.from({ length: 10 }, (_, index) => `${text}#${index} `);
const textOf = (messages: Message[]): string =>
  messages
    .filter(({ event }) => event['type'] === 'TEXT_MESSAGE_CONTENT')
    .map(({ event }) => String(event['delta']))
    .join('');
const word = (number: number): string => `word${String(number).padStart(4, '0')}`;
const findWord = (text: string): string => /word\d{4}/.exec(text)?.[0] ?? '';

it('200 requests at once, 100 of them runs and 50 replayed streams: each gets its own events, all of them, in order', async () => {
  paired = await PairedBackend.start(({ body }) => ({ text: echo(findWord(lastAsk(body))), delayMs: 2 }), {
    maxParallelRuns: 100,
  });
  const backend = paired;
  const replayed = await Promise.all(
    [0, 1, 2, 3, 4].map((thread) =>
      backend.stream('/api/genai/react', ask(`old${thread}`, `old-run${thread}`, word(9_000 + thread))),
    ),
  );
  const before = await Promise.all(
    replayed.map((_, thread) => backend.stream('/api/threads/events', { threadId: `old${thread}`, after: 0 })),
  );

  const runs = Array.from({ length: 100 }, (_, run) =>
    backend.stream('/api/genai/react', ask(`t${run}`, `run${run}`, word(run))),
  );
  const replays = Array.from({ length: 50 }, (_, index) =>
    backend.stream('/api/threads/events', { threadId: `old${index % 5}`, after: index % 7 }),
  );
  const others = Array.from({ length: 50 }, (_, index) =>
    backend.post(index % 2 === 0 ? '/api/threads/list' : '/api/tools/list', {}),
  );

  for (const [run, messages] of (await Promise.all(runs)).entries()) {
    expect(textOf(messages)).toBe(echo(word(run)).join(''));
    expect(messages[0]?.event).toMatchObject({ type: 'RUN_STARTED', threadId: `t${run}`, runId: `run${run}` });
    expect(messages.at(-1)?.event).toMatchObject({ type: 'RUN_FINISHED', runId: `run${run}` });
    const ids = messages.map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
    // What was streamed is what is stored.
    expect(await backend.stream('/api/threads/events', { threadId: `t${run}`, after: (ids[0] ?? 0) - 1 })).toEqual(
      messages,
    );
  }
  for (const [index, messages] of (await Promise.all(replays)).entries())
    expect(messages).toEqual(before[index % 5]?.slice(index % 7));
  for (const response of await Promise.all(others)) {
    expect(response.status).toBe(200);
    await response.json();
  }
});

it('50 streams that follow one run live, each from another place, all get the same events once and end with it', async () => {
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  paired = await PairedBackend.start(async ({ body }, count) => {
    if (count > 0) await held;
    return { text: echo(findWord(lastAsk(body))), delayMs: 5 };
  });
  const backend = paired;
  const first = await backend.stream('/api/genai/react', ask('t', 'first', word(1)));
  const head = first.at(-1)?.id ?? 0;
  const run = backend.stream('/api/genai/react', ask('t', 'second', word(2)));
  await backend.model.received(2);
  const followers = Array.from({ length: 50 }, (_, index) =>
    backend.stream('/api/threads/events', { threadId: 't', after: index % (head + 1) }),
  );
  release();
  const live = await run;
  const all = await backend.stream('/api/threads/events', { threadId: 't', after: 0 });
  expect(textOf(live)).toBe(echo(word(2)).join(''));
  for (const [index, messages] of (await Promise.all(followers)).entries())
    expect(messages).toEqual(all.slice(index % (head + 1)));
});

it('runs past the cap are answered 429, those that run are not disturbed, and afterwards there is room again', async () => {
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  paired = await PairedBackend.start(async ({ body }) => {
    await held;
    return { text: echo(findWord(lastAsk(body))) };
  });
  const backend = paired;
  const running = Array.from({ length: 8 }, (_, run) =>
    backend.stream('/api/genai/react', ask(`t${run}`, `run${run}`, word(run))),
  );
  await backend.model.received(8);
  const refused = await Promise.all(
    Array.from({ length: 30 }, (_, run) =>
      backend.post('/api/genai/react', ask(`more${run}`, `more-run${run}`, 'x'), 'text/event-stream'),
    ),
  );
  for (const response of refused) {
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ code: 'too-many-requests', retryable: true });
  }
  // Reading is not running: it is served all the while.
  expect((await backend.post('/api/threads/list', {})).status).toBe(200);
  release();
  for (const [run, messages] of (await Promise.all(running)).entries())
    expect(textOf(messages)).toBe(echo(word(run)).join(''));
  expect(textOf(await backend.stream('/api/genai/react', ask('more0', 'again', word(7))))).toBe(echo(word(7)).join(''));
});

it('a client that goes away in the middle cancels nothing: the events are all there when it asks again', async () => {
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  paired = await PairedBackend.start(async ({ body }) => {
    await held;
    return { text: echo(findWord(lastAsk(body))), delayMs: 2 };
  });
  const backend = paired;
  const gone = new AbortController();
  const response = await backend.post('/api/genai/react', ask('t', 'run', word(3)), 'text/event-stream', gone.signal);
  const reader = response.body?.getReader();
  const seen = parseEvents(new TextDecoder().decode((await reader?.read())?.value));
  gone.abort();
  await backend.model.received(1);
  release();
  const rest = await backend.stream('/api/threads/events', { threadId: 't', after: seen.at(-1)?.id ?? 0 });
  expect(textOf([...seen, ...rest])).toBe(echo(word(3)).join(''));
  expect(rest.at(-1)?.event).toMatchObject({ type: 'RUN_FINISHED', runId: 'run' });
  const ids = [...seen, ...rest].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
});

it('a revoked pairing ends its open streams and is refused from then on', async () => {
  paired = await PairedBackend.start([{ hang: true }]);
  const backend = paired;
  const response = await backend.post('/api/genai/react', ask('t', 'run', 'x'), 'text/event-stream');
  const { pairings } = await (await backend.post('/api/pairings/list', {})).json();
  expect(pairings).toMatchObject([{ name: 'test', current: true }]);
  expect((await backend.post('/api/pairings/revoke', { pairingId: pairings[0].pairingId })).status).toBe(200);
  expect(textOf(parseEvents(await response.text()))).toBe('');
  expect((await backend.post('/api/threads/list', {})).status).toBe(403);
});
