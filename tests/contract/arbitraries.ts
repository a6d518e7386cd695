import { LIMITS } from '@pagehand/contracts/limits';
import { PRESS_KEYS } from '@pagehand/contracts/plan';
import fc from 'fast-check';
import { makePlan, makeRef, makeSnapshot, topFrame } from './make-snapshot.ts';

/** One page with a target of every kind, in two readable frames and one that cannot be read. */
export const page = makeSnapshot(
  [
    makeRef({ ref: 'e1', name: 'Next' }),
    makeRef({ ref: 'e2', role: 'textbox', name: 'Name' }),
    makeRef({ ref: 'e3', role: 'textbox', name: 'Password', inputType: 'password', secret: 'password' }),
    makeRef({ ref: 'e4', tag: 'select', role: 'combobox', name: 'Size', options: ['S', 'M'] }),
    makeRef({ ref: 'e5', tag: 'input', role: 'checkbox', name: 'Gift', inputType: 'checkbox' }),
    makeRef({ ref: 'e6', role: 'link', name: 'Home', href: 'https://shop.example/' }),
    makeRef({ ref: 'e7', name: 'Order', submits: { action: 'https://shop.example/order', method: 'post' } }),
    makeRef({ ref: 'f1e1', name: 'Play' }),
    makeRef({ ref: 'f1e2', role: 'searchbox', name: 'Search' }),
    makeRef({ ref: 'f2e1', name: 'Hidden' }),
  ],
  {
    frames: [
      topFrame,
      { frameId: 1, documentId: 'doc-1', origin: 'https://video.example', readable: true },
      { frameId: 2, documentId: '', origin: 'https://ads.example', readable: false, reason: 'no-access' },
    ],
  },
);

const ref = fc.constantFrom(...page.refs.map((info) => info.ref), 'e99', 'f7e1');
const textRef = fc.constantFrom('e2', 'f1e2', 'e2', 'e3');
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('x'.repeat(LIMITS.stepText), 'a\u202eb'),
);
const url = fc.oneof(
  fc.constantFrom(
    'https://shop.example/x',
    'https://news.example',
    'https://xn--ypal-43d9g.com',
    'javascript:1',
    'http://localhost:8787/',
    'https://evil.example\\@bank.com',
    ' https://a.example',
  ),
  fc.webUrl(),
);
const record = (kind: string, shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record({ kind: fc.constant(kind), ...shape }, { noNullPrototype: true });

/** Steps in the shape of the vocabulary; not all of them may pass. */
export const step: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  record('click', { ref }),
  record('type', { ref: textRef, text, submit: fc.boolean() }),
  record('press', { key: fc.constantFrom(...PRESS_KEYS) }),
  record('select', { ref: fc.constantFrom('e4', 'e1'), values: fc.constantFrom(['S'], ['S', 'M']) }),
  record('check', { ref: fc.constantFrom('e5', 'e6'), checked: fc.boolean() }),
  record('set_value', { ref: textRef, value: fc.string({ maxLength: 20 }) }),
  record('fill', {
    fields: fc.uniqueArray(record2(textRef, text), { minLength: 1, maxLength: 3, selector: (field) => field.ref }),
  }),
  record('scroll', { direction: fc.constantFrom('up', 'down') }),
  record('wait', {
    until: fc.constantFrom({ for: 'time', ms: 10 }, { for: 'text', text: 'x' }, { for: 'navigation' }),
  }),
  record('navigate', { url }),
  record('back', {}),
  record('read', {}),
  record('drag', { ref: fc.constant('e1'), to: fc.constantFrom('e2', 'e5') }),
  record('upload', { ref: fc.constant('e1'), files: fc.constantFrom(['a.csv'], ['../a.csv'], ['a', 'b']) }),
  record('dialog', { accept: fc.boolean() }),
  record('screenshot', {}),
);
function record2(target: fc.Arbitrary<string>, value: fc.Arbitrary<string>) {
  return fc.record({ ref: target, value }, { noNullPrototype: true });
}

/** Plans that mostly pass. */
export const plan = fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => makePlan(steps));

/** Plans with something put in, taken out or changed at any depth. */
export const brokenPlan = fc
  .tuple(
    plan,
    fc.nat(),
    fc.constantFrom('__proto__', 'constructor', 'extra', 'kind', 'ref', 'steps', 'origin', 'stepId'),
    fc.anything(),
  )
  .map(([value, at, key, junk]) => {
    const steps = Array.isArray(value['steps']) ? [...value['steps']] : [];
    if (at % 3 === 0) return { ...value, [key]: junk };
    const index = at % steps.length;
    steps[index] = at % 3 === 1 ? { ...Object(steps[index]), [key]: junk } : junk;
    return { ...value, steps };
  });

/** Anything at all: JSON, values that are no JSON, text. */
export const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withSet: true,
  }),
  fc.json(),
  fc.string(),
  plan.map((value) => JSON.stringify(value)),
  brokenPlan,
);
