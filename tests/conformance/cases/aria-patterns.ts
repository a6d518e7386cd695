import { attributeOf, casesOn, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const on = casesOn('ARIA pattern', '/aria-patterns.html');
const say = textOf('#say');
const click =
  (role: string, name: string): ConformanceCase['rounds'][number] =>
  (ref) => [{ kind: 'click', ref: ref(role, name) }];
const set =
  (role: string, name: string, value: string): ConformanceCase['rounds'][number] =>
  (ref) => [{ kind: 'set_value', ref: ref(role, name), value }];
const press =
  (role: string, name: string, ...keys: string[]): ConformanceCase['rounds'][number] =>
  (ref) =>
    keys.map((key, at) => ({ kind: 'press', key, ...(at === 0 ? { ref: ref(role, name) } : {}) }));

/** The widgets of the ARIA Authoring Practices, as pages write them by hand. */
export const ariaPatterns: readonly ConformanceCase[] = [
  on('accordion', click('button', 'Billing'), `document.getElementById('acc-p').hidden`, false),
  on('disclosure', click('button', 'Show details'), `document.getElementById('dis-p').hidden`, false),
  on('toggle button', click('button', 'Mute'), attributeOf('#toggle', 'aria-pressed'), 'true'),
  on(
    'checkbox with three states',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'All toppings'), checked: true }],
    attributeOf('#tri', 'aria-checked'),
    'true',
  ),
  on(
    'switch',
    (ref) => [{ kind: 'check', ref: ref('switch', 'Wifi'), checked: true }],
    attributeOf('#sw', 'aria-checked'),
    'true',
  ),
  on('switch by the Space key', press('switch', 'Wifi', 'Space'), attributeOf('#sw', 'aria-checked'), 'true'),
  on(
    'radio group',
    (ref) => [{ kind: 'check', ref: ref('radio', 'Thick'), checked: true }],
    `document.querySelector('#rg [aria-checked=true]').textContent`,
    'Thick',
  ),
  on('spinbutton', set('spinbutton', 'Guests', '5'), textOf('#sp'), '5'),
  on('slider in steps of five', set('slider', 'Price', '45'), textOf('#sl'), '45'),
  on('slider with two thumbs', set('slider', 'To', '60'), textOf('#hi'), '60'),
  on(
    'slider: a value between its steps: where it stands is said',
    set('slider', 'Price', '12'),
    `[10, 15].includes(Number(document.getElementById('sl').textContent))`,
    true,
    'unsure value-not-accepted',
  ),
  on('window splitter', set('separator', 'Splitter', '80'), attributeOf('#split', 'aria-valuenow'), '80'),
  on(
    'listbox',
    (ref) => [{ kind: 'select', ref: ref('listbox', 'Planets'), values: ['Venus'] }],
    `document.querySelector('#lb [aria-selected=true]').textContent`,
    'Venus',
  ),
  on(
    'listbox of several',
    (ref) => [{ kind: 'select', ref: ref('listbox', 'Moons'), values: ['Io', 'Titan'] }],
    `[...document.querySelectorAll('#lbm [aria-selected=true]')].map((o) => o.textContent).join()`,
    'Io,Titan',
  ),
  on(
    'combobox that only selects',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'Season'), values: ['Autumn'] }],
    textOf('#cb'),
    'Autumn',
  ),
  on('menu button', [click('button', 'Actions'), click('menuitem', 'Duplicate')], say, 'did Duplicate'),
  on(
    'menu by keys',
    [
      click('button', 'Actions'),
      (ref) => [
        { kind: 'press', key: 'ArrowDown', ref: ref('menuitem', 'Rename') },
        { kind: 'press', key: 'Enter', ref: ref('menuitem', 'Duplicate') },
      ],
    ],
    say,
    'did Duplicate',
  ),
  on(
    'menubar with a checkable item',
    [click('menuitem', 'Format'), click('menuitemcheckbox', 'Bold')],
    attributeOf('#bold', 'aria-checked'),
    'true',
  ),
  on('tabs', click('tab', 'Yearly'), `document.getElementById('p2').hidden`, false),
  on('toolbar', click('button', 'Underline'), attributeOf('#tb2', 'aria-pressed'), 'true'),
  on('tree', [click('treeitem', 'src'), click('treeitem', 'main.c')], attributeOf('#main', 'aria-selected'), 'true'),
  on('tree by keys', press('treeitem', 'src', 'ArrowRight'), attributeOf('#src', 'aria-expanded'), 'true'),
  on('treegrid by keys', press('row', 'Thread one', 'ArrowRight'), `document.getElementById('tg2').hidden`, false),
  on('sortable table', click('button', 'Name'), `document.querySelector('#rows td').textContent`, 'Abe'),
  on('a button of one row among equals', (ref) => [{ kind: 'click', ref: ref('button', 'Edit') }], say, 'edit Zoe'),
  on(
    'grid by arrow keys',
    press('gridcell', 'a1', 'ArrowRight', 'ArrowDown'),
    'document.activeElement.textContent',
    'b2',
  ),
  on(
    'tooltip',
    (ref) => [{ kind: 'focus', ref: ref('button', 'Help') }],
    `document.getElementById('tip').hidden`,
    false,
  ),
  on('carousel', click('button', 'Next picture'), textOf('#slide'), '2 of 3'),
  on('a link made of a span', click('link', 'Fake link'), say, 'link followed'),
  on('a link made of a span by Enter', press('link', 'Fake link', 'Enter'), say, 'link by key'),
  on('breadcrumb', click('link', 'Home'), 'location.hash', '#home'),
  on(
    'feed that loads later',
    (ref) => [
      { kind: 'click', ref: ref('button', 'Load more') },
      { kind: 'wait', until: { for: 'text', text: 'Story two' } },
    ],
    `document.querySelectorAll('[role=feed] article').length`,
    2,
    'ok',
  ),
  on('alert dialog', [click('button', 'Empty the bin'), click('button', 'Empty it')], say, 'emptied'),
  on(
    'a widget for the keyboard alone',
    press('application', 'Keyboard game', 'ArrowRight', 'ArrowRight'),
    textOf('#kb'),
    'at 2',
  ),
];
