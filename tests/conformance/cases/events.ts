import { casesOn, fieldValue, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const on = casesOn('event', '/events.html');
const said = textOf('#say');
const click = (
  name: string,
  role: string,
  target: string,
  expected: string,
  more: { button?: 'right'; count?: number; modifiers?: string[] } = {},
): ConformanceCase => on(name, (ref) => [{ kind: 'click', ref: ref(role, target), ...more }], said, expected);

/** What pages listen to, and where a click goes. */
export const events: readonly ConformanceCase[] = [
  click('a handler on mousedown', 'button', 'On mouse down', 'mouse down'),
  click('a handler on pointerdown', 'button', 'On pointer down', 'pointer down'),
  click('a handler on mouseup', 'button', 'On mouse up', 'mouse up'),
  click('a handler on pointerup', 'button', 'On touch', 'touched by mouse'),
  click('a double click', 'button', 'On double click', 'double', { count: 2 }),
  click('a click that answers late', 'button', 'Slow answer', 'slow'),
  click('a target that moves when the pointer comes', 'button', 'Moves away', 'caught'),
  click('what lies inside of the target gets the click', 'button', 'Inside of a label', 'inside'),
  click('with a key held', 'button', 'With Control', 'control', { modifiers: ['Control'] }),
  click('a part of a drawing (SVG)', 'button', 'Bar of May', 'May'),
  click('a link whose address is code', 'link', 'By address', 'by address'),
  click('below a header that stays, with smooth scrolling', 'button', 'Far below', 'below'),
  on(
    'a menu of the right button',
    [
      (ref) => [{ kind: 'click', ref: ref('button', 'On right click'), button: 'right' }],
      (ref) => [{ kind: 'click', ref: ref('menuitem', 'Rename') }],
    ],
    said,
    'renamed',
  ),
  on(
    'all events of a click, in their order',
    (ref) => [{ kind: 'click', ref: ref('button', 'In order') }],
    'order()',
    'pointerover,pointerenter,mouseover,mouseenter,pointermove,mousemove,pointerdown,mousedown,focus,pointerup,mouseup,click',
  ),
  on(
    'a cancelled pointerdown takes mousedown and mouseup away, not the click',
    (ref) => [{ kind: 'click', ref: ref('button', 'Cancelled press') }],
    'seen.join()',
    'click',
  ),
  on(
    'a box inside of its label',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Wrapped box'), checked: true }],
    `document.getElementById('wrapped').checked`,
    true,
  ),
  on(
    'a box named by another element',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'By a name elsewhere'), checked: true }],
    `document.getElementById('else').checked`,
    true,
  ),
  on(
    'details that close each other',
    (ref) => [
      { kind: 'click', ref: ref('', 'First part') },
      { kind: 'click', ref: ref('', 'Second part') },
    ],
    `[document.getElementById('first').open, document.getElementById('second').open].join()`,
    'false,true',
  ),
  on(
    'a dialog opened by its button alone (command), then answered',
    [
      (ref) => [{ kind: 'click', ref: ref('button', 'Ask me') }],
      (ref) => [{ kind: 'click', ref: ref('button', 'Sure') }],
    ],
    `document.getElementById('ask').returnValue`,
    'yes',
  ),
  on(
    'a copy button: what the page said is said',
    (ref) => [{ kind: 'click', ref: ref('button', 'Copy the code') }],
    `/^cop(?:ied|ying failed)$/.test(${said})`,
    true,
  ),
  on(
    'a download: nothing of it is claimed of the page',
    (ref) => [{ kind: 'click', ref: ref('link', 'Download table') }],
    'location.pathname',
    '/events.html',
    ['changed', 'no-effect', 'unsure'],
  ),
  on(
    'a form that its browser finds wrong says what is wrong',
    (ref) => [{ kind: 'click', ref: ref('button', 'Sign up') }],
    said,
    '',
    'changed',
  ),
  on(
    'a button that a field makes usable',
    (ref) => [
      { kind: 'type', ref: ref('textbox', 'Your name'), text: 'Ada' },
      { kind: 'click', ref: ref('button', 'Go now') },
    ],
    said,
    'went',
  ),
  on(
    'Enter does nothing while the button of its form is disabled',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Your name'), text: 'Al', submit: true }],
    `${said} + ${fieldValue('who')}`,
    'Al',
    'unsure unconfirmed',
  ),
  on(
    'a list without an end: scroll, then a row that came',
    [
      (ref) => [{ kind: 'scroll', ref: ref('button', 'Open 1'), direction: 'down', pages: 20 }],
      (ref) => [{ kind: 'click', ref: ref('button', 'Open 18') }],
    ],
    said,
    'opened 18',
  ),
];
