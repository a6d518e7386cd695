import {
  ModelResponses,
  PairingResponses,
  RunResponses,
  ThreadResponses,
  ToolsResponseSchema,
} from '@pagehand/contracts/api';
import { AppErrorSchema } from '@pagehand/contracts/errors';
import type { InterruptRequest } from '@pagehand/contracts/interrupts';
import { RUN_EVENTS } from '@pagehand/contracts/run-events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { PairedBackend } from '../attacks/loopback-backend.ts';
import { type Loopback, send, startLoopback } from '../attacks/loopback-harness.ts';
import { QUESTION } from './store-samples.ts';

let door: Loopback;
beforeEach(async () => {
  door = await startLoopback();
});
afterEach(() => door.close());

async function post<S extends z.ZodType>(path: string, body: unknown, schema: S): Promise<z.output<S>> {
  const answer = await send(door, { path, body: JSON.stringify(body) });
  expect(answer.status, answer.body).toBe(200);
  return schema.parse(JSON.parse(answer.body));
}
async function refused(path: string, body: unknown): Promise<string> {
  const answer = await send(door, { path, body: JSON.stringify(body) });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  return `${answer.status} ${AppErrorSchema.parse(JSON.parse(answer.body)).code}`;
}
const addThread = (threadId: string, title: string, ...texts: string[]): void => {
  door.store.threads.ensure(threadId, title);
  for (const [index, content] of texts.entries())
    door.store.threads.addMessage(threadId, {
      id: `m${index}`,
      turnId: 'turn',
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
      createdAt: index,
    });
};

describe('threads', () => {
  it('are listed, found, read, renamed, pinned, deleted and restored', async () => {
    addThread('a', 'Shoes', 'red shoes please', 'Here they are');
    addThread('b', 'Train', 'to Hamburg');
    expect((await post('/api/threads/list', {}, ThreadResponses.list)).threads).toHaveLength(2);
    expect((await post('/api/threads/list', { limit: 1 }, ThreadResponses.list)).threads).toHaveLength(1);
    expect(
      (await post('/api/threads/list', { query: 'hamb' }, ThreadResponses.list)).threads.map(
        ({ threadId }) => threadId,
      ),
    ).toEqual(['b']);
    await post('/api/threads/rename', { threadId: 'b', title: 'Rail' }, ThreadResponses.rename);
    await post('/api/threads/pin', { threadId: 'b', pinned: true }, ThreadResponses.pin);
    const detail = await post('/api/threads/get', { threadId: 'b' }, ThreadResponses.get);
    expect(detail).toMatchObject({
      thread: { title: 'Rail', pinned: true, waiting: false },
      messages: [{ content: 'to Hamburg' }],
      interrupts: [],
      lastSeq: 0,
    });
    await post('/api/threads/delete', { threadId: 'b' }, ThreadResponses.delete);
    expect(await refused('/api/threads/get', { threadId: 'b' })).toBe('404 not-found');
    expect(await refused('/api/threads/delete', { threadId: 'b' })).toBe('404 not-found');
    await post('/api/threads/restore', { threadId: 'b' }, ThreadResponses.restore);
    await post('/api/threads/get', { threadId: 'b' }, ThreadResponses.get);
    for (const verb of ['get', 'delete', 'restore', 'events', 'export', 'rename', 'pin'])
      expect(
        await refused(`/api/threads/${verb}`, {
          threadId: 'none',
          ...(verb === 'events'
            ? { after: 0 }
            : verb === 'export'
              ? { format: 'json' }
              : verb === 'rename'
                ? { title: 'x' }
                : verb === 'pin'
                  ? { pinned: true }
                  : {}),
        }),
      ).toBe('404 not-found');
  });

  it('say which run goes on in them, and are stopped before they are deleted', async () => {
    addThread('t', 'x');
    door.store.turns.start({ turnId: 'first', threadId: 't', input: {} });
    door.store.events.append('t', 'first', { type: 'RUN_STARTED' });
    door.store.events.append('t', 'second', { type: 'RUN_STARTED' });
    expect(await post('/api/threads/get', { threadId: 't' }, ThreadResponses.get)).toMatchObject({
      running: { runId: 'second', turnId: 'first' },
      lastSeq: 2,
    });
    await post('/api/threads/delete', { threadId: 't' }, ThreadResponses.delete);
    expect(door.reached).toEqual(['stop']);
  });

  it('are exported as Markdown whose fences no result can close, and as JSON', async () => {
    addThread('t', 'Dinner / for "two" ../..', 'Find a table', 'I looked.');
    door.store.threads.addMessage('t', {
      id: 'call',
      turnId: 'turn',
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c', name: 'read_page', args: { view: 'text' } }],
      createdAt: 3,
    });
    door.store.threads.addMessage('t', {
      id: 'result',
      turnId: 'turn',
      role: 'tool',
      toolCallId: 'c',
      content: 'text\n````\n# not a heading',
      createdAt: 4,
    });
    const markdown = await post('/api/threads/export', { threadId: 't', format: 'markdown' }, ThreadResponses.export);
    expect(markdown.filename).toBe('Dinner-for-two.md');
    expect(markdown.content).toContain(
      '# Dinner / for "two" ../..\n\n## You\n\nFind a table\n\n## Pagehand\n\nI looked.',
    );
    expect(markdown.content).toContain('`````text\ntext\n````\n# not a heading\n`````');
    const json = await post('/api/threads/export', { threadId: 't', format: 'json' }, ThreadResponses.export);
    expect(JSON.parse(json.content)).toEqual({
      thread: door.store.threads.get('t'),
      messages: door.store.threads.messages('t'),
    });
  });
});

