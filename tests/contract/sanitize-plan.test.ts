import { AppErrorSchema } from '@pagehand/contracts/errors';
import { ActionStepSchema } from '@pagehand/contracts/plan';
import { MAX_PROBLEMS, PLAN_PROBLEMS } from '@pagehand/contracts/plan-problems';
import { sanitizePlan } from '@pagehand/contracts/sanitize-plan';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, brokenPlan, page, plan, step } from './arbitraries.ts';
import { makePlan, policy } from './make-snapshot.ts';

const sanitize = (value: unknown) => sanitizePlan(value, page, policy);

describe('the sanitizer', () => {
  it('is total: any value gives a plan or problems from the closed list, never a throw', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const result = sanitize(value);
        if (result.ok) return;
        expect(result.problems.length).toBeGreaterThan(0);
        expect(result.problems.length).toBeLessThanOrEqual(MAX_PROBLEMS);
        for (const { code } of result.problems) expect(PLAN_PROBLEMS).toContain(code);
        const body = { code: 'plan-refused', message: 'x', retryable: false, problems: result.problems };
        expect(AppErrorSchema.safeParse(body).success).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('lets a good part of well-formed plans through, so the other laws speak of something', () => {
    const passed = fc.sample(plan, { numRuns: 300, seed: 1 }).filter((value) => sanitize(value).ok).length;
    expect(passed).toBeGreaterThan(30);
    expect(passed).toBeLessThan(300);
  });

  it('is idempotent: a sanitized plan comes out equal', () => {
    fc.assert(
      fc.property(plan, (value) => {
        const once = sanitize(value);
        if (!once.ok) return;
        expect(sanitize(once.plan)).toEqual(once);
        expect(sanitize(JSON.stringify(once.plan))).toEqual(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is pure: equal input gives an equal answer, and the input stays as it was', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          plan,
          brokenPlan.filter((value) => isJson(value)),
        ),
        (value) => {
          const before = structuredClone(value);
          const pageBefore = structuredClone(page);
          const first = sanitize(deepFreeze(value));
          expect(value).toEqual(before);
          expect(page).toEqual(pageBefore);
          expect(sanitize(structuredClone(value))).toEqual(first);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses as a whole: one bad step takes all good ones with it, wherever it stands', () => {
    const good = fc
      .array(step, { minLength: 1, maxLength: 5 })
      .map((steps) => makePlan(steps))
      .filter((value) => sanitize(value).ok);
    const bad = fc.constantFrom(
      { kind: 'executeScript' },
      { kind: 'click', ref: 'e99' },
      { kind: 'click', ref: 'e1', force: true },
      { kind: 'navigate', url: 'javascript:1' },
      null,
    );
    fc.assert(
      fc.property(good, bad, fc.nat(), (value, wrong, at) => {
        const steps = Array.isArray(value['steps']) ? [...value['steps']] : [];
        steps.splice(at % (steps.length + 1), 0, wrong);
        expect(sanitize({ ...value, steps }).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('lists the problems of every step, not only the first', () => {
    const result = sanitize(
      makePlan(
        [
          { kind: 'nope' },
          { kind: 'click', ref: 'e99' },
          { kind: 'type', ref: 'e3', text: 'x', y: 1 },
          { kind: 'type', ref: 'e3', text: 'x' },
          { kind: 'navigate', url: 'file:///' },
          { kind: 'press' },
        ],
        { z: 1 },
      ),
    );
    expect(result.ok ? [] : result.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'unknown-field /z',
      'unknown-kind /steps/0/kind',
      'unknown-field /steps/2/y',
      'missing-field /steps/5/key',
      'unknown-ref /steps/1/ref',
      'secret-field /steps/3/ref',
      'url-scheme /steps/4/url',
    ]);
  });

  it('pins every step, and adds nothing else', () => {
    fc.assert(
      fc.property(plan, (value) => {
        const result = sanitize(value);
        if (!result.ok) return;
        for (const [index, pinned] of result.plan.steps.entries()) {
          expect(pinned.stepId).toBe(`s${index + 1}`);
          expect(ActionStepSchema.safeParse(pinned).success).toBe(true);
          const { stepId: _id, origin: _origin, documentId: _document, ...own } = pinned;
          const given: unknown = Array.isArray(value['steps']) ? value['steps'][index] : undefined;
          if (pinned.kind !== 'navigate') expect(own).toEqual(given);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('answers hostile sizes with problems', () => {
    const hostile: unknown[] = [
      '['.repeat(200_000),
      '{"a":['.repeat(100_000),
      `[${'1,'.repeat(300_000)}1]`,
      `{"a":"${'x'.repeat(3_000_000)}"}`,
      `{${'"a":1,'.repeat(100_000)}"a":1}`,
      '"'.repeat(1_000_000),
      `"${'\\'.repeat(1_000_001)}`,
      new Array(4e9),
      makePlan(Array.from({ length: 19_000 }, () => 1)),
      'x'.repeat(10_000_000),
    ];
    for (const value of hostile) expect(sanitize(value).ok).toBe(false);
  });
});

function isJson(value: unknown): boolean {
  try {
    return (
      JSON.stringify(value) === JSON.stringify(JSON.parse(JSON.stringify(value))) &&
      typeof structuredClone(value) === 'object'
    );
  } catch {
    return false;
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
