import { describe, expect, it } from 'vitest';
import { createOfflinePlanner } from '../../backend/models/offline/index.ts';
import { planGoal } from '../../backend/models/offline/planner.ts';
import type { PlannerOutput, PlanRound } from '../../backend/tools/planner.ts';
import {
  answered,
  button,
  type Element,
  FLIGHTS,
  FORM,
  field,
  link,
  plan,
  roundOf,
  signal,
  snapshotOf,
  stepsOf,
} from './offline-fixtures.ts';

describe('one command several times', () => {
  const page = [button('More'), button('Order', { submits: { action: '/order', method: 'post' } })];
  it.each(['press More 5 times', 'click "More" five times', 'tap More 5 times'])('%j is one plan', (goal) => {
    expect(stepsOf(plan(goal, page))).toEqual(Array.from({ length: 5 }, () => ({ kind: 'click', ref: 'e1' })));
  });
  it('one that may leave the page is planned once at a time', () => {
    expect(stepsOf(plan('click Order twice', page))).toEqual([{ kind: 'click', ref: 'e2' }]);
  });
});

describe('forms', () => {
  const goal =
    'Full name: Ada Lovelace\nemail: ada@example.com\nCountry: Germany\nI agree: yes\nShipping: Express\nBirthday: 10.12.1990\nthen submit';
  it('are filled in one step, then sent', () => {
    expect(stepsOf(plan(goal, FORM))).toEqual([
      {
        kind: 'fill',
        fields: [
          { ref: 'e1', value: 'Ada Lovelace' },
          { ref: 'e2', value: 'ada@example.com' },
          { ref: 'e3', value: ['Germany'] },
          { ref: 'e4', value: true },
          { ref: 'e5', value: true },
          { ref: 'e7', value: '1990-12-10' },
        ],
      },
      { kind: 'click', ref: 'e9' },
    ]);
  });
  it('are not begun when a field is not there', () => {
    expect(plan('Full name: Ada\nShoe size: 42', FORM)).toMatchObject({
      kind: 'blocked',
      reason: expect.stringMatching(/"Shoe size".*Full name/),
    });
  });
  it('leave secrets to the person and go on afterwards', () => {
    const withSecret = 'Full name: Ada\nPassword: hunter2\nthen click Send';
    const first = plan(withSecret, FORM);
    expect(stepsOf(first)).toEqual(
      [
        { kind: 'fill', fields: [{ ref: 'e1', value: 'Ada' }] },
        { kind: 'click', ref: 'e9' },
      ].slice(0, 1),
    );
    const filled = roundOf(first, ['changed']);
    const now = [field('Full name', { value: 'Ada' }), ...FORM.slice(1)];
    const asked = plan(withSecret, now, [filled]);
    expect(asked).toMatchObject({ kind: 'needs-person', question: expect.stringContaining('secret field') });
    expect(JSON.stringify(asked)).not.toContain('hunter2');
    expect(stepsOf(plan(withSecret, now, [filled, answered(asked, 'It is filled, go on')]))).toEqual([
      { kind: 'click', ref: 'e9' },
    ]);
    expect(plan(withSecret, now, [filled, answered(asked, 'Stop here')])).toMatchObject({ kind: 'blocked' });
  });
  it('never type into a secret field', () => {
    expect(plan('type "hunter2" into Password', FORM)).toMatchObject({ kind: 'needs-person' });
  });
  it('need nothing where everything is as it was asked for', () => {
    expect(plan('select France from Country', FORM)).toEqual({
      kind: 'done',
      summary: 'list "Country" is already set to "France"',
    });
    expect(plan('uncheck I agree', FORM)).toMatchObject({ kind: 'done' });
  });
});

