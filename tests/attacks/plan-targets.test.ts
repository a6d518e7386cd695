import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRef, makeSnapshot, topFrame } from '../contract/make-snapshot.ts';
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

describe('P24, P26: a step stays on its origin and document', () => {
  it('P24: an origin that only begins like the page is refused', () => {
    const evil = makeSnapshot([makeRef({ ref: 'e1' })], {
      frames: [{ ...topFrame, origin: 'https://a.com.evil.example' }],
    });
    expect(refusalOf({ kind: 'click', ref: 'e1', origin: 'https://a.com' }, evil)).toEqual(['wrong-origin']);
  });
  it.each([
    'https://shop.example/',
    'https://SHOP.example',
    'http://shop.example',
    'https://shop.example:443',
    'https://video.example',
    'null',
    '',
  ])('P24: the pinned origin must be exactly the target’s, not %j', (origin) => {
    expect(refusalOf({ kind: 'click', ref: 'e1', origin }, framed)).toEqual(['wrong-origin']);
  });
  it.each(['doc-1', 'doc-00', '', 'DOC-0'])(
    'the pinned document must be exactly the target’s, not %j',
    (documentId) => {
      expect(refusalOf({ kind: 'click', ref: 'e1', documentId }, framed)).toEqual(['wrong-document']);
    },
  );
  it.each(['s1', 's3', 's22'])('a step id that is not ours is refused: %s for the second step', (stepId) => {
    expect(refusalOf({ kind: 'click', ref: 'e1', stepId }, framed)).toEqual(['wrong-step-id']);
  });
  it('pins each step to the frame of its target, and steps without one to the top frame', () => {
    const { steps } = accepted(
      makePlan([
        { kind: 'click', ref: 'f1e1' },
        { kind: 'press', key: 'Escape' },
        { kind: 'click', ref: 'e1' },
      ]),
      framed,
    );
    expect(steps.map(({ stepId, origin, documentId }) => [stepId, origin, documentId])).toEqual([
      ['s1', 'https://video.example', 'doc-1'],
      ['s2', 'https://shop.example', 'doc-0'],
      ['s3', 'https://shop.example', 'doc-0'],
    ]);
  });
  it.each(['back', 'forward', 'reload', 'close_tab'])('P26: after %s nothing of the old page is touched', (kind) => {
    for (const step of [
      { kind: 'click', ref: 'e1' },
      { kind: 'press', key: 'Enter' },
      { kind: 'scroll', direction: 'down' },
      { kind: 'read', ref: 'e1' },
      { kind: 'wait', until: { for: 'ref', ref: 'e1' } },
    ])
      expect(refusal(makePlan([{ kind }, step]), framed)).toContain('stale-after-navigation');
  });
  it('P26: after a navigation a plan may wait, read and go on, pinned to no known document', () => {
    const { steps } = accepted(
      makePlan([
        { kind: 'navigate', url: 'https://b.com/x' },
        { kind: 'wait', until: { for: 'navigation' } },
        { kind: 'read' },
        { kind: 'find', text: 'x' },
      ]),
      framed,
    );
    expect(steps.map(({ origin, documentId }) => [origin, documentId])).toEqual([
      ['https://shop.example', 'doc-0'],
      ['https://b.com', ''],
      ['https://b.com', ''],
      ['https://b.com', ''],
    ]);
    for (const kind of ['navigate', 'open_tab'])
      expect(
        refusal(
          makePlan([
            { kind, url: 'https://b.com/' },
            { kind: 'type', ref: 'e2', text: 'x' },
          ]),
          framed,
        ),
      ).toEqual(['stale-after-navigation']);
    expect(
      refusal(
        makePlan([
          { kind: 'switch_tab', tabId: 3 },
          { kind: 'click', ref: 'e1' },
        ]),
        framed,
      ),
    ).toEqual(['stale-after-navigation']);
  });
});

