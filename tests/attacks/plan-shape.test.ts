import { LIMITS } from '@pagehand/contracts/limits';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRef, makeSnapshot, policy } from '../contract/make-snapshot.ts';
import { accepted, refusal, refusalOf } from '../contract/refusals.ts';

const snapshot = makeSnapshot([
  makeRef({ ref: 'e1', name: 'Next' }),
  makeRef({ ref: 'e2', role: 'textbox', name: 'Name' }),
  makeRef({ ref: 'e3', tag: 'input', role: 'button', name: 'Photo', inputType: 'file' }),
  makeRef({ ref: 'e4', tag: 'select', role: 'combobox', name: 'Size', options: ['S', 'M'] }),
]);
const click = { kind: 'click', ref: 'e1' };

describe('P27-P31: numbers, lengths, depth and shape', () => {
  it('P27: 31 steps are refused as a whole, 30 are fine', () => {
    expect(refusal(makePlan(Array.from({ length: 31 }, () => click)), snapshot)).toContain('too-many-steps');
    expect(accepted(makePlan(Array.from({ length: 30 }, () => click)), snapshot).steps).toHaveLength(30);
  });
  it('P27: a lower maximum holds, a higher one does not', () => {
    const four = makePlan(Array.from({ length: 4 }, () => click));
    expect(refusal(four, snapshot, { ...policy, maxSteps: 3 })).toContain('too-many-steps');
    expect(
      refusal(makePlan(Array.from({ length: 31 }, () => click)), snapshot, { ...policy, maxSteps: 1_000 }),
    ).toContain('too-many-steps');
  });
  it.each(['1e999', '-1e999', '-1', '"5000"', '1.5e308', '600000', '30001', '1.5', 'null', 'true', '[1]', '{}'])(
    'P28: waiting %s is refused',
    (ms) => {
      refusal(
        `{"planId":"p","goal":"g","snapshotId":"snap-1","steps":[{"kind":"wait","until":{"for":"time","ms":${ms}}}]}`,
        snapshot,
      );
    },
  );
  it.each([Number.NaN, Number.POSITIVE_INFINITY, -0.5, 2 ** 53])('P28: %d is refused as a value too', (ms) => {
    expect(refusalOf({ kind: 'wait', until: { for: 'time', ms } }, snapshot)).toContain('invalid-number');
  });
  it('P28: NaN is no JSON', () => {
    expect(
      refusal(
        '{"planId":"p","goal":"g","snapshotId":"snap-1","steps":[{"kind":"wait","until":{"for":"time","ms":NaN}}]}',
      ),
    ).toEqual(['not-json']);
  });
  it('P29: a value of 1 MiB is refused, one of exactly the cap is fine', () => {
    expect(refusalOf({ kind: 'type', ref: 'e2', text: 'x'.repeat(2 ** 20) }, snapshot)).toEqual(['too-long']);
    expect(refusalOf({ kind: 'type', ref: 'e2', text: 'x'.repeat(LIMITS.stepText + 1) }, snapshot)).toEqual([
      'too-long',
    ]);
    accepted(makePlan([{ kind: 'type', ref: 'e2', text: 'x'.repeat(LIMITS.stepText) }]), snapshot);
  });
  it('P30: 20,000 nested arrays and 200,000 nested brackets are refused without a throw', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    let objects: unknown = {};
    for (let level = 0; level < 20_000; level += 1) objects = { a: objects };
    expect(refusal(deep)).toEqual(['too-deep']);
    expect(refusal(makePlan(deep))).toEqual(['too-deep']);
    expect(refusal(makePlan([objects]))).toEqual(['too-deep']);
    expect(refusal('['.repeat(200_000))).toEqual(['too-deep']);
    expect(refusal(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toEqual(['too-deep']);
    expect(refusal('{"a":'.repeat(200_000))).toEqual(['too-deep']);
  });
  it('P31: holes, false lengths, cycles, proxies and getters are refused', () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is what the test is about
    expect(refusal(makePlan([click, , click]), snapshot)).toContain('not-json');
    expect(refusal(makePlan(new Array(2 ** 32 - 2)))).toContain('too-large');
    expect(refusal(makePlan({ length: 4_294_967_295 }))).toContain('invalid-value');
    const cycle: Record<string, unknown> = makePlan([]);
    cycle['steps'] = [cycle];
    expect(refusal(cycle)).toContain('not-json');
    const traps = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    );
    expect(refusal(traps)).toEqual(['not-json']);
    const getter = {
      get steps(): never {
        throw new Error('getter');
      },
    };
    expect(refusal(getter)).toEqual(['not-json']);
  });
  it('P31: 100,000 steps and a step with 9,000 fields are refused', () => {
    expect(refusal(makePlan(Array.from({ length: 100_000 }, () => click)))).toEqual(['too-large']);
    const wide = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`k${index}`, index]));
    const codes = refusalOf({ ...click, ...wide }, snapshot);
    expect(codes).toHaveLength(200);
    expect(codes.at(-1)).toBe('more-problems');
  });
});