describe('several commands', () => {
  it('go into one plan as far as they are certain', () => {
    expect(
      stepsOf(plan('type "Ada" into Full name, check I agree, click Cancel', FORM)).map((step) => JSON.stringify(step)),
    ).toHaveLength(3);
  });
  it('wait for the next round behind a link', () => {
    const page = [link('Pricing', 'https://shop.example/p'), button('Buy')];
    const first = plan('open Pricing then click Buy', page);
    expect(stepsOf(first)).toEqual([{ kind: 'click', ref: 'e1' }]);
    const later = [button('Other'), button('Buy')];
    const second = plan('open Pricing then click Buy', later, [roundOf(first, ['changed'])]);
    expect(stepsOf(second)).toEqual([{ kind: 'click', ref: 'e2' }]);
    const end = plan('open Pricing then click Buy', later, [roundOf(first, ['changed']), roundOf(second, ['changed'])]);
    expect(end).toEqual({ kind: 'done', summary: 'open "Pricing": seen 1; click "Buy": seen 1' });
  });
  it('look for what a click brings on the page as it is afterwards', () => {
    const goal = 'click Edit, type "Ada" into Nickname';
    const first = plan(goal, [button('Edit')]);
    expect(stepsOf(first)).toEqual([{ kind: 'click', ref: 'e1' }]);
    expect(stepsOf(plan(goal, [button('Edit'), field('Nickname')], [roundOf(first, ['changed'])]))).toEqual([
      { kind: 'type', ref: 'e2', text: 'Ada' },
    ]);
  });
  it('wait once for what is slow to come, then say that it is not there', () => {
    const goal = 'click Edit, type "Ada" into Nickname';
    const rounds = [roundOf(plan(goal, [button('Edit')]), ['changed'])];
    const waiting = plan(goal, [button('Edit')], rounds);
    expect(stepsOf(waiting)).toEqual([{ kind: 'wait', until: { for: 'text', text: 'Nickname' }, timeoutMs: 5_000 }]);
    expect(stepsOf(plan(goal, [button('Edit'), field('Nickname')], [...rounds, roundOf(waiting, ['ok'])]))).toEqual([
      { kind: 'type', ref: 'e2', text: 'Ada' },
    ]);
    expect(plan(goal, [button('Edit')], [...rounds, roundOf(waiting, ['ok'])])).toMatchObject({ kind: 'blocked' });
    expect(
      plan(
        goal,
        [button('Edit')],
        [...rounds, roundOf(waiting, [{ outcome: 'refused', code: 'wait-timeout' }], 'stopped')],
      ),
    ).toMatchObject({ kind: 'blocked' });
  });
  it('ask before anything is done when a later name is ambiguous', () => {
    const page = [field('Name'), ...FLIGHTS];
    expect(plan('type "Ada" into Name then click Select', page)).toMatchObject({
      kind: 'needs-person',
      question: expect.stringMatching(/^Step 2: /),
    });
  });
  it('open a list that is made of other elements, and choose in it', () => {
    const list: Element = { role: 'combobox', name: 'Colour', tag: 'div' };
    const first = plan('select Red from Colour', [list]);
    expect(stepsOf(first)).toEqual([{ kind: 'click', ref: 'e1' }]);
    const second = plan(
      'select Red from Colour',
      [list, { role: 'option', name: 'Blue' }, { role: 'option', name: 'Red' }],
      [roundOf(first, ['changed'])],
    );
    expect(stepsOf(second)).toEqual([{ kind: 'click', ref: 'e3' }]);
    expect(
      plan('select Red from Colour', [list], [roundOf(first, ['changed']), roundOf(second, ['changed'])]),
    ).toMatchObject({ kind: 'done' });
    expect(
      plan('select Red from Colour', [list, { role: 'option', name: 'Blue' }], [roundOf(first, ['changed'])]),
    ).toMatchObject({ kind: 'blocked' });
  });
  it('press keys in the field that was typed into', () => {
    expect(stepsOf(plan('type "cats" into Name and press Enter', [field('Name')]))).toEqual([
      { kind: 'type', ref: 'e1', text: 'cats' },
      { kind: 'press', key: 'Enter', ref: 'e1' },
    ]);
  });
  it('switch to the tab that a step opened', () => {
    const first = plan('click Docs then switch to the new tab', [link('Docs', 'https://a.example/', { newTab: true })]);
    const round = roundOf(first, [
      { evidence: { summary: 'new tab', newTabs: [{ tabId: 7, url: 'https://a.example/' }] } },
    ]);
    expect(stepsOf(plan('click Docs then switch to the new tab', [], [round]))).toEqual([
      { kind: 'switch_tab', tabId: 7 },
    ]);
  });
});

