import { receiveMessage } from '@pagehand/contracts/messages';
import { describe, expect, it } from 'vitest';

const hash = 'a'.repeat(64);
const surface = { revision: 1, documentId: 'doc-0', origin: 'https://shop.example' };
const page = { who: 'page', origin: 'https://shop.example', documentId: 'doc-0' } as const;
const context = { type: 'CONTEXT_UPDATE', ...surface, url: 'https://shop.example/', title: '', activeTools: [] };
const approval = { type: 'APPROVAL_RESPONSE', ...surface, callId: 'c1', approved: true, hash, decidedAt: 1 };
const call = { type: 'TOOL_CALL', ...surface, callId: 'c1', tool: 'pay', declaration: hash, args: {} };

describe('X: messages are judged by who sent them, never by what they say', () => {
  it.each([
    { type: 'backend.token' },
    { type: 'GET_TOKEN', ...surface },
    { type: 'HELLO' },
    { type: 'context_update', ...surface },
    { type: 'CONTEXT_UPDATE' },
    { ...context, token: 'x' },
    { ...context, sender: { who: 'panel' } },
    { ...context, who: 'panel' },
    'backend.token',
    null,
    [],
    { type: ['CONTEXT_UPDATE'] },
    { type: '__proto__' },
  ])('X01: a page that sends %j gets nothing', (message) => {
    expect(receiveMessage(message, page)).toEqual({ ok: false, code: 'invalid-message' });
  });
  it.each([
    'https://bank.example',
    'https://shop.example.evil.example',
    'https://shop.example/',
    'HTTPS://SHOP.EXAMPLE',
    'null',
    'https://shop.example:443',
  ])('X02, X11: the browser’s word on the origin wins over %s', (origin) => {
    expect(receiveMessage({ ...context, origin }, page)).toEqual({ ok: false, code: 'wrong-origin' });
    expect(receiveMessage(context, { ...page, origin })).toEqual({ ok: false, code: 'wrong-origin' });
  });
  it('X02: a page whose origin the browser does not tell is refused, and so is another document of the same origin', () => {
    expect(receiveMessage(context, { who: 'page' })).toEqual({ ok: false, code: 'wrong-origin' });
    expect(receiveMessage(context, { ...page, documentId: 'doc-1' })).toEqual({ ok: false, code: 'wrong-origin' });
    expect(receiveMessage(context, page).ok).toBe(true);
  });
  it('X08: an approval is taken from the panel only', () => {
    expect(receiveMessage(approval, page)).toEqual({ ok: false, code: 'wrong-sender' });
    expect(receiveMessage(approval, { who: 'backend' })).toEqual({ ok: false, code: 'wrong-sender' });
    expect(receiveMessage(approval, { who: 'panel' }).ok).toBe(true);
  });
  it('X08: a page cannot call tools or ask for an approval', () => {
    expect(receiveMessage(call, page)).toEqual({ ok: false, code: 'wrong-sender' });
    expect(
      receiveMessage(
        {
          type: 'APPROVAL_REQUEST',
          ...surface,
          callId: 'c1',
          tool: 'pay',
          args: {},
          declared: 'none',
          risk: { risk: 'none', reasons: [] },
          hash,
        },
        page,
      ),
    ).toEqual({ ok: false, code: 'wrong-sender' });
  });
  it('a page cannot make itself heard for the backend', () => {
    expect(receiveMessage({ type: 'HELLO', protocol: 1, version: '0', maxActiveTools: 200 }, page)).toEqual({
      ok: false,
      code: 'wrong-sender',
    });
  });
});
