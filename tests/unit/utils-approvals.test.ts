import { approvalHash } from '@pagehand/contracts/approval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StepDecision } from '../../entrypoints/utils/approvals.ts';
import type { PreparedStep } from '../../entrypoints/utils/prepare-plan.ts';
import { makePlan, makeRef, makeSnapshot } from '../contract/make-snapshot.ts';
import { accepted } from '../contract/refusals.ts';

const areas = vi.hoisted(() => ({ local: new Map<string, unknown>(), session: new Map<string, unknown>() }));
const area = vi.hoisted(() => (map: Map<string, unknown>) => ({
  get: async (key: string) => (map.has(key) ? { [key]: map.get(key) } : {}),
  set: async (items: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(items)) map.set(key, value);
  },
}));
vi.mock('wxt/browser', () => ({ browser: { storage: { local: area(areas.local), session: area(areas.session) } } }));
const { approvalNeeded, listGrants, rememberGrant, revokeGrant } = await import('../../entrypoints/utils/approvals.ts');
const { decideStep } = await import('../../entrypoints/utils/decide-step.ts');

const high = { of: 'step', origin: 'https://a.example', kind: 'type', risk: 'high', reasons: [] } as const;
const critical = { ...high, risk: 'critical' } as const;

beforeEach(() => {
  areas.local.clear();
  areas.session.clear();
});

describe('the word on a step (P42, P43)', () => {
  const shownAt = 1_800_000_000_000;
  const signal = new AbortController().signal;
  const plan = accepted(makePlan([{ kind: 'click', ref: 'e1' }]), makeSnapshot([makeRef({ ref: 'e1' })]));
  async function shown() {
    const [pinned] = plan.steps;
    if (pinned === undefined) return expect.fail('no step');
    const scope = { planId: plan.planId, tabId: 7 };
    const prepared: PreparedStep = {
      step: pinned,
      risk: { risk: 'high', reasons: [] },
      hash: await approvalHash({ kind: 'step', ...scope, step: pinned }),
      approval: 'yes',
      targets: [],
      focus: undefined,
      tab: undefined,
    };
    return { prepared, plan: { plan, tabId: 7, snapshot: makeSnapshot(), steps: [prepared] } };
  }
  /** The panel of a person who says these words, one after the other; keeps why each was asked for. */
  async function decide(words: StepDecision[], change: Partial<PreparedStep> = {}) {
    const { prepared, plan: preparedPlan } = await shown();
    const why: string[] = [];
    const run = {
      prepared: preparedPlan,
      turnId: 't',
      onProgress: () => undefined,
      decide: async (_step: PreparedStep, reason: string) => {
        why.push(reason);
        return words.shift() ?? expect.fail('asked once more');
      },
    };
    return { why, said: await decideStep(run, { ...prepared, ...change }, signal) };
  }
  const yes = async (age = 0): Promise<StepDecision> => ({
    allow: true,
    hash: (await shown()).prepared.hash,
    decidedAt: shownAt - age,
  });
  beforeEach(() => void vi.useFakeTimers({ now: shownAt, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('a yes to what was shown lets the step run, a no is the answer', async () => {
    expect(await decide([await yes()])).toEqual({ why: ['high'], said: undefined });
    expect((await decide([{ allow: false, reason: 'not this one' }])).said).toEqual({ refused: 'not this one' });
  });
  test('a yes older than two minutes, or from the future, is asked for afresh', async () => {
    expect(await decide([await yes(120_000)])).toMatchObject({ why: ['high'] });
    expect(await decide([await yes(120_001), await yes(-1_001), await yes()])).toMatchObject({
      why: ['high', 'stale', 'stale'],
    });
  });
  test('a yes to another call lets nothing run', async () => {
    const other = { ...(await yes()), hash: 'a'.repeat(64) };
    await expect(decide([other])).rejects.toMatchObject({ code: 'approval-mismatch' });
  });
  test('a step that differs from what was shown does not run, also where nothing is asked', async () => {
    const { prepared } = await shown();
    for (const changed of [{ origin: 'https://evil.example' }, { documentId: 'doc-1' }, { stepId: 's2' }])
      await expect(decide([], { step: { ...prepared.step, ...changed }, approval: 'no' })).rejects.toMatchObject({
        code: 'approval-mismatch',
      });
  });
});

describe('what is remembered', () => {
  test('nothing is asked for none and low, everything for the rest', async () => {
    for (const risk of ['none', 'low'] as const) expect(await approvalNeeded({ ...high, risk }, 't')).toBe('no');
    expect(await approvalNeeded(high, 't')).toBe('yes');
    expect(await approvalNeeded(critical, 't')).toBe('every-time');
  });

  test('for this run counts for the site in this turn only', async () => {
    await rememberGrant(high, { remember: 'run', turnId: 't' });
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
