import { assessStep } from '@pagehand/contracts/assess-risk';
import type { RefInfo } from '@pagehand/contracts/snapshot';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRef, makeSnapshot } from './make-snapshot.ts';
import { accepted } from './refusals.ts';
import { CRITICAL } from './risk-word-samples.ts';

function clickOn(info: Partial<RefInfo>, more: RefInfo[] = []) {
  const snapshot = makeSnapshot([makeRef({ ref: 'e1', ...info }), ...more]);
  const [step] = accepted(makePlan([{ kind: 'click', ref: 'e1' }]), snapshot).steps;
  if (!step) return expect.fail('no step');
  const { risk, reasons } = assessStep(step, { snapshot, taint: [] });
  return { risk, codes: reasons.map(({ code }) => code) };
}

const cases = Object.entries(CRITICAL).flatMap(([meaning, languages]) =>
  Object.entries(languages).flatMap(([language, names]) => names.map((name) => [name, meaning, language] as const)),
);

describe('words on a button', () => {
  it.each(cases)('%s %s (%s): critical', (name, meaning) => {
    const { risk, codes } = clickOn({ name });
    expect(risk).toBe('critical');
    expect(codes).toContain(meaning);
  });

  it.each([
    'Next',
    'Back',
    'Close',
    'Cancel',
    'Show more',
    'Details',
    'Menu',
    'Next post',
    'Posts',
    'Order by date',
    'Sent',
    'Deleted items',
    'Sender',
    'Payments',
    'Paypal help',
    'Buyer guide',
    'Sendung verfolgen',
    'Publisher',
    'Allowance',
    'Registry',
    'Postcode',
    'Compose',
    'Play',
    'Expand',
    'Weiter',
    'Suivant',
    'Siguiente',
    'Avanti',
    'Volgende',
    'अगला',
    '下一页',
    '次のページ',
    'Далее',
    "Don't send",
    'Do not delete',
    'Nicht senden',
  ])('%s says nothing that needs asking', (name) => expect(clickOn({ name }).risk).toBe('low'));

  it.each([
    'Search',
    'Filter',
    'Search sent mail',
    'Search payments',
    'Filter by payment',
    'Sort',
    'Clear filter',
    'Delete filter',
    'Suche',
    'Zahlungen filtern',
    'Rechercher',
    'Buscar',
    'Cerca',
    'Pesquisar',
    'Zoeken',
    'खोजें',
    '搜索',
    '搜索付款',
    '検索',
    'Поиск',
  ])('%s looks for something and sends nothing', (name) => expect(clickOn({ name }).risk).toBe('low'));
  it('what follows from a search counts', () => expect(clickOn({ name: 'Find and delete' }).risk).toBe('critical'));

  it.each(['Dеlete', 'D\u200belete', 'DELETE\u00ad', 'Ｄｅｌｅｔｅ', 'delete\u202e', 'ѕend'])(
    '%j does not hide behind other letters or invisible ones',
    (name) => {
      expect(clickOn({ name }).risk).toBe('critical');
    },
  );
  it.each([
    'Remove from cart',
    'Subscribe',
    'Share',
    'Accept',
    'Save',
    'Submit',
    'Log out',
    'Checkout',
    'Entfernen',
    'Partager',
    'Aceptar',
    '提交',
    '保存する',
  ])('%s asks once', (name) => {
    expect(clickOn({ name }).risk).toBe('high');
  });
  it('a button without a name is unknown, and that is high', () =>
    expect(clickOn({ name: '' })).toMatchObject({ risk: 'high' }));
  it('a cookie banner asks, but is no grant of power', () =>
    expect(clickOn({ name: 'Accept all cookies' }).risk).toBe('high'));
});