describe('claims and receipts', () => {
  const receipt = (stepId: string, summary = 'clicked') => ({
    stepId,
    kind: 'click',
    outcome: 'changed',
    evidence: { summary },
    ms: 5,
  });
  const of = (panelId: string, more: Record<string, unknown> = {}) => ({
    threadId: 't',
    interruptId: 'i',
    panelId,
    ...more,
  });
  beforeEach(() => {
    addThread('t', 'x');
    addThread('other', 'x');
    door.store.interrupts.open({
      interruptId: 'i',
      threadId: 't',
      turnId: 'turn',
      request: QUESTION satisfies InterruptRequest,
    });
  });
  const events = () => door.store.events.after('t', 0, 100).map(({ event }) => event);

  it('let one panel work at a time, and tell everybody who it is and what it did', async () => {
    expect(await post('/api/runs/claim', of('one'), RunResponses.claim)).toEqual({ ok: true, receipts: [] });
    expect(await refused('/api/runs/claim', of('two'))).toBe('409 other-panel');
    await post('/api/runs/receipt', of('one', { receipt: receipt('s1') }), RunResponses.receipt);
    await post('/api/runs/receipt', of('one', { receipt: receipt('s1', 'told again') }), RunResponses.receipt);
    expect(await refused('/api/runs/receipt', of('two', { receipt: receipt('s2') }))).toBe('409 other-panel');
    await post('/api/runs/heartbeat', of('one'), RunResponses.heartbeat);
    expect(await refused('/api/runs/heartbeat', of('two'))).toBe('409 other-panel');
    await post('/api/runs/release', of('two'), RunResponses.release);
    expect(await refused('/api/runs/claim', of('two'))).toBe('409 other-panel');
    await post('/api/runs/release', of('one'), RunResponses.release);
    // A heartbeat that was on its way does not take the claim again.
    expect(await refused('/api/runs/heartbeat', of('one'))).toBe('409 other-panel');
    expect((await post('/api/runs/claim', of('two'), RunResponses.claim)).receipts).toMatchObject([
      { stepId: 's1', evidence: { summary: 'clicked' } },
    ]);
    expect(events().map((event) => event['name'])).toEqual([
      'pagehand.claim',
      'pagehand.receipt',
      'pagehand.claim',
      'pagehand.claim',
    ]);
    for (const event of events()) {
      const name = event['name'] === 'pagehand.receipt' ? 'pagehand.receipt' : 'pagehand.claim';
      expect(RUN_EVENTS[name].safeParse(event['value']).error).toBeUndefined();
    }
    expect(events().map((event) => event['value'])).toMatchObject([
      { claimedBy: 'one' },
      { interruptId: 'i' },
      { interruptId: 'i' },
      { claimedBy: 'two' },
    ]);
  });

  it('of 20 panels at once exactly one wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, panel) =>
        send(door, { path: '/api/runs/claim', body: JSON.stringify(of(`p${panel}`)) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('are refused for another thread, for one that is not there, and after it was answered or closed', async () => {
    for (const verb of ['claim', 'release', 'heartbeat'])
      for (const body of [of('one', { threadId: 'other' }), of('one', { interruptId: 'none' })])
        expect(await refused(`/api/runs/${verb}`, body)).toBe('404 not-found');
    await post('/api/runs/claim', of('one'), RunResponses.claim);
    door.store.interrupts.answer('i', { kind: 'question', answer: 'x' });
    for (const verb of ['claim', 'release', 'heartbeat'])
      expect(await refused(`/api/runs/${verb}`, of('one'))).toBe('409 conflict');
    expect(await refused('/api/runs/receipt', of('one', { receipt: receipt('s1') }))).toBe('409 conflict');
  });
});

describe('the rest', () => {
  it('tools, context and pairings answer in their schemas', async () => {
    await post('/api/tools/list', {}, ToolsResponseSchema);
    const update = {
      type: 'CONTEXT_UPDATE',
      threadId: 't',
      revision: 1,
      documentId: 'd',
      origin: 'https://a.example',
      url: 'https://a.example/',
      title: 'A',
      activeTools: [],
    };
    await post('/api/context', update, RunResponses.stop);
    expect(door.reached).toEqual(['tools', 'context']);
    expect((await post('/api/pairings/list', {}, PairingResponses.list)).pairings).toMatchObject([
      { pairingId: door.pairingId, current: true },
    ]);
    expect(await refused('/api/pairings/revoke', { pairingId: 'none' })).toBe('404 not-found');
  });

  it('a model is chosen, its key goes in and never comes out, and trying it says what is wrong', async () => {
    const paired = await PairedBackend.start([], { model: undefined });
    try {
      const call = async <S extends z.ZodType>(path: string, body: unknown, schema: S) => {
        const response = await paired.post(path, body);
        const text = await response.text();
        expect(text).not.toContain('sk-secret');
        return schema.parse(JSON.parse(text));
      };
      expect(await call('/api/models/get', {}, ModelResponses.get)).toEqual({
        choice: { kind: 'offline' },
        hasKey: false,
        fromEnvironment: false,
      });
      const choice = { kind: 'openai-compatible', baseUrl: paired.model.baseUrl, model: 'scripted' };
      await call('/api/models/set', { choice, key: 'sk-secret-1234' }, ModelResponses.set);
      expect(await call('/api/models/get', {}, ModelResponses.get)).toEqual({
        choice,
        hasKey: true,
        fromEnvironment: false,
      });
      await call('/api/models/find', {}, ModelResponses.find);
      paired.model.key = 'another';
      expect(await call('/api/models/test', { choice }, ModelResponses.test)).toMatchObject({
        ok: false,
        error: { code: 'model-key-refused' },
      });
      await call('/api/models/set', { choice, key: null }, ModelResponses.set);
      expect(await call('/api/models/get', {}, ModelResponses.get)).toMatchObject({ hasKey: false });
      expect(paired.log.join('')).not.toContain('sk-secret');
    } finally {
      await paired.close();
    }
  });
});
