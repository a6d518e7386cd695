import { casesOn, fieldValue, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const on = casesOn('field', '/fields.html');
const mask = casesOn('masked field', '/masked-fields');
const frames = casesOn('frame', '/nested-frames.html');
const set = (name: string, target: string, value: string) =>
  [
    name,
    (ref: (role: string, name: string) => string) => [{ kind: 'set_value', ref: ref('', target), value }],
  ] as const;
const type = (name: string, target: string, text: string, more: { mode?: 'append'; submit?: boolean } = {}) =>
  [
    name,
    (ref: (role: string, name: string) => string) => [{ kind: 'type', ref: ref('', target), text, ...more }],
  ] as const;
const select = (name: string, target: string, ...values: string[]) =>
  [name, (ref: (role: string, name: string) => string) => [{ kind: 'select', ref: ref('', target), values }]] as const;

/** Fields that limit, format, move on or rebuild themselves, and frames in frames. */
export const fields: readonly ConformanceCase[] = [
  on(...set('a date within its bounds', 'From', '2026-01-17'), fieldValue('from'), '2026-01-17'),
  on(
    ...set('a date outside of its bounds: what the form will say is said', 'From', '2026-05-01'),
    `document.getElementById('from').validity.valid`,
    false,
    'changed',
  ),
  on(...type('typed into a date field', 'From', '2026-01-24'), fieldValue('from'), '2026-01-24'),
  on(...set('a range in quarters', 'Gain', '0.75'), fieldValue('gain'), '0.75'),
  on(
    ...set('a range between its steps: where it stands is said', 'Gain', '0.6'),
    fieldValue('gain'),
    '0.5',
    'unsure value-not-accepted',
  ),
  on(...type('a number in its steps', 'Odd', '5'), fieldValue('odd'), '5'),
  on(
    ...type('a number with a comma: what stands there is said', 'Odd', '2,5'),
    `document.getElementById('odd').value === '5'`,
    false,
    'unsure value-not-accepted',
  ),
  on(...set('a time in quarters', 'Hour', '09:15'), fieldValue('hour'), '09:15'),
  on(
    ...select('suggestions on keyup, after a pause, that leave with the focus', 'Suggest', 'Bern'),
    textOf('#picked'),
    'Bern',
  ),
  on(...type('an editor that cancels beforeinput and draws itself', 'Own model', 'Hello'), 'window.text', 'Hello'),
  on(...type('an editor for plain text alone', 'Plain only', 'new'), textOf('#plain'), 'new'),
  on(
    ...type('over text of several paragraphs', 'Rich note', 'All new'),
    `document.getElementById('multi').innerText.trim()`,
    'All new',
  ),
  on(
    ...type('append to text of several paragraphs', 'Rich note', ' and three', { mode: 'append' }),
    `document.getElementById('multi').textContent.replaceAll('\\u00a0', ' ')`,
    'One boldTwo and three',
  ),
  on(...set('a form-associated custom element', 'Stars', '4'), `document.querySelector('star-rating').value`, 4),
  on(
    ...type('a custom element that hands the focus on', 'Fancy', 'deep'),
    `document.querySelector('fancy-input').value`,
    'deep',
  ),
  on(
    'a choice that changes the next list',
    [
      (ref) => [{ kind: 'select', ref: ref('combobox', 'Chain'), values: ['Europe'] }],
      (ref) => [{ kind: 'select', ref: ref('combobox', 'Country'), values: ['Spain'] }],
    ],
    fieldValue('country'),
    'Spain',
  ),
  on(...select('an option that came after the page', 'Late', 'Ready'), fieldValue('late'), 'r'),
  on(
    ...select('a choice that the page takes back', 'Reverts', 'Two'),
    fieldValue('reverts'),
    'One',
    'unsure value-not-accepted',
  ),
  on(
    ...type('a correction that comes late: what it holds is said', 'Card note', 'ab'),
    fieldValue('counter'),
    'corrected',
    'unsure value-not-accepted',
    { before: `by('counter').oninput = () => setTimeout(() => { by('counter').value = 'corrected'; }, 50)` },
  ),
  on(
    'a field of a form that changes another one: what it holds is said',
    (ref) => [
      {
        kind: 'fill',
        fields: [
          { ref: ref('textbox', 'Card note'), value: 'kept' },
          { ref: ref('textbox', 'Autosize'), value: 'long' },
        ],
      },
    ],
    `[by('counter').value, by('auto').value].join()`,
    ',long',
    'unsure value-not-accepted',
    { before: `by('auto').addEventListener('input', () => { by('counter').value = ''; })` },
  ),
  on(
    ...select('several of a group', 'Groups', 'A1', 'A2'),
    `[...document.getElementById('groups').selectedOptions].map((o) => o.value).join()`,
    'A1,A2',
  ),
  on(
    ...select('an option of a disabled group', 'Groups', 'B1'),
    `document.getElementById('groups').selectedOptions.length`,
    0,
    'refused option-missing',
  ),
  on(...type('a field that moves its caret when it gets the focus', 'Twice', 'new'), fieldValue('twice'), 'new'),
  on(...type('a field that is rebuilt at each letter', 'Rebuilt', 'abc'), fieldValue('rebuilt'), 'abc'),
  on(
    ...type('all events of a key, in their order', 'Pattern', 'A'),
    'window.keys.join()',
    'down A,press A,before A,input A,up A',
  ),
  on(...type('a counter beside the field', 'Card note', 'four'), textOf('#count'), '6'),
  on(
    'one box for each digit',
    (ref) => [
      {
        kind: 'fill',
        fields: ['1', '2', '3'].map((digit) => ({ ref: ref('', `Box ${digit}`), value: digit })),
      },
    ],
    `[...document.querySelectorAll('.part')].map((o) => o.value).join('')`,
    '123',
  ),
  on(
    ...type('a hundred words at once', 'Autosize', 'word '.repeat(30).trim()),
    `document.getElementById('auto').value.length`,
    149,
  ),
  on(...type('a search that answers while one types', 'Live search', 'mos'), textOf('#hits'), 'mossmost'),
  on(
    ...type('Enter makes a chip and empties the field', 'Enter twice', 'red', { submit: true }),
    textOf('#chips'),
    'red;',
  ),
  on(
    'a box that is drawn over a hidden one',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Drawn box'), checked: true }],
    `document.getElementById('big').checked`,
    true,
  ),
  on(
    'a radio button by role',
    (ref) => [{ kind: 'check', ref: ref('radio', 'Team'), checked: true }],
    `document.querySelectorAll('[role=radio]')[1].getAttribute('aria-checked')`,
    'true',
  ),
  mask(...type('a phone number', 'Phone', '5551234567'), fieldValue('phone'), '(555) 123-4567'),
  mask(...type('blanks that stand there before', 'Blanks', '31122026'), fieldValue('blanks'), '31/12/2026'),
  mask(...type('thousands are parted', 'Amount', '1234567'), `unmasked('amount')`, '1234567'),
  mask(...type('capitals', 'Plate', 'ab 12'), fieldValue('plate'), 'AB 12'),
  mask(...type('a decimal comma', 'Price', '12.50'), fieldValue('price'), '12,50'),
  mask(...type('a filter of key codes', 'Keys only', '12.5-3'), fieldValue('keys'), '12.5-3'),
  mask(
    ...type('letters where digits go: what it holds is said', 'Phone', 'abc'),
    fieldValue('phone'),
    '(',
    'unsure value-not-accepted',
  ),
  mask(...select('Tom Select', 'Tom city', 'Porto'), fieldValue('tom'), 'opo'),
  mask(
    ...select('Tom Select, several', 'Tom tags', 'Red', 'Blue'),
    `[...document.getElementById('tags').selectedOptions].map((o) => o.value).join()`,
    'Red,Blue',
  ),
  frames(
    'a field and a button in a frame of another site in a frame of another site',
    (ref) => [
      { kind: 'type', ref: ref('textbox', 'Deep field'), text: 'moss' },
      { kind: 'click', ref: ref('button', 'Send from below') },
    ],
    'heard.join()',
    'deep moss',
    ['changed', 'no-effect'],
  ),
  frames(
    'a frame whose page is an attribute',
    (ref) => [{ kind: 'click', ref: ref('button', 'Place') }],
    `document.getElementById('doc').contentDocument.body.textContent`,
    'Placed',
  ),
  frames('a sandboxed frame', (ref) => [{ kind: 'click', ref: ref('button', 'Box it') }], 'heard.join()', 'boxed'),
  frames(
    'a frame that is drawn smaller',
    (ref) => [{ kind: 'click', ref: ref('button', 'Small one') }],
    `document.getElementById('small').contentDocument.body.textContent`,
    'Hit',
  ),
];
