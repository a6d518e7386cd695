import { assessStep } from '@pagehand/contracts/assess-risk';
import { describe, expect, it } from 'vitest';
import { visibleParts } from '../../entrypoints/sidepanel/plan/visible-text.ts';
import { makePlan, makeRef, makeSnapshot, policy, topFrame } from '../contract/make-snapshot.ts';
import { accepted, refusal, refusalOf } from '../contract/refusals.ts';

const framed = makeSnapshot(
  [
    makeRef({ ref: 'e1', name: 'Next' }),
    makeRef({ ref: 'e2', role: 'textbox', name: 'Name' }),
    makeRef({ ref: 'f1e1', name: 'Play' }),
    makeRef({ ref: 'f1e2', role: 'textbox', name: 'Note' }),
    makeRef({ ref: 'f2e1', name: 'Hidden' }),
    makeRef({ ref: 'f3e1', name: 'Gone' }),
  ],
  {
    frames: [
      topFrame,
      { frameId: 1, documentId: 'doc-1', origin: 'https://video.example', readable: true },
      { frameId: 2, documentId: '', origin: 'https://ads.example', readable: false, reason: 'no-access' },
    ],
  },
);

describe('targets of the wrong kind', () => {
  const page = makeSnapshot([
    makeRef({ ref: 'e1', role: 'button', name: 'Save' }),
    makeRef({ ref: 'e2', role: 'link', name: 'Home', href: 'https://shop.example/' }),
    makeRef({ ref: 'e3', tag: 'input', role: 'checkbox', name: 'Gift', inputType: 'checkbox' }),
    makeRef({ ref: 'e4', tag: 'select', role: 'combobox', name: 'Size', options: ['S'] }),
    makeRef({ ref: 'e5', tag: 'input', role: 'slider', name: 'Price', inputType: 'range' }),
    makeRef({ ref: 'e6', tag: 'div', role: 'textbox', name: 'Editor' }),
    makeRef({ ref: 'e7', tag: 'button', role: 'button', name: 'Country', states: ['collapsed'] }),
    makeRef({ ref: 'e8', tag: 'input', role: 'textbox', name: 'Name', states: ['disabled', 'readonly'] }),
    makeRef({ ref: 'e9', tag: 'input', role: 'combobox', name: 'City', inputType: 'text' }),
    makeRef({ ref: 'e10', tag: 'button', role: 'combobox', name: 'Colour' }),
  ]);
  it.each([
    ['type into a button', { kind: 'type', ref: 'e1', text: 'x' }],
    ['type into a link', { kind: 'type', ref: 'e2', text: 'x' }],
    ['type into a checkbox', { kind: 'type', ref: 'e3', text: 'x' }],
    ['type into a select', { kind: 'type', ref: 'e4', text: 'x' }],
    ['type into a slider', { kind: 'type', ref: 'e5', text: 'x' }],
    ['type into a button that opens a list', { kind: 'type', ref: 'e10', text: 'x' }],
    ['check a link', { kind: 'check', ref: 'e2', checked: true }],
    ['check a button', { kind: 'check', ref: 'e1', checked: true }],
    ['check a text field', { kind: 'check', ref: 'e6', checked: true }],
    ['select in a button', { kind: 'select', ref: 'e1', values: ['S'] }],
    ['select in a text field', { kind: 'select', ref: 'e6', values: ['S'] }],
    ['set a button', { kind: 'set_value', ref: 'e1', value: '1' }],
    ['fill a button', { kind: 'fill', fields: [{ ref: 'e1', value: 'x' }] }],
    ['fill a text field with true', { kind: 'fill', fields: [{ ref: 'e6', value: true }] }],
    ['fill a checkbox with text', { kind: 'fill', fields: [{ ref: 'e3', value: 'yes' }] }],
  ])('%s is refused', (_what, step) => expect(refusalOf(step, page)).toEqual(['unsuitable-target']));
  it('what fits is let through; disabled and readonly are the page’s word', () => {
    accepted(
      makePlan([
        { kind: 'type', ref: 'e6', text: 'x' },
        { kind: 'type', ref: 'e8', text: 'x' },
        { kind: 'type', ref: 'e9', text: 'x' },
        { kind: 'check', ref: 'e3', checked: true },
        { kind: 'select', ref: 'e4', values: ['S'] },
        { kind: 'select', ref: 'e7', values: ['DE'] },
        { kind: 'select', ref: 'e10', values: ['red'] },
        { kind: 'set_value', ref: 'e5', value: '40' },
        {
          kind: 'fill',
          fields: [
            { ref: 'e3', value: false },
            { ref: 'e4', value: 'S' },
            { ref: 'e8', value: 'Ada' },
            { ref: 'e5', value: '3' },
          ],
        },
      ]),
      page,
    );
  });
});

