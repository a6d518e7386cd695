import { casesOn, fieldValue, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const react = casesOn('React', '/react-form');
const vue = casesOn('Vue', '/vue-form');
const preact = casesOn('Preact', '/preact-todo');
const svelte = casesOn('Svelte', '/svelte-todo');
const todo = casesOn('page that draws itself anew', '/todo');
const editors = casesOn('editor', '/editors');
const rich = casesOn('editor', '/rich-editors');
const state = textOf('#state');
const field = (key: string) => `JSON.parse(document.getElementById('state').textContent).${key}`;

/** Pages whose state lives in a framework or an editor: the truth is that state, not the DOM. */
export const frameworks: readonly ConformanceCase[] = [
  react(
    'a controlled input',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Name'), text: 'Ada' }],
    field('name'),
    'Ada',
  ),
  react(
    'a controlled select',
    (ref) => [{ kind: 'select', ref: ref('combobox', 'Country'), values: ['India'] }],
    field('country'),
    'in',
  ),
  react(
    'a whole form, then its button that was disabled',
    [
      (ref) => [
        {
          kind: 'fill',
          fields: [
            { ref: ref('textbox', 'Name'), value: 'Ada' },
            { ref: ref('textbox', 'E-mail'), value: 'ada@example.org' },
            { ref: ref('combobox', 'Country'), value: 'Portugal' },
            { ref: ref('checkbox', 'I agree'), value: true },
          ],
        },
      ],
      (ref) => [{ kind: 'click', ref: ref('button', 'Send') }],
    ],
    `document.querySelector('[role=status]')?.textContent.includes('ada@example.org')`,
    true,
  ),
  react(
    'an input that takes digits alone: what it holds is said',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Digits only'), text: 'abc' }],
    `document.querySelectorAll('input')[3].value`,
    '',
    'unsure value-not-accepted',
  ),
  vue('v-model', (ref) => [{ kind: 'type', ref: ref('textbox', 'Name'), text: 'Ada' }], state, 'Ada|M|'),
  vue('v-model on a select', (ref) => [{ kind: 'select', ref: ref('combobox', 'Size'), values: ['L'] }], state, '|L|'),
  vue(
    'v-model on a group of boxes',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Blue'), checked: true }],
    state,
    '|M|blue',
  ),
  preact(
    'add an entry with Enter',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'New todo'), text: 'Bread', submit: true }],
    state,
    'Milk:false,Bread:false',
  ),
  preact(
    'tick an entry',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Milk'), checked: true }],
    state,
    'Milk:true',
  ),
  svelte(
    'add an entry with Enter',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'New todo'), text: 'Bread', submit: true }],
    state,
    'Milk:false,Bread:false',
  ),
  svelte(
    'tick an entry',
    (ref) => [{ kind: 'check', ref: ref('checkbox', 'Milk'), checked: true }],
    state,
    'Milk:true',
  ),
  todo(
    'add an entry; all of the list is replaced',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'New todo'), text: 'Salt', submit: true }],
    'todos.map((t) => t.text).join()',
    'Milk,Bread,Eggs,Salt',
  ),
  casesOn('re-render', '/rerender.html')(
    'the target was drawn anew and is found again',
    (ref) => [{ kind: 'click', ref: ref('button', 'Send') }],
    textOf('#out'),
    'pressed Send',
    'changed',
    { between: `swap('Send')` },
  ),
  casesOn('re-render', '/rerender.html')(
    'the target became another one: refused',
    (ref) => [{ kind: 'click', ref: ref('button', 'Send') }],
    textOf('#out'),
    '',
    'refused target-missing',
    { between: `swap('Delete all')` },
  ),
  casesOn('re-render', '/rerender.html')(
    'the target changed its name in place: refused',
    (ref) => [{ kind: 'click', ref: ref('button', 'Send') }],
    textOf('#out'),
    '',
    'refused target-changed',
    { between: `document.querySelector('button').textContent = 'Delete account'` },
  ),
  editors(
    'Lexical',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Lexical'), text: 'Hello' }],
    'lexicalText()',
    'Hello',
  ),
  editors(
    'ProseMirror, two lines',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'ProseMirror'), text: 'One\nTwo' }],
    'prosemirrorText()',
    'One\nTwo',
  ),
  editors(
    'append to ProseMirror',
    (ref) => [
      { kind: 'type', ref: ref('textbox', 'ProseMirror'), text: 'One' },
      { kind: 'type', ref: ref('textbox', 'ProseMirror'), text: ' more', mode: 'append' },
    ],
    'prosemirrorText()',
    'One more',
  ),
  rich(
    'Quill',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Quill'), text: 'Hello Quill' }],
    'quillText().trim()',
    'Hello Quill',
  ),
  rich(
    'CodeMirror 6, over its text',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'CodeMirror'), text: 'const b = 2' }],
    'codeText()',
    'const b = 2',
  ),
  casesOn('editor', '/slate-editor')(
    'Slate',
    (ref) => [{ kind: 'type', ref: ref('textbox', 'Slate'), text: 'Hello Slate' }],
    state,
    'Hello Slate',
  ),
  casesOn('strict page (CSP, Trusted Types)', '/strict.html')(
    'type and click',
    (ref) => [
      { kind: 'type', ref: ref('textbox', 'Name'), text: 'Ada' },
      { kind: 'click', ref: ref('button', 'Go') },
    ],
    textOf('#out'),
    'Hello Ada',
  ),
  casesOn('CJK, vertical text, zoom', '/vertical.html')(
    'type and click in vertical text at 150 %',
    (ref) => [
      { kind: 'type', ref: ref('textbox', '名前'), text: '花子' },
      { kind: 'click', ref: ref('button', '送信') },
    ],
    `${fieldValue('name')} + ${textOf('#go')}`,
    '花子送信済み',
  ),
  casesOn('CJK, vertical text, zoom', '/vertical.html')(
    'a button far to the side',
    (ref) => [{ kind: 'click', ref: ref('button', '遠い') }],
    textOf('#far'),
    '届いた',
  ),
  casesOn('right to left', '/rtl.html')(
    'type and click',
    (ref) => [
      { kind: 'type', ref: ref('textbox', 'الاسم'), text: 'ليلى' },
      { kind: 'click', ref: ref('button', 'إرسال') },
    ],
    `${fieldValue('name')} + ${textOf('#go')}`,
    'ليلىتم',
  ),
  casesOn('right to left', '/rtl.html')(
    'a button far to the left',
    (ref) => [{ kind: 'click', ref: ref('button', 'بعيد') }],
    textOf('#far'),
    'وصل',
  ),
];
