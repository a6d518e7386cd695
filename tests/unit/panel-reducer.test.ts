import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { Receipt } from '@pagehand/contracts/receipt';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addReceipt, reduceEvent, type SequencedEvent } from '../../entrypoints/sidepanel/store/reduce-event.ts';
import { viewOfThread } from '../../entrypoints/sidepanel/store/reduce-messages.ts';
import type { ThreadView } from '../../entrypoints/sidepanel/store/view-state.ts';

const EMPTY: ThreadView = { threadId: 't', title: '', turns: [], lastSeq: 0 };
const question = (id: string): OpenInterrupt => ({
  interruptId: id,
  turnId: 'r1',
  request: { kind: 'question', toolCallId: 'c1', question: 'Which one?', options: ['a', 'b'] },
  receipts: [],
  createdAt: 1,
});
const receipt = (stepId: string, outcome: Receipt['outcome'] = 'changed'): Receipt => ({
  stepId,
  kind: 'click',
  outcome,
  evidence: { summary: 'row selected' },
  ms: 5,
});
const numbered = (...events: Record<string, unknown>[]): SequencedEvent[] =>
  events.map((event, index) => ({ seq: index + 1, event }));
const play = (view: ThreadView, events: readonly SequencedEvent[]): ThreadView =>
  events.reduce((before, event) => reduceEvent(before, event, 1_000), view);

