import { assessStep } from '@pagehand/contracts/assess-risk';
import { RISKS, type Risk } from '@pagehand/contracts/risk-level';
import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRef, makeSnapshot } from '../contract/make-snapshot.ts';
import { accepted } from '../contract/refusals.ts';

/** The risk of one step on `e1`, through the sanitizer as a plan would go. */
function riskOf(info: Partial<RefInfo>, step: Record<string, unknown>, change: Partial<PageSnapshot> = {}): Risk {
  const snapshot = makeSnapshot([makeRef({ ref: 'e1', ...info })], change);
  const [pinned] = accepted(makePlan([step]), snapshot).steps;
  return pinned ? assessStep(pinned, { snapshot, taint: [] }).risk : expect.fail('no step');
}
const clickRisk = (info: Partial<RefInfo>, change: Partial<PageSnapshot> = {}): Risk =>
  riskOf(info, { kind: 'click', ref: 'e1' }, change);
const atLeast = (risk: Risk, least: Risk): void =>
  expect(RISKS.indexOf(risk), `${risk} is below ${least}`).toBeGreaterThanOrEqual(RISKS.indexOf(least));

describe('a critical action does not pass as low', () => {
  it.each([
    'Radera',
    'Ta bort',
    'Slet',
    'Slett',
    'Poista',
    'Видалити',
    'Smazat',
    'Șterge',
    'Törlés',
    'Διαγραφή',
    'מחק',
    'Xóa',
    'Hapus',
    'ลบ',
    'حذف',
    'Betala',
    'Køb nu',
    'Maksa',
    'Оплатити',
    'Zaplatit',
    'Cumpără',
    'Fizetés',
    'Πληρωμή',
    'לתשלום',
    'پرداخت',
    'Thanh toán',
    'Bayar',
    'ชำระเงิน',
    'Skicka',
    'Lähetä',
    'Надіслати',
    'Odeslat',
    'Αποστολή',
    'שלח',
    'Kirim',
    'Logga in',
    'Kirjaudu sisään',
    'Увійти',
    'Σύνδεση',
    'Đăng nhập',
  ])('%s, in its own language', (name) => expect(clickRisk({ name })).toBe('critical'));

  it.each(['წაშლა', 'Ջնջել', 'মুছুন', 'நீக்கு', 'ලමකන්න'])('%s, in a script that nobody here reads, asks', (name) =>
    atLeast(clickRisk({ name }), 'high'),
  );
  it('a button of a page in a language without words of ours asks', () => {
    atLeast(clickRisk({ name: 'Eyða' }, { lang: 'is' }), 'high');
    expect(clickRisk({ name: 'Next' }, { lang: 'en-GB' })).toBe('low');
  });

  it.each(['🗑', '🗑️', '❌', '💳', '📤', '➤'])('%s alone', (name) => expect(clickRisk({ name })).toBe('critical'));
  it.each(['×', '✕', '\ue872', '♥', '👍', '★', '', ' ', '\u200b', '⠀'])('%j says nothing, and that asks', (name) =>
    atLeast(clickRisk({ name }), 'high'),
  );
  it.each(['›', '«', '→', '▾', '…', '⋮', '☰', '+', '🔍', '3'])('%s only moves or opens', (name) =>
    expect(clickRisk({ name })).toBe('low'),
  );

  it.each([
    'Not now? Delete',
    'Do not wait: buy',
    'Why not buy now',
    'Find & delete',
    'Search/Delete',
    'Filter: delete all',
    'Sort, pay',
    'Search - delete',
    '搜索/删除',
    'Delete search history',
    'Buy filters',
    'Send search results',
    'D e l e t e',
    'd.e.l.e.t.e',
    'Pay20€',
    'Delete(3)',
  ])('%s, behind a negation, a search, or letters apart', (name) => expect(clickRisk({ name })).toBe('critical'));
  it.each(['BuyNow', 'DeleteAll', 'PayPal'])('%s, written together, asks', (name) =>
    atLeast(clickRisk({ name }), 'high'),
  );
  it.each(["Don't send", 'Delete filter', 'Search sent mail', 'Zahlungen filtern', 'Find a doctor'])(
    '%s still needs no asking',
    (name) => expect(clickRisk({ name })).toBe('low'),
  );

  it.each([
    { tag: 'button', role: 'textbox' },
    { tag: 'button', role: 'slider' },
    { tag: 'a', role: 'searchbox' },
    { tag: 'summary', role: 'listbox' },
    { tag: 'input', inputType: 'submit', role: 'textbox' },
  ])('a role makes no field of %j', (info) => expect(clickRisk({ ...info, name: 'Delete account' })).toBe('critical'));
});

