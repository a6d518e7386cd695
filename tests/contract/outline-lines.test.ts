import { outlineItems } from '@pagehand/contracts/outline-lines';
import { expect, test } from 'vitest';

const short = (outline: string) => outlineItems(outline).map(({ role, name, ref, rest }) => [role, name, ref, rest]);

test('a line with role, name, ref and states is read back', () => {
  expect(short('- main\n  - button "Save: all" [e12] disabled\n  - heading 2 "News"')).toEqual([
    ['main', '', undefined, ''],
    ['button', 'Save: all', 'e12', 'disabled'],
    ['heading 2', 'News', undefined, ''],
  ]);
});

test('equals that share a line are read back one by one', () => {
  expect(short('- link: News[e3], ~Sport[f2e4] visually-hidden, "A, [e9] b"[e5] current')).toEqual([
    ['link', 'News', 'e3', ''],
    ['link', 'Sport', 'f2e4', 'visually-hidden'],
    ['link', 'A, [e9] b', 'e5', 'current'],
  ]);
});

test('what holds one thing shares its line with it, and its name when both have the same', () => {
  expect(short('- navigation: list: heading 2 "News": link [e3]\n- navigation: link: A[e1], B[e2]')).toEqual([
    ['navigation', '', undefined, ''],
    ['list', '', undefined, ''],
    ['heading 2', 'News', undefined, ''],
    ['link', 'News', 'e3', ''],
    ['navigation', '', undefined, ''],
    ['link', 'A', 'e1', ''],
    ['link', 'B', 'e2', ''],
  ]);
});
