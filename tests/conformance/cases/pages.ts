import { attributeOf, casesOn, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const drag = casesOn('drag', '/drag.html');
const sort = casesOn('drag', '/sortable');
const menus = casesOn('menu on hover', '/menus.html');
const frames = casesOn('frame', '/frames.html');
const oneFrame = casesOn('frame', '/frame-one.html');
const shadow = casesOn('shadow DOM', '/shadow.html');
const tabs = casesOn('navigation and tabs', '/tabs.html');
const order = (id: string) => `[...document.getElementById('${id}').children].map((e) => e.textContent).join()`;

/** Kinds of pages: drag, hover, frames, shadow trees, covers, navigation, pictures. */
export const pages: readonly ConformanceCase[] = [
  drag(
    'HTML drag and drop between two lists',
    (ref) => [{ kind: 'drag', ref: ref('button', 'Card A'), to: ref('group', 'Done') }],
    order('done'),
    'Nothing yet,Card A',
  ),
  drag(
    'by pointer events',
    (ref) => [{ kind: 'drag', ref: ref('button', 'Puck'), to: ref('button', 'Goal') }],
    textOf('#say'),
    'scored',
  ),
  drag(
    'what cannot be dragged',
    (ref) => [{ kind: 'drag', ref: ref('button', 'Stuck'), to: ref('button', 'Goal') }],
    textOf('#say'),
    '',
    'no-effect',
  ),
  drag(
    'by keys, where the page has no other way',
    (ref) => [{ kind: 'drag', ref: ref('button', 'One'), to: ref('button', 'Two'), place: 'after' }],
    order('keys'),
    'Two,One,Three',
  ),
  sort(
    'SortableJS, HTML drag and drop',
    (ref) => [{ kind: 'drag', ref: ref('button', 'Alpha'), to: ref('button', 'Gamma'), place: 'after' }],
    order('list'),
    'Beta,Gamma,Alpha,Delta',
  ),
  sort(
    'SortableJS, pointer fallback',
    (ref) => [{ kind: 'drag', ref: ref('button', 'Drei'), to: ref('button', 'Ein'), place: 'before' }],
    order('plain'),
    'Drei,Ein,Zwei',
  ),
  menus(
    'a menu that opens by script',
    [
      (ref) => [{ kind: 'hover', ref: ref('button', 'Products') }],
      (ref) => [{ kind: 'click', ref: ref('link', 'Tools') }],
    ],
    textOf('#where'),
    'tools opened',
  ),
  menus(
    'a menu that only CSS opens, and its link',
    [
      (ref) => [{ kind: 'hover', ref: ref('button', 'Company') }],
      (ref) => [{ kind: 'click', ref: ref('link', 'Team') }],
    ],
    'location.hash',
    '#team',
  ),
  menus(
    'what CSS opened closes when the pointer goes on',
    [
      (ref) => [{ kind: 'hover', ref: ref('button', 'Company') }],
      (ref) => [{ kind: 'click', ref: ref('button', 'Products') }],
    ],
    `getComputedStyle(document.querySelector('.sub2')).display`,
    'none',
  ),
  tabs(
    'hover over what does not react: unsure',
    (ref) => [{ kind: 'hover', ref: ref('link', 'Go on') }],
    'location.pathname',
    '/tabs.html',
    'unsure',
  ),
  frames(
    'the button of the top page among equals',
    (ref) => [{ kind: 'click', ref: ref('button', 'Save') }],
    textOf('button'),
    'Top saved',
  ),
  oneFrame(
    'a field in a frame of the same site',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Inside'), text: 'in' }],
    `document.getElementById('same').contentDocument.getElementById('inside').value`,
    'in',
  ),
  shadow(
    'a field and a button in a shadow tree',
    (ref) => [
      { kind: 'type', ref: ref('textbox', 'Field'), text: 'deep' },
      { kind: 'click', ref: ref('button', 'Press') },
    ],
    `document.querySelector('x-card').shadowRoot.querySelector('output').textContent`,
    'pressed deep',
  ),
  shadow(
    'a button in a nested shadow tree',
    (ref) => [{ kind: 'click', ref: ref('button', 'Deep') }],
    `document.querySelector('x-card').shadowRoot.querySelector('x-inner').shadowRoot.textContent`,
    'Deep pressed',
  ),
  casesOn('shadow', '/closed.html')(
    'a button in a closed shadow root',
    (ref) => [{ kind: 'click', ref: ref('button', 'Pay later') }],
    textOf('#say'),
    'later',
  ),
  casesOn('shadow', '/closed.html')(
    'a field in a closed shadow root of a plain element',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Voucher'), text: 'HELLO10' }],
    textOf('#say'),
    'HELLO10',
  ),
  casesOn('cover', '/covers.html')(
    'a transparent cover: refused',
    (ref) => [{ kind: 'click', ref: ref('button', 'Under') }],
    textOf('#under'),
    'Under',
    'refused target-covered',
  ),
  casesOn('cover', '/modal.html')(
    'a modal in front: not in the outline, closed first',
    [
      (ref) => [{ kind: 'click', ref: ref('button', 'Close') }],
      (ref) => [{ kind: 'click', ref: ref('button', 'Under') }],
    ],
    textOf('#under'),
    'Was clicked',
  ),
  casesOn('cover', '/rerender.html')(
    'a cover that comes after the plan: refused',
    (ref) => [{ kind: 'click', ref: ref('button', 'Send') }],
    textOf('#out'),
    '',
    'refused target-covered',
    {
      between: `{ const d = document.createElement('div'); d.style.cssText = 'position:fixed;inset:0;background:#fff'; d.textContent = 'Late'; document.body.append(d); }`,
    },
  ),
  tabs(
    'a link to another page',
    (ref) => [{ kind: 'click', ref: ref('link', 'Go on') }],
    'location.pathname',
    '/frame-inner.html',
  ),
  tabs(
    'a plan goes on over the navigation that it planned',
    (ref) => [
      { kind: 'click', ref: ref('link', 'Go on') },
      { kind: 'wait', until: { for: 'navigation' } },
    ],
    'location.pathname',
    '/frame-inner.html',
    'ok',
  ),
  tabs('a link within the page', (ref) => [{ kind: 'click', ref: ref('link', 'To part') }], 'location.hash', '#part'),
  tabs(
    'a page that moves on by itself (pushState)',
    (ref) => [{ kind: 'click', ref: ref('button', 'Next page') }],
    'location.search',
    '?page=2',
  ),
  tabs(
    'a link to a new tab',
    (ref) => [{ kind: 'click', ref: ref('link', 'Open beside') }],
    'location.pathname',
    '/tabs.html',
  ),
  tabs(
    'a window opened by script: a new tab is said where it opened',
    (ref) => [{ kind: 'click', ref: ref('button', 'Open window') }],
    'window.opened',
    false,
    ['no-effect', 'unsure'],
    // Chromium lets a page open one where the person was active in it before.
    { only: { chromium: { says: 'changed', expected: true } } },
  ),
  casesOn('canvas', '/canvas.html')(
    'a click on a drawing: what is drawn cannot be seen',
    (ref) => [{ kind: 'click', ref: ref('', 'Chart') }],
    'window.hits',
    1,
    ['unsure', 'no-effect'],
  ),
  casesOn('screenshot', '/inputs.html')(
    'a picture of the page',
    () => [{ kind: 'screenshot' }],
    'document.title',
    'Inputs',
    ['ok', 'refused screenshot-unavailable'],
  ),
  casesOn('hidden tab', '/inputs.html')(
    'type and click while another tab is in front',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Query'), text: 'hidden', submit: true }],
    textOf('#sent'),
    'sent hidden',
    'changed',
    { hidden: true },
  ),
  casesOn('stale', '/rerender.html')(
    'the page was loaded anew: refused',
    (ref) => [{ kind: 'click', ref: ref('button', 'Send') }],
    attributeOf('#out', 'class'),
    null,
    'refused',
    { between: 'setTimeout(() => location.reload())' },
  ),
];