describe('receipts', () => {
  const page = [button('Save'), button('Close')];
  const first = plan('click Save then click Close', page);
  const next = (...rounds: PlanRound[]): PlannerOutput => plan('click Save then click Close', page, rounds);

  it('that show no effect end it, with what was not done', () => {
    expect(next(roundOf(first, ['no-effect'], 'stopped'))).toMatchObject({
      kind: 'blocked',
      reason: 'click "Save" had no effect: seen 1. Not done: click "Close".',
    });
  });
  it('that were refused end it, with the code and what covers the target', () => {
    const cover = {
      outcome: 'refused' as const,
      code: 'target-covered' as const,
      evidence: { summary: 'not clicked', cover: { role: 'dialog', name: 'Cookies' } },
    };
    expect(next(roundOf(first, [cover], 'stopped'))).toMatchObject({
      kind: 'blocked',
      reason: expect.stringMatching(/target-covered.*covered by dialog "Cookies"/),
    });
  });
  it('of a page that moved are tried once more, and never again', () => {
    const stale = roundOf(first, [{ outcome: 'refused', code: 'stale-ref' }], 'stopped');
    expect(next(stale)).toMatchObject({ kind: 'plan' });
    expect(next(stale, stale)).toMatchObject({ kind: 'blocked' });
  });
  it('that are unsure are never repeated', () => {
    expect(next(roundOf(first, ['unsure'], 'stopped'))).toMatchObject({
      kind: 'blocked',
      reason: expect.stringContaining('nothing showed whether it worked'),
    });
    expect(next(roundOf(first, ['changed', 'unsure']))).toMatchObject({
      kind: 'done',
      summary: expect.stringContaining('nothing showed whether it worked'),
    });
  });
  it('of a field that shows another value end it, also as the last step', () => {
    const other = {
      outcome: 'unsure' as const,
      code: 'value-not-accepted' as const,
      evidence: { summary: 'textbox "Short" holds "abc" instead.' },
    };
    expect(next(roundOf(first, ['changed', other]))).toMatchObject({
      kind: 'blocked',
      reason: expect.stringContaining('done, but not as asked: textbox "Short" holds "abc" instead'),
    });
  });
  it('that are missing bring the step back, but not for ever', () => {
    const cut = roundOf(first, ['changed'], 'stopped');
    expect(stepsOf(next(cut))).toEqual([{ kind: 'click', ref: 'e2' }]);
    const none = roundOf(plan('click Close', page), [], 'stopped');
    expect(plan('click Close', page, [none, none, none])).toMatchObject({ kind: 'blocked' });
  });
  it('of a plan from which the person took a step leave it out', () => {
    const three = 'click Save, click Close, press Escape';
    const round = roundOf(plan(three, page), ['changed', 'changed', 'changed']);
    round.steps.splice(1, 1);
    expect(plan(three, page, [round])).toMatchObject({
      kind: 'done',
      summary: expect.stringContaining('click "Close": left out'),
    });
  });
  it('are the evidence of what was done', () => {
    const round = roundOf(first, [{ evidence: { summary: 'saved at 10:02', messages: ['All good'] } }, 'changed']);
    expect(next(round)).toEqual({
      kind: 'done',
      summary: 'click "Save": saved at 10:02; the page says "All good"; click "Close": seen 2',
    });
  });
});

describe('the planner', () => {
  it('ends when the sanitizer refused its plan', () => {
    const problems = [{ code: 'url', path: 'steps/0/url', message: 'Private addresses are refused.' }];
    expect(
      planGoal({ goal: 'open 10.0.0.1', snapshot: snapshotOf([]), constraints: {}, rounds: [], problems, signal }),
    ).toEqual({ kind: 'blocked', reason: 'The plan was refused: Private addresses are refused.' });
  });
  it('says when there is no command in the goal', () => {
    expect(plan('make me happy about it', [])).toMatchObject({
      kind: 'blocked',
      reason: expect.stringContaining('direct command'),
    });
  });
  it('keeps to the constraints', () => {
    expect(
      planGoal({
        goal: 'click A',
        snapshot: snapshotOf([button('A')]),
        constraints: { kinds: ['scroll'] },
        rounds: [],
        signal,
      }),
    ).toMatchObject({ kind: 'blocked' });
    const two = planGoal({
      goal: 'check A, check B',
      snapshot: snapshotOf([
        { role: 'checkbox', name: 'A' },
        { role: 'checkbox', name: 'B' },
      ]),
      constraints: { maxSteps: 1 },
      rounds: [],
      signal,
    });
    expect(stepsOf(two)).toHaveLength(1);
  });
  it('stops when it is aborted', async () => {
    const input = {
      goal: 'click A',
      snapshot: snapshotOf([button('A')]),
      constraints: {},
      rounds: [],
      signal: AbortSignal.abort(),
    };
    await expect(createOfflinePlanner().plan(input)).rejects.toThrow(/abort/i);
  });
});