describe('constraints', () => {
  const page = makeSnapshot([
    makeRef({ ref: 'e1' }),
    makeRef({ ref: 'e2', role: 'link', href: 'https://evil.example/' }),
    makeRef({ ref: 'e3', submits: { action: 'https://evil.example/', method: 'post' } }),
  ]);
  const here = { ...policy, origins: ['https://shop.example'] };
  it('kinds, origins and the number of steps are held', () => {
    expect(refusal(makePlan([{ kind: 'click', ref: 'e1' }]), page, { ...policy, kinds: ['read'] })).toEqual([
      'kind-not-allowed',
    ]);
    expect(refusal(makePlan([{ kind: 'navigate', url: 'https://evil.example/' }]), page, here)).toEqual([
      'origin-not-allowed',
    ]);
    expect(refusal(makePlan([{ kind: 'navigate', url: 'https://shop.example.evil.example/' }]), page, here)).toEqual([
      'origin-not-allowed',
    ]);
    expect(refusal(makePlan([{ kind: 'click', ref: 'e2' }]), page, here)).toEqual(['origin-not-allowed']);
    expect(refusal(makePlan([{ kind: 'click', ref: 'e3' }]), page, here)).toEqual(['origin-not-allowed']);
    expect(refusal(makePlan([{ kind: 'click', ref: 'f1e1' }]), framed, here)).toEqual(['origin-not-allowed']);
    expect(
      refusal(makePlan([{ kind: 'press', key: 'Enter' }]), page, { ...policy, origins: ['https://other.example'] }),
    ).toEqual(['origin-not-allowed']);
    expect(refusal(makePlan([{ kind: 'click', ref: 'e1' }]), page, { ...policy, origins: [] })).toEqual([
      'origin-not-allowed',
    ]);
    accepted(
      makePlan([
        { kind: 'click', ref: 'e1' },
        { kind: 'navigate', url: 'https://shop.example/x' },
      ]),
      page,
      { ...here, kinds: ['click', 'navigate'] },
    );
  });
});

describe('P38: invisible text in a value', () => {
  const page = makeSnapshot([makeRef({ ref: 'e1', role: 'textbox', name: 'Name' })]);
  it.each([
    'invoice\u202egpj.exe',
    'ok\u{e0069}\u{e0067}',
    'pass\u200bword',
    'a\u2066b',
    'a\u00adb',
    'x\u{e0100}',
    'a\u0000b',
    'a\u2060b',
    '\ufeffa',
  ])('P38: %j is kept as it is, raises the risk, and can be shown', (text) => {
    for (const step of [
      { kind: 'type', ref: 'e1', text },
      { kind: 'set_value', ref: 'e1', value: text },
      { kind: 'fill', fields: [{ ref: 'e1', value: text }] },
    ]) {
      const [pinned] = accepted(makePlan([step]), page).steps;
      if (!pinned) return expect.fail('no step');
      expect(JSON.stringify(pinned)).toContain(JSON.stringify(text).slice(1, -1));
      const { risk, reasons } = assessStep(pinned, { snapshot: page, taint: [] });
      expect(risk).toBe('high');
      expect(reasons.map(({ code }) => code)).toContain('invisible-text');
    }
    expect(visibleParts(text).filter(({ hidden }) => hidden).length).toBeGreaterThan(0);
  });
  it('writing that needs joiners is not suspected', () => {
    for (const text of ['می‌خواهم', '👨‍👩‍👧', 'क्‍ष', '❤️']) {
      const [pinned] = accepted(makePlan([{ kind: 'type', ref: 'e1', text }]), page).steps;
      if (!pinned) return expect.fail('no step');
      expect(assessStep(pinned, { snapshot: page, taint: [] }).risk).toBe('low');
    }
  });
});