describe('a link that does something', () => {
  const link = (name: string, href: string, more: Partial<RefInfo> = {}): Risk =>
    clickRisk({ role: 'link', name, href, ...more });
  const long = 'Permanently delete this project and all of its data';

  it('with a script behind it is judged like a button, however long its name is', () => {
    expect(link(long, 'https://shop.example/cart#')).toBe('critical');
    expect(link(long, 'https://shop.example/x', { role: 'button', tag: 'a' })).toBe('critical');
    atLeast(link('', 'https://shop.example/cart#'), 'high');
    atLeast(link('Remove', 'https://shop.example/cart#'), 'high');
    expect(link('Show more', 'https://shop.example/cart#')).toBe('low');
  });

  it.each([
    'https://shop.example/logout',
    'https://shop.example/users/sign_out',
    'https://shop.example/delete?id=7',
    'https://shop.example/items/7/remove',
    'https://shop.example/list/unsubscribe/abc',
    'https://shop.example/admin.php?action=delete&id=7',
    'https://shop.example/admin.php?id=7&do=Trash',
    'https://shop.example/items?delete=7',
    'https://shop.example/items?_method=delete',
    'https://shop.example/deleteItem?id=7',
    'https://shop.example/cart?op=pay%20now',
  ])('%s has an effect when it is opened, whatever it is called', (href) => {
    atLeast(link('Details', href), 'high');
    atLeast(riskOf({}, { kind: 'navigate', url: href }), 'high');
    atLeast(riskOf({}, { kind: 'open_tab', url: href }), 'high');
  });
  it.each(['Log out', 'Remove', 'Unsubscribe'])('%s asks, wherever it leads', (name) =>
    atLeast(link(name, 'https://shop.example/x'), 'high'),
  );
  it.each([
    ['Next page', 'https://shop.example/list?page=2&sort=price&order=desc'],
    ['Search', 'https://shop.example/search?q=delete+account'],
    ['Account', 'https://shop.example/account?tab=payment'],
    ['News', 'https://shop.example/2026/11/how-to-delete-an-account-and-pay-less'],
    ['Chapter 2', 'https://shop.example/cart#chapter-2'],
  ])('%s to %s only shows a page', (name, href) => expect(link(name, href)).toBe('low'));
});

describe('a form or a choice that does something', () => {
  const get = (action: string) => ({ action, method: 'get' as const });

  it('a form by GET is judged by its address and its words, also when it looks like a search', () => {
    atLeast(clickRisk({ name: 'Search', submits: get('https://shop.example/items/delete') }), 'high');
    expect(clickRisk({ name: 'Find and delete', submits: get('https://shop.example/q') })).toBe('critical');
    expect(clickRisk({ name: 'Search', submits: get('https://shop.example/q') })).toBe('low');
  });

  it('an entry of a menu is judged like a button', () => {
    const menu = { role: 'button', name: 'More', states: ['haspopup'] };
    expect(riskOf(menu, { kind: 'select', ref: 'e1', values: ['Delete'] })).toBe('critical');
    expect(riskOf(menu, { kind: 'fill', fields: [{ ref: 'e1', value: ['Delete'] }] })).toBe('critical');
    expect(riskOf(menu, { kind: 'fill', fields: [{ ref: 'e1', value: 'Delete' }] })).toBe('critical');
    expect(riskOf(menu, { kind: 'select', ref: 'e1', values: ['Rename'] })).toBe('low');
  });
  it('an option of a native select asks when it says what will be done', () => {
    const select = { tag: 'select', role: 'combobox', name: 'Bulk actions' };
    expect(riskOf(select, { kind: 'select', ref: 'e1', values: ['Move to trash'] })).toBe('high');
    expect(riskOf(select, { kind: 'select', ref: 'e1', values: ['Edit'] })).toBe('low');
  });
  it('a beginning or an inner value of an option is judged as the option that it stands for', () => {
    const select = { tag: 'select', role: 'combobox', name: 'Bulk actions', options: ['Edit', 'Delete (disabled)'] };
    for (const short of ['Del', 'delet', ' DELETE '])
      for (const step of [
        { kind: 'select', ref: 'e1', values: [short] },
        { kind: 'fill', fields: [{ ref: 'e1', value: short }] },
        { kind: 'fill', fields: [{ ref: 'e1', value: [short] }] },
      ])
        expect(riskOf(select, step)).toBe('high');
    const plan = makePlan([{ kind: 'select', ref: 'e1', values: ['Ed', 'Dele'] }]);
    expect(accepted(plan, makeSnapshot([makeRef({ ref: 'e1', ...select })])).steps[0]).toMatchObject({
      values: ['Edit', 'Delete'],
    });
  });
  it('what several options begin with stays as it is, and so does what is not listed', () => {
    const select = { tag: 'select', role: 'combobox', name: 'Country', options: ['India', 'Indonesia', 'Peru'] };
    const plan = makePlan([{ kind: 'select', ref: 'e1', values: ['Ind', '', 'Chile'] }]);
    expect(accepted(plan, makeSnapshot([makeRef({ ref: 'e1', ...select })])).steps[0]).toMatchObject({
      values: ['Ind', '', 'Chile'],
    });
  });
  it('an option of a text field with a list is an entry of a menu', () => {
    const field = { tag: 'input', role: 'combobox', inputType: 'text', name: 'Command' };
    expect(riskOf(field, { kind: 'select', ref: 'e1', values: ['Delete account'] })).toBe('critical');
    expect(riskOf(field, { kind: 'fill', fields: [{ ref: 'e1', value: ['Delete account'] }] })).toBe('critical');
    expect(riskOf(field, { kind: 'fill', fields: [{ ref: 'e1', value: 'Delete account' }] })).toBe('low');
  });
  it('text for a field is no command', () => {
    const field = { tag: 'input', role: 'textbox', inputType: 'text', name: 'Title' };
    expect(riskOf(field, { kind: 'fill', fields: [{ ref: 'e1', value: 'Delete me' }] })).toBe('low');
    expect(riskOf(field, { kind: 'type', ref: 'e1', text: 'Pay now' })).toBe('low');
  });
});
