import type { PinnedStep } from '@pagehand/contracts/plan';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const areas = vi.hoisted(() => ({ local: new Map<string, unknown>(), session: new Map<string, unknown>() }));
const area = vi.hoisted(() => (map: Map<string, unknown>) => ({
  get: async (key: string) => (map.has(key) ? { [key]: map.get(key) } : {}),
  set: async (items: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(items)) map.set(key, value);
  },
}));
vi.mock('wxt/browser', () => ({ browser: { storage: { local: area(areas.local), session: area(areas.session) } } }));
const { approvalNeeded, listGrants, rememberGrant, requireFresh, revokeGrant, stepHash } = await import(
  '../../entrypoints/utils/approvals.ts'
);

const step: PinnedStep = {
  kind: 'type',
  ref: 'e1',
  text: 'A',
  stepId: 's1',
  origin: 'https://a.example',
  documentId: 'd',
};
const high = { of: 'step', origin: 'https://a.example', kind: 'type', risk: 'high' } as const;
const critical = { ...high, risk: 'critical' } as const;

beforeEach(() => {
  areas.local.clear();
  areas.session.clear();
});

describe('the hash of an approval', () => {
  test('differs when one character, the plan or the tab differs (P42, P43)', async () => {
    const scope = { planId: 'p', tabId: 1 };
    const base = await stepHash(step, scope);
    expect(await stepHash({ ...step }, scope)).toBe(base);
    expect(await stepHash({ ...step, text: 'B' }, scope)).not.toBe(base);
    expect(await stepHash({ ...step, origin: 'https://b.example' }, scope)).not.toBe(base);
    expect(await stepHash(step, { ...scope, tabId: 2 })).not.toBe(base);
    expect(await stepHash(step, { ...scope, planId: 'q' })).not.toBe(base);
  });

  test('must be the shown one, and not older than two minutes', () => {
    const at = 1_000_000;
    expect(() => requireFresh({ hash: 'h', decidedAt: at }, 'h', at + 120_000)).not.toThrow();
    expect(() => requireFresh({ hash: 'h', decidedAt: at }, 'h', at + 120_001)).toThrow(/two minutes/u);
    expect(() => requireFresh({ hash: 'h', decidedAt: at }, 'h', at - 1_001)).toThrow(/two minutes/u);
    expect(() => requireFresh({ hash: 'h', decidedAt: at }, 'i', at)).toThrow(/differs/u);
  });
});

describe('what is remembered', () => {
  test('nothing is asked for none and low, everything for the rest', async () => {
    for (const risk of ['none', 'low'] as const) expect(await approvalNeeded({ ...high, risk }, 't')).toBe('no');
    expect(await approvalNeeded(high, 't')).toBe('yes');
    expect(await approvalNeeded(critical, 't')).toBe('every-time');
  });

  test('for this run counts for the site in this turn only', async () => {
    const { kind: _kind, ...anyStep } = high;
    await rememberGrant(anyStep, { remember: 'run', turnId: 't' });
    expect(await approvalNeeded({ ...high, kind: 'click' }, 't')).toBe('remembered-run');
    expect(await approvalNeeded(high, 'u')).toBe('yes');
    expect(await approvalNeeded({ ...high, origin: 'https://b.example' }, 't')).toBe('yes');
    expect(await listGrants()).toEqual([]);
  });

  test('for this site counts for this kind until it is revoked', async () => {
    await rememberGrant(high, { remember: 'site', turnId: 't' });
    expect(await approvalNeeded(high, 'another')).toBe('remembered-site');
    expect(await approvalNeeded({ ...high, kind: 'click' }, 'another')).toBe('yes');
    const [grant] = await listGrants();
    if (grant === undefined) throw new Error('not remembered');
    await revokeGrant(grant);
    expect(await approvalNeeded(high, 'another')).toBe('yes');
  });

  test('a critical step is never remembered', async () => {
    await rememberGrant(critical, { remember: 'site', turnId: 't' });
    await rememberGrant(critical, { remember: 'run', turnId: 't' });
    await rememberGrant(high, { remember: 'site', turnId: 't' });
    expect(await approvalNeeded(critical, 't')).toBe('every-time');
  });

  test('what is damaged in the storage grants nothing', async () => {
    areas.local.set('grants', [{ origin: 'https://a.example', kind: 'type', at: 'x', everything: true }]);
    expect(await approvalNeeded(high, 't')).toBe('yes');
  });
});