const A_TURN = numbered(
  { type: 'RUN_STARTED', threadId: 't', runId: 'r1' },
  { type: 'CUSTOM', name: 'pagehand.title', value: { title: 'Flights' } },
  { type: 'CUSTOM', name: 'pagehand.status', value: { text: 'reading the page' } },
  { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'I look ' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'at it.' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
  { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'ask_user' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"question":' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '"Which one?"}' },
  { type: 'CUSTOM', name: 'pagehand.interrupt', value: question('i1') },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r1', outcome: { type: 'interrupt', interrupts: [] } },
  { type: 'RUN_STARTED', threadId: 't', runId: 'r2' },
  { type: 'CUSTOM', name: 'pagehand.interrupt-closed', value: { interruptId: 'i1' } },
  { type: 'TOOL_CALL_RESULT', toolCallId: 'c1', messageId: 'm2', content: 'a' },
  { type: 'TEXT_MESSAGE_START', messageId: 'm3', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm3', delta: 'Then a.' },
  { type: 'CUSTOM', name: 'pagehand.usage', value: { inputTokens: 10, outputTokens: 2, estimated: true } },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r2' },
);

describe('events', () => {
  test('the to-do list of a turn is one card that changes in place, also in a stored thread', () => {
    const tasks = (state: string) => ({ name: 'pagehand.tasks', value: { tasks: [{ text: 'Find', state }] } });
    const view = play(
      EMPTY,
      numbered(
        { type: 'RUN_STARTED', threadId: 't', runId: 'r1' },
        { type: 'CUSTOM', ...tasks('open') },
        { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
        { type: 'CUSTOM', ...tasks('done') },
      ),
    );
    const card = { type: 'tasks', id: 'tasks-r1', tasks: [{ text: 'Find', state: 'done' }] };
    expect(view.turns[0]?.items.map(({ type }) => type)).toEqual(['tasks', 'text']);
    expect(view.turns[0]?.items[0]).toEqual(card);
    const message = { turnId: 'r1', content: '', createdAt: 1 };
    const stored = viewOfThread({
      thread: { threadId: 't', title: '', pinned: false, createdAt: 1, updatedAt: 1, waiting: false },
      messages: [
        { ...message, id: 'a', role: 'tool', artifact: { kind: 'tasks', tasks: [{ text: 'Find', state: 'open' }] } },
        { ...message, id: 'b', role: 'tool', artifact: { kind: 'tasks', tasks: [{ text: 'Find', state: 'done' }] } },
      ],
      interrupts: [],
      lastSeq: 1,
    });
    expect(stored.turns[0]?.items).toEqual([card]);
  });

  test('a run that was stopped shows as stopped, whether or not anything was answered', () => {
    const stopped = numbered(
      { type: 'RUN_STARTED', threadId: 't', runId: 'r1' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r1', outcome: { type: 'cancelled' } },
    );
    expect(play(EMPTY, stopped).turns[0]?.state).toBe('stopped');
  });

  test('a failure that is tried again is told once, and at the end as the error alone', () => {
    const notice = (retryAfterMs: number) => ({
      type: 'CUSTOM',
      name: 'pagehand.notice',
      value: { code: 'model-unreachable', message: 'It answered 500.', retryable: true, retryAfterMs },
    });
    const events = numbered({ type: 'RUN_STARTED', threadId: 't', runId: 'r1' }, notice(500), notice(1_000), {
      type: 'RUN_ERROR',
      code: 'model-unreachable',
      message: 'It answered 500.',
    });
    expect(play(EMPTY, events.slice(0, 3)).turns[0]?.items).toMatchObject([
      { type: 'notice', error: { retryAfterMs: 1_000 } },
    ]);
    expect(play(EMPTY, events).turns[0]).toMatchObject({
      items: [],
      state: 'failed',
      error: { code: 'model-unreachable' },
    });
  });

  test('text streams into one item, in order, and is done at its end', () => {
    const view = play(EMPTY, A_TURN.slice(0, 6));
    expect(view.turns[0]?.items).toEqual([{ type: 'text', id: 'm1', text: 'I look at it.', done: false }]);
    expect(view.turns[0]?.status).toBe('reading the page');
    expect(play(view, A_TURN.slice(6, 7)).turns[0]?.items[0]).toMatchObject({ done: true });
  });

  test('a resume goes on with the turn that waits and begins none of its own', () => {
    const waiting = play(EMPTY, A_TURN.slice(0, 12));
    expect(waiting.turns.map((turn) => turn.state)).toEqual(['waiting']);
    const done = play(waiting, A_TURN.slice(12));
    expect(done.turns).toHaveLength(1);
    expect(done.turns[0]).toMatchObject({ state: 'done', turnId: 'r1', usage: { inputTokens: 10 } });
    expect(done.turns[0]?.items.map((item) => item.type)).toEqual(['text', 'tool', 'interrupt', 'text']);
    expect(done.turns[0]?.items[1]).toMatchObject({
      state: 'done',
      argsText: '{"question":"Which one?"}',
      result: 'a',
    });
    expect(done.turns[0]?.items[2]).toMatchObject({ closed: true });
    expect(done.title).toBe('Flights');
  });

  test('a new run after a finished turn begins a turn', () => {
    const view = play(play(EMPTY, A_TURN), [{ seq: 50, event: { type: 'RUN_STARTED', threadId: 't', runId: 'r9' } }]);
    expect(view.turns.map((turn) => turn.turnId)).toEqual(['r1', 'r9']);
  });

  test('replaying any part of the stream again changes nothing', () => {
    const end = play(EMPTY, A_TURN);
    fc.assert(
      fc.property(fc.nat(A_TURN.length), fc.nat(A_TURN.length), (from, to) => {
        expect(play(end, A_TURN.slice(Math.min(from, to), Math.max(from, to)))).toBe(end);
      }),
    );
  });

  test('a stream that breaks anywhere and is replayed from the last seen event ends in the same view', () => {
    const end = play(EMPTY, A_TURN);
    fc.assert(
      fc.property(fc.nat(A_TURN.length), fc.nat(5), (at, overlap) => {
        const broken = play(EMPTY, A_TURN.slice(0, at));
        expect(play(broken, A_TURN.slice(Math.max(0, at - overlap)))).toEqual(end);
      }),
    );
  });

  test('no event, however odd, makes the reducer throw', () => {
    const types = [
      'RUN_STARTED',
      'RUN_FINISHED',
      'RUN_ERROR',
      'TEXT_MESSAGE_CONTENT',
      'TOOL_CALL_RESULT',
      'CUSTOM',
      'NEW',
    ];
    const names = ['pagehand.interrupt', 'pagehand.receipt', 'pagehand.sent', 'pagehand.claim', 'other'];
    const event = fc.record(
      {
        type: fc.constantFrom(...types),
        name: fc.constantFrom(...names),
        value: fc.jsonValue(),
        messageId: fc.anything(),
        outcome: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const view = play(
          play(EMPTY, A_TURN.slice(0, 11)),
          events.map((one, index) => ({ seq: 100 + index, event: one })),
        );
        expect(view.threadId).toBe('t');
      }),
    );
  });

  test('Stop ends a turn as stopped, any other error as failed with what can be done', () => {
    const running = play(EMPTY, A_TURN.slice(0, 6));
    const stopped = play(running, [{ seq: 90, event: { type: 'RUN_ERROR', code: 'cancelled', message: 'Stopped.' } }]);
    expect(stopped.turns[0]).toMatchObject({ state: 'stopped' });
    expect(stopped.turns[0]?.error).toBeUndefined();
    const failed = play(running, [
      { seq: 90, event: { type: 'RUN_ERROR', code: 'model-key-refused', message: '401' } },
    ]);
    expect(failed.turns[0]).toMatchObject({
      state: 'failed',
      error: { code: 'model-key-refused', message: '401', retryable: false },
    });
    expect(failed.turns[0]?.items[0]).toMatchObject({ done: true });
    const unknown = play(running, [{ seq: 90, event: { type: 'RUN_ERROR', code: 'weird', message: 'x' } }]);
    expect(unknown.turns[0]?.error?.code).toBe('internal');
  });

  test('the first receipt for a step stays', () => {
    const view = play(EMPTY, A_TURN.slice(0, 11));
    const first = addReceipt(view, 'i1', receipt('s1', 'unsure'));
    expect(addReceipt(first, 'i1', receipt('s1', 'changed'))).toBe(first);
    expect(addReceipt(first, 'i1', receipt('s2')).turns[0]?.items[2]).toMatchObject({
      open: { receipts: [{ stepId: 's1', outcome: 'unsure' }, { stepId: 's2' }] },
    });
  });
});

describe('a stored thread', () => {
  const summary = { threadId: 't', title: 'Flights', pinned: false, createdAt: 1, updatedAt: 9, waiting: false };
  const plan = {
    kind: 'plan' as const,
    toolCallId: 'c1',
    plan: { planId: 'p', goal: 'g', snapshotId: 's', steps: [{ kind: 'back' as const }, { kind: 'reload' as const }] },
    tabId: 1,
    risks: [],
    taint: [],
    round: 1,
  };
  const messages = [
    { id: 'u1', turnId: 'r1', role: 'user' as const, content: 'Go back', createdAt: 1 },
    {
      id: 'a1',
      turnId: 'r1',
      role: 'assistant' as const,
      content: 'I do.',
      toolCalls: [{ id: 'c1', name: 'browser_action', args: { goal: 'back' } }],
      createdAt: 2,
    },
    {
      id: 'x1',
      turnId: 'r1',
      role: 'tool' as const,
      toolCallId: 'c1',
      content: 'done',
      artifact: {
        kind: 'plans',
        plans: [
          { interruptId: 'i1', request: plan, answer: { kind: 'plan', status: 'stopped', receipts: [receipt('s1')] } },
        ],
      },
      createdAt: 3,
    },
    { id: 'a2', turnId: 'r1', role: 'assistant' as const, content: 'Stopped.', createdAt: 4 },
  ];

  test('shows its plans again with what became of them, where the call was', () => {
    const view = viewOfThread({ thread: summary, messages, interrupts: [], lastSeq: 7 });
    expect(view.turns).toHaveLength(1);
    expect(view.turns[0]).toMatchObject({ ask: 'Go back', state: 'done' });
    expect(view.turns[0]?.items.map((item) => item.type)).toEqual(['text', 'tool', 'interrupt', 'text']);
    expect(view.turns[0]?.items[2]).toMatchObject({
      closed: true,
      answer: { status: 'stopped' },
      open: { receipts: [{ stepId: 's1' }] },
    });
    expect(view.lastSeq).toBe(7);
  });

  test('keeps what waits open, also when the assistant message of its turn is not stored yet', () => {
    const view = viewOfThread({
      thread: summary,
      messages: messages.slice(0, 1),
      interrupts: [question('i2')],
      lastSeq: 3,
    });
    expect(view.turns[0]).toMatchObject({ state: 'waiting' });
    expect(view.turns[0]?.items).toMatchObject([
      { type: 'tool', id: 'c1', state: 'running' },
      { type: 'interrupt', id: 'i2', closed: false },
    ]);
  });

  test('a turn that goes on now is running', () => {
    const view = viewOfThread({
      thread: summary,
      messages,
      interrupts: [],
      running: { runId: 'r2', turnId: 'r1' },
      lastSeq: 3,
    });
    expect(view.turns[0]?.state).toBe('running');
  });
});
