import { diffOutline } from '@pagehand/contracts/diff-outline';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const BEFORE = `- main
  - heading 1 "Tasks"
  - row "Milk": checkbox "Done" [e1] unchecked
  - row "Bread": checkbox "Done" [e2] unchecked
  - link: Home[e3], Help[e4]`;

test('nothing changed: nothing is said', () => {
  expect(diffOutline(BEFORE, BEFORE)).toEqual({ text: '', added: 0, changed: 0, removed: 0 });
});

test('new, changed and gone things are marked, with the place that tells equals apart', () => {
  const after = `- dialog "Deleted": button "Undo" [e9]
- main
  - heading 1 "Tasks"
  - row "Milk": checkbox "Done" [e1] checked
  - link: Home[e3], News[e5], Sport[e6]`;
  const { text, added, changed, removed } = diffOutline(BEFORE, after);
  expect(text.split('\n')).toEqual([
    '+ dialog "Deleted"',
    '+ button "Undo" [e9] in dialog "Deleted"',
    '~ checkbox "Done" [e1] checked (was unchecked) in row "Milk"',
    '+ link "News" [e5], "Sport" [e6]',
    '- row "Bread"',
    '- checkbox "Done" [e2] unchecked in row "Bread"',
    '- link "Help" [e4]',
  ]);
  expect([added, changed, removed]).toEqual([4, 1, 3]);
});

test('a small change on a big page costs at most 5 of 100 characters of it', () => {
  const rows = (done: number): string =>
    Array.from(
      { length: 300 },
      (_, n) => `  - row "Task ${n}": checkbox "Done" [e${n + 1}] ${n === done ? '' : 'un'}checked`,
    ).join('\n');
  const after = `- main\n${rows(7)}`;
  const { text } = diffOutline(`- main\n${rows(-1)}`, after);
  expect(text).toBe('~ checkbox "Done" [e8] checked (was unchecked) in row "Task 7"');
  expect(text.length).toBeLessThan(after.length * 0.05);
});

test('any two texts give a difference, and the same text none', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      diffOutline(a, b);
      expect(diffOutline(a, a).text).toBe('');
    }),
  );
});
