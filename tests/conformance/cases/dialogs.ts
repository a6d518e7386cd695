import { casesOn, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const on = casesOn('dialog of the browser', '/dialogs.html');
const out = textOf('#out');
const press = (name: string, answer?: Record<string, unknown>): ConformanceCase['rounds'] => [
  (ref) => [...(answer ? [{ kind: 'dialog', ...answer }] : []), { kind: 'click', ref: ref('button', name) }],
];

/** alert, confirm, prompt and "leave this page?": by the plan's word, or by the person. */
export const dialogs: readonly ConformanceCase[] = [
  on('an alert by the plan', press('Tell', { accept: true }), out, 'after alert'),
  on('a confirm by the plan: yes', press('Ask', { accept: true }), out, 'thrown'),
  on('a confirm by the plan: no', press('Ask', { accept: false }), out, 'kept'),
  on('a prompt by the plan', press('Name', { accept: true, text: 'Ada' }), out, 'name Ada'),
  on('a prompt by the plan: no', press('Name', { accept: false }), out, 'name null'),
  on('an alert by the person', press('Tell'), out, 'after alert', 'changed', { person: 'accepts' }),
  on('a confirm by the person: yes', press('Ask'), out, 'thrown', 'changed', { person: 'accepts' }),
  on('a confirm by the person: no', press('Ask'), out, 'kept', 'changed', { person: 'dismisses' }),
  on(
    "the plan's word is for one question, the next is the person's",
    press('Twice', { accept: true }),
    out,
    'one',
    'changed',
    {
      person: 'dismisses',
    },
  ),
  on(
    'an answer that nobody asked for is gone after its step',
    [
      (ref) => [
        { kind: 'dialog', accept: true },
        { kind: 'hover', ref: ref('button', 'Ask') },
        { kind: 'click', ref: ref('button', 'Ask') },
      ],
    ],
    out,
    'kept',
    'changed',
    { person: 'dismisses' },
  ),
  casesOn('dialog of the browser', '/unload.html')(
    'leave an unsaved page by the plan',
    (ref) => [
      { kind: 'type', ref: ref('textbox', 'Draft'), text: 'half' },
      { kind: 'dialog', accept: true },
      { kind: 'click', ref: ref('link', 'Go away') },
    ],
    'location.pathname',
    '/frame-inner.html',
  ),
  casesOn('strict page (CSP, Trusted Types)', '/strict.html')(
    'answer a confirm',
    press('Ask', { accept: true }),
    textOf('#out'),
    'true',
  ),
];
