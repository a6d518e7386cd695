import { expect, test } from 'vitest';
import { viewOfThread } from '../../entrypoints/sidepanel/store/reduce-messages.ts';

const summary = { threadId: 't1', title: 'Cart', pinned: false, createdAt: 1, updatedAt: 1, waiting: false };
const messages = [
  { id: 'u1', turnId: 'r1', role: 'user' as const, content: 'Look', createdAt: 1 },
  {
    id: 'a1',
    turnId: 'r1',
    role: 'assistant' as const,
    content: '',
    toolCalls: [{ id: 'c1', name: 'page_0123456789_cart_view', args: {} }],
    createdAt: 2,
  },
  { id: 'x1', turnId: 'r1', role: 'tool' as const, toolCallId: 'c1', content: 'done', createdAt: 3 },
];

test('shows the finished call of a page’s tool as its card', () => {
  const request = {
    kind: 'page-tool',
    toolCallId: 'c1',
    tool: 'page_0123456789_cart_view',
    page: { name: 'cart_view', origin: 'https://shop.example', documentId: 'd1', hash: 'f'.repeat(64) },
    description: 'What is in the cart',
    args: {},
    risk: { risk: 'none', reasons: [] },
    taint: [],
  };
  const answer = { kind: 'page-tool', outcome: { status: 'result', result: 'Two teas', cut: false }, args: {} };
  const [ask, call, result] = messages;
  if (ask === undefined || call === undefined || result === undefined) throw new Error('no messages');
  const reopened = (artifact: Record<string, unknown>) =>
    viewOfThread({
      thread: summary,
      messages: [ask, call, { ...result, artifact }],
      interrupts: [],
      lastSeq: 7,
    }).turns[0]?.items.at(-1);
  expect(reopened({ kind: 'page-tool', interruptId: 'i1', request, answer })).toMatchObject({
    type: 'interrupt',
    closed: true,
    open: { request: { page: { name: 'cart_view' } } },
    answer,
  });
  // Nobody saw its end.
  expect(reopened({ kind: 'page-tool', interruptId: 'i1', request })).not.toHaveProperty('answer');
  expect(reopened({ kind: 'page-tool', interruptId: 'i1' })).toMatchObject({ type: 'tool' });
});

test('a turn that was stopped says so, also when it never got to an answer', () => {
  const stateOf = (count: number, running?: { runId: string; turnId: string }) =>
    viewOfThread({
      thread: summary,
      messages: [
        ...messages,
        { id: 'a2', turnId: 'r1', role: 'assistant' as const, content: 'Two teas.', createdAt: 4 },
      ].slice(0, count),
      interrupts: [],
      lastSeq: 7,
      running,
    }).turns[0]?.state;
  expect(stateOf(1)).toBe('stopped');
  expect(stateOf(3)).toBe('stopped');
  expect(stateOf(4)).toBe('done');
  expect(stateOf(3, { runId: 'r1', turnId: 'r1' })).toBe('running');
});
