import { PROTOCOL_VERSION } from '@pagehand/contracts/api';
import { isCurrent, MAY_SEND, MessageSchema, receiveMessage } from '@pagehand/contracts/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const hash = 'a'.repeat(64);
const surface = { revision: 3, documentId: 'doc-0', origin: 'https://shop.example' };
const messages = [
  { type: 'HELLO', protocol: PROTOCOL_VERSION, version: '0.1.0', maxActiveTools: 30 },
  { type: 'CONTEXT_UPDATE', ...surface, url: 'https://shop.example/cart', title: 'Cart', activeTools: [] },
  { type: 'TOOL_CALL', ...surface, callId: 'c1', tool: 'open_cart', declaration: hash, args: {} },
  { type: 'TOOL_RESULT', ...surface, callId: 'c1', outcome: { status: 'success', result: { items: 2 } } },
  {
    type: 'TOOL_RESULT',
    ...surface,
    callId: 'c1',
    outcome: { status: 'error', error: { code: 'unknown-tool', message: 'x', retryable: false } },
  },
  {
    type: 'TOOL_RESULT',
    ...surface,
    callId: 'c1',
    outcome: { status: 'stale', current: { ...surface, revision: 4, tools: ['checkout'] } },
  },
  {
    type: 'APPROVAL_REQUEST',
    ...surface,
    callId: 'c1',
    tool: 'delete_account',
    args: {},
    declared: 'critical',
    risk: { risk: 'critical', reasons: [{ code: 'deletes' }] },
    hash,
  },
  { type: 'APPROVAL_RESPONSE', ...surface, callId: 'c1', approved: true, hash, decidedAt: 1 },
];

describe('the messages about page tools', () => {
  it.each(messages)('$type is taken as it is', (message) => expect(MessageSchema.parse(message)).toEqual(message));
  it.each(messages)('$type with an unknown field, or without one of its own, is refused', (message) => {
    expect(MessageSchema.safeParse({ ...message, extra: 1 }).success).toBe(false);
    for (const key of Object.keys(message)) {
      const { [key]: _gone, ...rest } = Object.fromEntries(Object.entries(message));
      expect(MessageSchema.safeParse(rest).success).toBe(false);
    }
  });
  it.each(messages.filter(({ type }) => type !== 'HELLO'))('$type says revision, document and origin', (message) => {
    for (const wrong of [{ revision: -1 }, { revision: 1.5 }, { documentId: '' }, { origin: '' }])
      expect(MessageSchema.safeParse({ ...message, ...wrong }).success).toBe(false);
  });
  it('nothing else is a message', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(receiveMessage(value, { who: 'panel' }).ok).toBe(false);
      }),
    );
  });
  it('every sender has its own words', () => {
    for (const who of ['page', 'panel', 'backend'] as const)
      for (const message of messages) {
        const received = receiveMessage(message, { who, origin: surface.origin, documentId: surface.documentId });
        expect(received.ok).toBe([...MAY_SEND[who]].some((type) => type === message.type));
      }
  });
  it('a call is current only for the same document, origin and revision', () => {
    expect(isCurrent(surface, { ...surface })).toBe(true);
    for (const other of [{ revision: 4 }, { revision: 2 }, { documentId: 'doc-1' }, { origin: 'https://evil.example' }])
      expect(isCurrent(surface, { ...surface, ...other })).toBe(false);
  });
});