describe('P33, P34: stale refs', () => {
  it.each(['e99', 'f1e99', 'f9e1', 'f3e1', 'f2e1'])('P33: %s is of no readable frame of this snapshot', (ref) => {
    const codes = refusalOf({ kind: 'click', ref }, framed);
    expect(['unknown-ref', 'unreadable-frame']).toContain(codes[0]);
  });
  it.each(['e0', 'e01', 'E1', 'f0e1', 'e1 ', 'e-1', '1', '', 'e1e2', 'f1', '#e1', 'e٣', 'e12345678'])(
    'P33: %j is no ref',
    (ref) => {
      expect(refusalOf({ kind: 'click', ref }, framed)).toEqual(['invalid-value']);
    },
  );
  it('P33, P34: a plan for an earlier snapshot is refused, also where the ref exists in both', () => {
    const later = { ...makeSnapshot([makeRef({ ref: 'e1', name: 'Delete account' })]), snapshotId: 'snap-2' };
    expect(refusal(makePlan([{ kind: 'click', ref: 'e1' }]), later)).toEqual(['wrong-snapshot']);
  });
  it('a ref whose frame number lies is refused', () => {
    const lying: PageSnapshot = {
      ...framed,
      refs: [
        { ...makeRef({ ref: 'e1' }), frameId: 1 },
        { ...makeRef({ ref: 'f1e1' }), frameId: 0 },
      ],
    };
    expect(refusalOf({ kind: 'click', ref: 'e1' }, lying)).toEqual(['unreadable-frame']);
    expect(refusalOf({ kind: 'click', ref: 'f1e1' }, lying)).toEqual(['unreadable-frame']);
  });
  it('one fill stays in one document and names each field once', () => {
    expect(
      refusalOf(
        {
          kind: 'fill',
          fields: [
            { ref: 'e2', value: 'a' },
            { ref: 'f1e2', value: 'b' },
          ],
        },
        framed,
      ),
    ).toEqual(['wrong-document']);
    expect(
      refusalOf(
        {
          kind: 'fill',
          fields: [
            { ref: 'e2', value: 'a' },
            { ref: 'e2', value: 'b' },
          ],
        },
        framed,
      ),
    ).toEqual(['repeated-ref']);
  });
});

describe('P35: secrets are the person’s', () => {
  const secrets = makeSnapshot([
    makeRef({ ref: 'e1', role: 'textbox', name: 'Password', inputType: 'password', secret: 'password' }),
    makeRef({ ref: 'e2', role: 'textbox', name: 'Code', secret: 'one-time-code' }),
    makeRef({ ref: 'e3', role: 'textbox', name: 'Security code', secret: 'card' }),
    makeRef({
      ref: 'e4',
      tag: 'select',
      role: 'combobox',
      name: 'Expiry month',
      secret: 'card',
      options: ['01', '02'],
    }),
    makeRef({ ref: 'e5', role: 'textbox', name: 'PIN', inputType: 'password' }),
    makeRef({ ref: 'e6', role: 'textbox', name: 'Name' }),
  ]);
  it.each(['e1', 'e2', 'e3', 'e5'])('P35: no step writes into the secret field %s', (ref) => {
    expect(refusalOf({ kind: 'type', ref, text: '1234' }, secrets)).toEqual(['secret-field']);
    expect(refusalOf({ kind: 'type', ref, text: '' }, secrets)).toEqual(['secret-field']);
    expect(refusalOf({ kind: 'set_value', ref, value: '1234' }, secrets)).toEqual(['secret-field']);
    expect(
      refusalOf(
        {
          kind: 'fill',
          fields: [
            { ref: 'e6', value: 'Ada' },
            { ref, value: '1234' },
          ],
        },
        secrets,
      ),
    ).toEqual(['secret-field']);
  });
  it('P35: nor chooses in one', () => {
    expect(refusalOf({ kind: 'select', ref: 'e4', values: ['01'] }, secrets)).toEqual(['secret-field']);
    expect(refusalOf({ kind: 'fill', fields: [{ ref: 'e4', value: ['01'] }] }, secrets)).toEqual(['secret-field']);
  });
  it('a secret field may be focused, so that the person can type', () => {
    accepted(
      makePlan([
        { kind: 'focus', ref: 'e1' },
        { kind: 'click', ref: 'e2' },
      ]),
      secrets,
    );
  });
});
