import { casesOn, fieldValue, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const on = casesOn('native input', '/inputs.html');
const typed = (type: string, role: string, name: string, id: string, text: string): ConformanceCase =>
  on(`type into ${type}`, (ref) => [{ kind: 'type', ref: ref(role, name), text }], fieldValue(id), text);
const set = (type: string, role: string, name: string, id: string, value: string): ConformanceCase =>
  on(`set ${type}`, (ref) => [{ kind: 'set_value', ref: ref(role, name), value }], fieldValue(id), value);

/** The inputs that HTML has, each by the action that fits it, and what refuses to be filled. */
export const nativeInputs: readonly ConformanceCase[] = [
  typed('text', 'textbox', 'Text', 'text', 'Ada Lovelace'),
  typed('email', 'textbox', 'Mail', 'mail', 'ada@example.org'),
  typed('tel', 'textbox', 'Phone', 'phone', '+351 123 456'),
  typed('url', 'textbox', 'Site', 'site', 'https://example.org/'),
  typed('search', 'searchbox', 'Seek', 'seek', 'books'),
  typed('number', 'spinbutton', 'Count', 'count', '2.5'),
  typed('a textarea over its old text', 'textbox', 'Notes', 'notes', 'two\nlines'),
  typed('a field in Japanese', 'textbox', '名前', 'cjk', '山田太郎'),
  on(
    'append to a textarea',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Notes'), text: ' and new', mode: 'append' }],
    fieldValue('notes'),
    'old and new',
  ),
  set('date', '', 'Day', 'day', '2026-12-31'),
  set('month', '', 'Month', 'month', '2026-12'),
  set('week', '', 'Week', 'week', '2026-W50'),
  set('time', '', 'Time', 'time', '23:45'),
  set('datetime-local', '', 'Moment', 'moment', '2026-12-31T23:45'),
  set('color', '', 'Colour', 'colour', '#336699'),
  set('range', 'slider', 'Level', 'level', '7'),
  on(
    'a range beyond its end: where it stands is said',
    (ref) => [{ kind: 'set_value', ref: ref('slider', 'Level'), value: '70' }],
    fieldValue('level'),
    '10',
    'unsure value-not-accepted',
  ),
  on(
    'a date in words is refused',
    (ref) => [{ kind: 'set_value', ref: ref('', 'Day'), value: '31.12.2026' }],
    fieldValue('day'),
    '',
    'refused value-not-accepted',
  ),
  on(
    'tick a checkbox',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Agree'), checked: true }],
    `document.getElementById('agree').checked`,
    true,
  ),
  on(
    'tick a checkbox that was in between',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Part'), checked: true }],
    `document.getElementById('part').checked`,
    true,
  ),
  on(
    'choose a radio button',
    (ref) => [{ kind: 'check', ref: ref('radio', 'Large'), checked: true }],
    `document.getElementById('large').checked`,
    true,
  ),
  on(
    'choose an option of a group',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'Fruit'), values: ['Banana'] }],
    fieldValue('fruit'),
    'Banana',
  ),
  on(
    'a disabled option is refused',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'Fruit'), values: ['Durian'] }],
    fieldValue('fruit'),
    'Apple',
    'refused option-missing',
  ),
  on(
    'choose two of many',
    (ref) => [{ kind: 'select', ref: ref('listbox', 'Many'), values: ['Red', 'Blue'] }],
    `[...document.getElementById('many').selectedOptions].map((o) => o.value).join()`,
    'Red,Blue',
  ),
  typed('a field with suggestions (datalist)', 'combobox', 'Pet', 'pet', 'Dog'),
  on(
    'a read-only field is refused',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Fixed'), text: 'x' }],
    fieldValue('fixed'),
    'fixed',
    'refused target-unsuitable',
  ),
  on(
    'more than a field takes is said',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Short'), text: 'abcdef' }],
    fieldValue('short'),
    'abc',
    'unsure value-not-accepted',
  ),
  on(
    'a disabled field is refused',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Off'), text: 'x' }],
    fieldValue('off'),
    '',
    'refused target-disabled',
  ),
  on(
    'a button in a disabled group is refused',
    (ref) => [{ kind: 'click', ref: ref('button', 'Closed button') }],
    textOf('#closed'),
    'Closed button',
    'refused target-disabled',
  ),
  on(
    'a button marked as disabled is refused',
    (ref) => [{ kind: 'click', ref: ref('button', 'Aria off') }],
    textOf('#aria-off'),
    'Aria off',
    'refused target-disabled',
  ),
  on(
    'a disabled button names what is missing',
    (ref) => [{ kind: 'click', ref: ref('button', 'Send it') }],
    `document.getElementById('send').disabled`,
    true,
    'refused target-disabled',
  ),
  on(
    'reset a form',
    (ref) => [
      { kind: 'type', ref: ref('textbox', 'Draft'), text: 'changed' },
      { kind: 'click', ref: ref('button', 'Reset draft') },
    ],
    fieldValue('draft'),
    'start',
  ),
  on(
    'Enter submits a form',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Query'), text: 'moss', submit: true }],
    textOf('#sent'),
    'sent moss',
  ),
  on('open details', (ref) => [{ kind: 'click', ref: ref('', 'More') }], `document.getElementById('more').open`, true),
  on(
    'open a popover',
    (ref) => [{ kind: 'click', ref: ref('button', 'Open pop') }],
    `document.getElementById('pop').matches(':popover-open')`,
    true,
  ),
  on(
    'open a modal and answer it',
    [
      (ref) => [{ kind: 'click', ref: ref('button', 'Open modal') }],
      (ref) => [{ kind: 'click', ref: ref('button', 'Yes please') }],
    ],
    `document.getElementById('modal').returnValue`,
    'yes',
  ),
  on(
    'type into a plain editable box',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Editable'), text: 'second' }],
    `document.getElementById('editable').innerText.trim()`,
    'second',
  ),
  on(
    'a print button does what the page says, and the receipt does not claim more',
    (ref) => [{ kind: 'click', ref: ref('button', 'Print') }],
    `window.printed`,
    1,
    'no-effect',
  ),
  {
    ...casesOn('form', '/twenty.html')(
      'twenty fields in one step and one receipt',
      (ref) => [
        {
          kind: 'fill',
          fields: Array.from({ length: 20 }, (_, i) => ({
            ref: ref('textbox', `Field ${String(i + 1).padStart(2, '0')}`),
            value: `value ${i + 1}`,
          })),
        },
      ],
      `[...document.querySelectorAll('input')].filter((f, i) => f.value === 'value ' + (i + 1)).length`,
      20,
    ),
  },
];