describe('P47, P48: what is no plan', () => {
  it.each([[null], [[]], [1], [true], [undefined], [0], [Number.NaN], [[makePlan([])]]])(
    'P47: %j is refused with a typed reason',
    (value) => {
      const [code] = refusal(value);
      expect(['not-an-object', 'invalid-number']).toContain(code);
    },
  );
  it.each([() => 1, Symbol('x'), 10n, new Date(0), new Map(), /x/, new (class Plan {})()])(
    'P47: what is not JSON is refused',
    (value) => {
      expect(refusal(value)).toEqual(['not-json']);
    },
  );
  it('P47: text that is JSON of another kind is refused', () => {
    expect(refusal('null')).toEqual(['not-an-object']);
    expect(refusal('"x"')).toEqual(['not-an-object']);
    expect(refusal('x')).toEqual(['not-json']);
    expect(refusal('')).toEqual(['not-json']);
    expect(refusal('{}')).toContain('missing-field');
  });

  const text = JSON.stringify(makePlan([click]));
  it.each([
    ['prose before', `Here is the plan: ${text}`],
    ['prose after', `${text} Done.`],
    ['a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['a fence without a name', `\`\`\`\n${text}\n\`\`\``],
    ['two plans', `${text}\n${text}`],
    ['two plans with a comma', `${text},${text}`],
    ['a comment', `${text}// x`],
    ['a trailing comma', text.replace(/\}$/, ',}')],
    ['single quotes', text.replaceAll('"', "'")],
    ['a byte order mark', `\ufeff${text}`],
    ['XML around it', `<plan>${text}</plan>`],
    ['a NUL after it', `${text}\0`],
  ])('P48: %s around the JSON is refused', (_what, wrapped) => {
    expect(refusal(wrapped, snapshot)).toEqual(['not-json']);
  });
  it('P48: exactly one JSON value is read, with the white space that JSON allows', () => {
    expect(accepted(` \n${text}\t`, snapshot).steps).toHaveLength(1);
  });
  it('P48: a key that stands twice is refused, however it is spelt', () => {
    expect(
      refusal(
        '{"planId":"p","goal":"g","snapshotId":"snap-1","steps":[{"kind":"click","ref":"e1","ref":"e2"}]}',
        snapshot,
      ),
    ).toEqual(['duplicate-key']);
    expect(
      refusal(
        '{"planId":"p","goal":"g","snapshotId":"snap-1","steps":[{"kind":"click","ref":"e1","\\u0072ef":"e2"}]}',
        snapshot,
      ),
    ).toEqual(['duplicate-key']);
    expect(
      refusal(
        '{"planId":"p","goal":"g","snapshotId":"snap-1","steps":[],"steps":[{"kind":"click","ref":"e1"}]}',
        snapshot,
      ),
    ).toEqual(['duplicate-key']);
  });
});
