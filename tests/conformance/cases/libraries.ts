import { casesOn, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const ant = casesOn('Ant Design', '/antd-form');
const element = casesOn('Element Plus', '/element-form');
const code = casesOn('code editor', '/code-editors');
const sort = casesOn('drag', '/dnd-kit');
const state = textOf('#state');
const field = (key: string) => `JSON.parse(document.getElementById('state').textContent).${key}`;
type Ref = (role: string, name: string) => string;
const select =
  (target: string, ...values: string[]) =>
  (ref: Ref) => [{ kind: 'select', ref: ref('combobox', target), values }];
const click = (role: string, target: string) => (ref: Ref) => [{ kind: 'click', ref: ref(role, target) }];

/** Adds an entry and ticks another: the same app in several frameworks. */
const todoApp = (kind: string, page: string, truth: string): readonly ConformanceCase[] => [
  casesOn(kind, page)(
    'add an entry with Enter',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'New todo'), text: 'Bread', submit: true }],
    truth,
    'Milk:false,Bread:false',
  ),
  casesOn(kind, page)(
    'tick an entry',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Milk'), checked: true }],
    truth,
    'Milk:true',
  ),
];

/** Component libraries, code editors and small apps as they come from npm. */
export const libraries: readonly ConformanceCase[] = [
  ant('select', select('Ant city', 'Porto'), field('city'), 'porto'),
  ant('the 150th of 200 options', select('Ant long', 'Item 150'), field('long'), 150),
  ant('select with a search field', select('Ant search', 'Item 77'), field('search'), 77),
  ant('several', select('Ant many', 'Lisbon', 'Faro'), `${field('many')}.join()`, 'lisbon,faro'),
  ant(
    'type into a field with suggestions',
    (ref) => [{ kind: 'type', ref: ref('combobox', 'Ant auto'), text: 'Braga' }],
    field('auto'),
    'Braga',
  ),
  ant(
    'cascader: open, then two levels',
    [click('combobox', 'Ant place'), click('', 'Portugal'), click('', 'Oporto')],
    `${field('place')}.join()`,
    'pt,opo',
  ),
  ant(
    'a date picker takes a date and Enter',
    (ref) => [{ kind: 'type', ref: ref('', 'Ant day'), text: '2026-12-31', submit: true }],
    field('day'),
    '2026-12-31',
  ),
  ant(
    'a number field',
    (ref) => [{ kind: 'type', ref: ref('spinbutton', 'Ant number'), text: '42' }],
    field('number'),
    42,
  ),
  ant(
    'a text field',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Ant text'), text: 'moss' }],
    field('text'),
    'moss',
  ),
  ant('switch', (ref) => [{ kind: 'check', ref: ref('switch', 'Ant switch'), checked: true }], field('switch'), true),
  ant('slider', (ref) => [{ kind: 'set_value', ref: ref('slider', 'Ant slider'), value: '30' }], field('slider'), 30),
  ant('radio group', (ref) => [{ kind: 'check', ref: ref('radio', 'Large'), checked: true }], field('size'), 'Large'),
  ant(
    'a menu that opens on hover',
    [
      (ref) => [{ kind: 'hover', ref: ref('button', 'Ant hover menu') }],
      (ref) => [{ kind: 'click', ref: ref('menuitem', 'Copy row') }],
    ],
    field('menu'),
    'copy',
  ),
  ant('a question beside its button', [click('button', 'Empty'), click('button', 'OK')], field('emptied'), true),
  ant(
    'a box of a tree',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Fruit'), checked: true }],
    field('ticked'),
    'fruit,apple',
  ),
  ant('sort a table', click('columnheader', 'Name'), field('sorted'), 'ascend'),
  element('select', select('Element city', 'Porto'), field('city'), 'porto'),
  element(
    'several with a search field',
    select('Element many', 'Lisbon', 'Faro'),
    `${field('many')}.join()`,
    'Lisbon,Faro',
  ),
  element(
    'a date picker takes a date and Enter',
    (ref) => [{ kind: 'type', ref: ref('', 'Element day'), text: '2026-12-31', submit: true }],
    field('day'),
    '2026-12-31',
  ),
  element(
    'switch',
    (ref) => [{ kind: 'check', ref: ref('switch', 'Element switch'), checked: true }],
    field('on'),
    true,
  ),
  element(
    'a number field',
    (ref) => [{ kind: 'set_value', ref: ref('spinbutton', 'Element count'), value: '7' }],
    field('count'),
    7,
  ),
  element(
    'a text field',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Element text'), text: 'moss' }],
    field('text'),
    'moss',
  ),
  element('radio group', (ref) => [{ kind: 'check', ref: ref('radio', 'Large'), checked: true }], field('kind'), 'l'),
  code(
    'Monaco, over its text',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Monaco'), text: 'const c = 3' }],
    'monacoText()',
    'const c = 3',
  ),
  code(
    'append to Monaco, two lines',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Monaco'), text: '\nlet c = 3;', mode: 'append' }],
    'monacoText()',
    'let a = 1;\nlet b = 2;\nlet c = 3;',
  ),
  code(
    'CodeMirror 5, over its text',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'CodeMirror 5'), text: 'three' }],
    'oldText()',
    'three',
  ),
  sort(
    'dnd-kit, by the pointer',
    (ref) => [{ kind: 'drag', ref: ref('button', 'Alpha'), to: ref('button', 'Gamma') }],
    state,
    'Beta,Gamma,Alpha',
  ),
  sort(
    'dnd-kit, by keys',
    [
      (ref) => [
        { kind: 'press', ref: ref('button', 'Alpha'), key: 'Space' },
        { kind: 'press', key: 'ArrowDown' },
        { kind: 'press', key: 'Space' },
      ],
    ],
    state,
    'Beta,Alpha,Gamma',
    ['changed', 'ok'],
  ),
  ...todoApp('Solid', '/solid-todo', state),
  ...todoApp('Lit', '/lit-todo', `document.querySelector('todo-list').shadowRoot.getElementById('state').textContent`),
  ...todoApp('Alpine', '/alpine-todo', state),
  ...todoApp('Vue', '/vue-todo', state),
  casesOn('Vue', '/vue-todo')(
    'v-model.lazy, .trim and .number in one step',
    (ref) => [
      {
        kind: 'fill',
        fields: [
          { ref: ref('textbox', 'Lazy'), value: 'slow' },
          { ref: ref('textbox', 'Trimmed'), value: 'cut' },
          { ref: ref('spinbutton', 'Number'), value: '12' },
        ],
      },
    ],
    textOf('#fields'),
    '["slow","cut",12]',
  ),
  casesOn('Vue', '/vue-todo')(
    'a button that is see-through until the mouse comes; its entry leaves with a transition',
    click('button', 'Remove Milk'),
    state,
    '',
  ),
  casesOn('React', '/react-todo')(
    'add an entry with Enter, without a form',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'New todo'), text: 'Salt', submit: true }],
    state,
    'Milk:false,Bread:false,Salt:false',
  ),
  casesOn('React', '/react-todo')(
    'a double click edits, Enter keeps',
    [
      (ref) => [{ kind: 'click', ref: ref('', 'Milk'), count: 2 }],
      (ref) => [{ kind: 'type', ref: ref('textbox', 'Edit todo'), text: 'Oat milk', submit: true }],
    ],
    state,
    'Oat milk:false,Bread:false',
  ),
  casesOn('React', '/react-todo')(
    'a button that only shows under the mouse',
    [(ref) => [{ kind: 'hover', ref: ref('checkbox', 'Done: Milk') }], click('button', 'Remove Milk')],
    state,
    'Bread:false',
  ),
  casesOn('React', '/react-todo')(
    'a filter takes the ticked entry away',
    (ref) => [
      { kind: 'check', ref: ref('checkbox', 'Done: Milk'), checked: true },
      { kind: 'click', ref: ref('button', 'Active') },
    ],
    `document.querySelectorAll('.entry').length`,
    1,
  ),
];
