import { casesOn, textOf } from '../case-builder.ts';
import type { ConformanceCase } from '../conformance-case.ts';

const on = casesOn('file', '/inputs.html');
const table = { name: 'report.csv', type: 'text/csv', content: 'a,b\n1,2' };
const png = (name: string) => ({ name, type: 'image/png', content: 'not really' });
const names = (id: string) => `[...document.getElementById('${id}').files].map((f) => f.name).join()`;

/** Files that the person picks in the panel. */
export const files: readonly ConformanceCase[] = [
  on(
    'a hidden file input behind its label',
    (ref) => [{ kind: 'upload', ref: ref('', 'Choose a table'), files: ['report.csv'] }],
    names('pick'),
    'report.csv',
    'changed',
    { files: [table] },
  ),
  on(
    'two pictures at once',
    (ref) => [{ kind: 'upload', ref: ref('', 'Pictures'), files: ['a.png', 'b.png'] }],
    names('pictures'),
    'a.png,b.png',
    'changed',
    { files: [png('a.png'), png('b.png')] },
  ),
  on(
    'a file of another type is refused',
    (ref) => [{ kind: 'upload', ref: ref('', 'Pictures'), files: ['report.csv'] }],
    names('pictures'),
    '',
    'refused value-not-accepted',
    { files: [table] },
  ),
  on(
    'a drop zone without an input',
    (ref) => [{ kind: 'upload', ref: ref('button', 'Drop files here'), files: ['report.csv'] }],
    textOf('#zone'),
    'report.csv: a,b\n1,2',
    'changed',
    { files: [table] },
  ),
];
