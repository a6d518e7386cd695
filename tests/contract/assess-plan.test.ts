import { assessPlan } from '@pagehand/contracts/assess-plan';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRef, makeSnapshot } from './make-snapshot.ts';
import { accepted } from './refusals.ts';

const refs = [
  makeRef({ ref: 'e1', name: 'Delete account' }),
  makeRef({ ref: 'e2', role: 'searchbox', tag: 'input', name: 'Search' }),
];
const risksOf = (steps: unknown[], states: string[] = []) => {
  const snapshot = makeSnapshot(refs.map((info) => (info.ref === 'e1' ? { ...info, states } : info)));
  return assessPlan(accepted(makePlan(steps), snapshot).steps, { snapshot, taint: [] }).map(({ risk }) => risk);
};

describe('a key pressed without a target', () => {
  it.each([
    [
      'goes to what the plan put the focus on',
      [
        { kind: 'focus', ref: 'e1' },
        { kind: 'press', key: 'Enter' },
      ],
      ['low', 'critical'],
    ],
    [
      'searches in a search box',
      [
        { kind: 'type', ref: 'e2', text: 'locks' },
        { kind: 'press', key: 'Enter' },
      ],
      ['low', 'low'],
    ],
    [
      'is unknown after the focus moved on',
      [
        { kind: 'focus', ref: 'e2' },
        { kind: 'press', key: 'Tab' },
        { kind: 'press', key: 'Enter' },
      ],
      ['low', 'low', 'high'],
    ],
    ['is unknown when nothing is known', [{ kind: 'press', key: 'Enter' }], ['high']],
  ] as const)('%s', (_name, steps, expected) => expect(risksOf([...steps])).toEqual(expected));

  it('goes to what has the focus in the snapshot', () =>
    expect(risksOf([{ kind: 'press', key: 'Space' }], ['focused'])).toEqual(['critical']));
});
