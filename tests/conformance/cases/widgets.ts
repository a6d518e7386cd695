import { casesOn, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const pickers = casesOn('widget library', '/pickers');
const field = (key: string) => `JSON.parse(document.getElementById('state').textContent).${key}`;
const drop = casesOn('dropdown', '/dropdown.html');

/** Dropdowns, menus, sliders and date pickers of libraries, and lists of their kind. */
export const widgets: readonly ConformanceCase[] = [
  pickers(
    'Radix select',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'Radix fruit'), values: ['Cherry'] }],
    field('radix'),
    'Cherry',
  ),
  pickers(
    'Radix menu: open, then an item',
    [
      (ref) => [{ kind: 'click', ref: ref('button', 'Radix menu') }],
      (ref) => [{ kind: 'click', ref: ref('menuitem', 'Copy') }],
    ],
    field('menu'),
    'copied',
  ),
  pickers(
    'Radix submenu',
    [
      (ref) => [{ kind: 'click', ref: ref('button', 'Radix menu') }],
      (ref) => [{ kind: 'click', ref: ref('menuitem', 'More') }],
      (ref) => [{ kind: 'click', ref: ref('menuitem', 'Move') }],
    ],
    field('menu'),
    'moved',
  ),
  pickers(
    'Radix slider',
    (ref) => [{ kind: 'set_value', ref: ref('slider', 'Radix slider'), value: '42' }],
    field('slider'),
    42,
  ),
  pickers(
    'Radix switch',
    (ref) => [{ kind: 'check', ref: ref('switch', 'Radix switch'), checked: true }],
    field('switch'),
    true,
  ),
  pickers('Radix tabs', (ref) => [{ kind: 'click', ref: ref('tab', 'Second tab') }], field('tab'), 'two'),
  pickers(
    'react-select',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'React select'), values: ['Dates'] }],
    field('single'),
    'dates',
  ),
  pickers(
    'react-select, several',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'React multi'), values: ['Apple', 'Cherry'] }],
    field('multi'),
    'apple,cherry',
  ),
  pickers(
    'downshift',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'Downshift fruit'), values: ['Banana'] }],
    field('downshift'),
    'Banana',
  ),
  pickers(
    'MUI select',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'MUI fruit'), values: ['Elderberry'] }],
    field('mui'),
    'Elderberry',
  ),
  pickers(
    'MUI autocomplete',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'MUI search'), values: ['Dates'] }],
    field('auto'),
    'Dates',
  ),
  pickers(
    'MUI slider',
    (ref) => [{ kind: 'set_value', ref: ref('slider', 'MUI slider'), value: '35' }],
    field('muislider'),
    35,
  ),
  pickers('MUI button', (ref) => [{ kind: 'click', ref: ref('button', 'MUI button') }], field('button'), 'pressed'),
  drop(
    'options in a portal that come late',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'City'), values: ['Pune'] }],
    textOf('#city'),
    'Pune',
  ),
  drop(
    'the 280th of 300 options in a virtual list',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'Number'), values: ['Number 280'] }],
    textOf('#long'),
    'Number 280',
  ),
  drop(
    'options that load while one types',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'Tag'), values: ['gamma'] }],
    'window.chosen',
    'gamma',
  ),
  drop(
    'an option that is not there',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'City'), values: ['Oslo'] }],
    textOf('#city'),
    'Choose a city',
    'refused option-missing',
  ),
  casesOn('date picker', '/flatpickr-page')(
    'flatpickr: a read-only field refuses text',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Trip'), text: '2026-05-20' }],
    textOf('#state'),
    '',
    'refused target-unsuitable',
  ),
  casesOn('date picker', '/flatpickr-page')(
    'flatpickr: open it and take a day',
    [
      (ref) => [{ kind: 'click', ref: ref('textbox', 'Trip') }],
      (ref) => [{ kind: 'click', ref: ref('', 'May 20, 2026') }],
    ],
    textOf('#state'),
    '2026-05-20',
  ),
  casesOn('virtual list', '/virtual-list.html')(
    'scroll, then press a row that was not there',
    [
      (ref) => [{ kind: 'scroll', ref: ref('button', 'Pick 3'), direction: 'down', pages: 3 }],
      (ref) => [{ kind: 'scroll_to', ref: ref('button', 'Pick 3') }],
    ],
    `document.getElementById('box').scrollTop > 800`,
    true,
    ['ok', 'changed'],
  ),
];