describe('where a target stands and what it does', () => {
  it.each(['OK', 'Yes', 'Continue', 'Ja', 'Oui', 'Sí', '确定', 'はい', 'हाँ', 'Да', ''])(
    '%j in a dialog that deletes is critical',
    (name) => {
      expect(clickOn({ name, place: 'dialog "Delete 3 files?"' })).toMatchObject({ risk: 'critical' });
    },
  );
  it('a telling name is not charged with its place', () =>
    expect(clickOn({ name: 'Show details', place: 'row "Payment to Delete Ltd"' }).risk).toBe('low'));
  it.each([
    [{ role: 'link', href: 'https://shop.example/a' }, 'low'],
    [{ role: 'link', href: 'https://shop.example/a', newTab: true }, 'low'],
    [{ role: 'link', href: 'https://other.example/a' }, 'high'],
    [{ role: 'link', href: 'http://shop.example/a' }, 'high'],
    [{ role: 'link', href: 'https://sub.shop.example/a' }, 'high'],
    [{ role: 'link', href: 'mailto:a@b.example' }, 'high'],
    [{ role: 'link', href: 'javascript:void(0)' }, 'low'],
    [{ role: 'link', href: 'http://192.168.0.1/' }, 'critical'],
    [{ role: 'link', href: 'https://shop.example/items/7/delete' }, 'high'],
    [{ role: 'link', name: 'Delete', href: 'https://shop.example/x' }, 'critical'],
    [{ role: 'link', name: 'How to delete your account and pay less', href: 'https://shop.example/x' }, 'low'],
    [{ role: 'link', name: 'Sign in', href: 'https://shop.example/login' }, 'high'],
    [{ role: 'textbox', name: 'Send to' }, 'low'],
    [{ role: 'checkbox', tag: 'input', inputType: 'checkbox', name: 'Allow access to my files' }, 'high'],
    [{ submits: { action: 'https://shop.example/q', method: 'get' } }, 'high'],
    [{ submits: { action: 'https://shop.example/q', method: 'post' } }, 'high'],
    [{ submits: { action: 'https://shop.example/q', method: 'dialog' } }, 'low'],
    [{ submits: { action: 'https://other.example/q', method: 'get' } }, 'high'],
    [{ submits: { action: 'https://other.example/q', method: 'post' } }, 'high'],
    [{ submits: { action: 'http://shop.example/q', method: 'post' } }, 'high'],
    [{ submits: { action: 'https://shop.example/account/delete', method: 'post' } }, 'critical'],
    [{ name: 'Pay', submits: { action: 'https://shop.example/q', method: 'post' } }, 'critical'],
    [{ name: 'Search', submits: { action: 'https://shop.example/q', method: 'get' } }, 'low'],
  ] as const)('%j is %s', (info, risk) => expect(clickOn(info).risk).toBe(risk));

  it('a form that leaves its method at the default just looks only when all that one writes into is a search', () => {
    const submits = { action: 'https://shop.example/page', method: 'get', form: 1 } as const;
    const box = (ref: string, fields: Partial<RefInfo>) =>
      makeRef({ ref, role: 'textbox', tag: 'input', submits, ...fields });
    const search = box('e2', { role: 'searchbox', name: 'Search the shop' });
    const mail = box('e3', { name: 'E-mail' });
    expect(clickOn({ name: 'Go', submits }, [search]).risk).toBe('low');
    expect(clickOn({ name: 'Go', submits }, [search, mail]).risk).toBe('high');
    expect(clickOn({ name: 'Go', submits }, [mail]).risk).toBe('high');
    // Another form of the same page with the same action does not make it a search.
    expect(clickOn({ name: 'Join', submits: { ...submits, form: 2 } }, [search]).risk).toBe('high');
  });

  it('a form with a password signs in, one with a card pays, whatever the button is called', () => {
    const submits = { action: 'https://shop.example/x', method: 'post' } as const;
    const field = (secret: 'password' | 'card') =>
      makeRef({ ref: 'e2', role: 'textbox', name: 'Field', secret, submits });
    expect(clickOn({ name: 'Continue', submits }, [field('password')])).toMatchObject({
      risk: 'critical',
      codes: expect.arrayContaining(['signs-in']),
    });
    expect(clickOn({ name: 'Continue', submits }, [field('card')])).toMatchObject({
      risk: 'critical',
      codes: expect.arrayContaining(['pays']),
    });
  });
  it('a contact form with a message sends it', () => {
    const submits = { action: 'https://shop.example/x', method: 'post' } as const;
    expect(
      clickOn({ name: 'Submit', submits }, [
        makeRef({ ref: 'e2', tag: 'textarea', role: 'textbox', name: 'Your message', submits }),
      ]).risk,
    ).toBe('critical');
  });
});

describe('keys and typing', () => {
  const at = (info: Partial<RefInfo>, step: Record<string, unknown>) => {
    const snapshot = makeSnapshot([makeRef({ ref: 'e1', ...info })]);
    const [pinned] = accepted(makePlan([step]), snapshot).steps;
    return pinned ? assessStep(pinned, { snapshot, taint: [] }).risk : expect.fail('no step');
  };
  it.each([
    ['Tab without a target', {}, { kind: 'press', key: 'Tab' }, 'low'],
    ['Enter without a target', {}, { kind: 'press', key: 'Enter' }, 'high'],
    ['Enter on a button that pays', { name: 'Pay' }, { kind: 'press', key: 'Enter', ref: 'e1' }, 'critical'],
    ['Space on a button that says nothing', { name: 'Next' }, { kind: 'press', key: 'Space', ref: 'e1' }, 'low'],
    ['Delete outside of a field', {}, { kind: 'press', key: 'Delete' }, 'high'],
    ['Delete in a field', { role: 'textbox', name: 'Name' }, { kind: 'press', key: 'Delete', ref: 'e1' }, 'low'],
    ['typing', { role: 'textbox', name: 'Name' }, { kind: 'type', ref: 'e1', text: 'x' }, 'low'],
    [
      'typing and Enter in a search box',
      { role: 'searchbox', name: 'Search' },
      { kind: 'type', ref: 'e1', text: 'x', submit: true },
      'low',
    ],
    [
      'typing and Enter in a chat',
      { role: 'textbox', name: 'Message #general' },
      { kind: 'type', ref: 'e1', text: 'x', submit: true },
      'critical',
    ],
    [
      'typing and Enter in a box that nobody knows',
      { role: 'textbox', name: 'What needs to be done?' },
      { kind: 'type', ref: 'e1', text: 'x', submit: true },
      'high',
    ],
    ['scrolling', {}, { kind: 'scroll', direction: 'down' }, 'none'],
    ['waiting', {}, { kind: 'wait', until: { for: 'time', ms: 1 } }, 'none'],
    ['going back', {}, { kind: 'back' }, 'low'],
    ['closing a tab', {}, { kind: 'close_tab' }, 'high'],
    ['opening the same site', {}, { kind: 'navigate', url: 'https://shop.example/x' }, 'low'],
    ['opening another site', {}, { kind: 'open_tab', url: 'https://news.example/x' }, 'high'],
    ['opening a path that deletes', {}, { kind: 'navigate', url: 'https://shop.example/items/7/delete' }, 'high'],
  ] as const)('%s', (_what, info, step, risk) => expect(at(info, step)).toBe(risk));
});
