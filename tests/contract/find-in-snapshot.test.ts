import { findInSnapshot } from '@pagehand/contracts/find-in-snapshot';
import { describe, expect, it } from 'vitest';
import { makeRef, makeSnapshot } from './make-snapshot.ts';

const page = makeSnapshot([
  makeRef({ ref: 'e1', name: 'Save' }),
  makeRef({ ref: 'e2', name: 'Save as draft' }),
  makeRef({ ref: 'e3', role: 'textbox', name: 'E-mail address' }),
  makeRef({ ref: 'e4', role: 'textbox', name: 'Full name' }),
  makeRef({ ref: 'e5', name: 'Remove', place: 'row "Blue shirt 20 EUR"' }),
  makeRef({ ref: 'e6', name: 'Remove', place: 'row "Red shirt 25 EUR"' }),
  makeRef({ ref: 'e7', role: 'link', name: 'Search', href: 'https://shop.example/s' }),
  makeRef({ ref: 'e8', role: 'searchbox', name: 'Search' }),
  makeRef({ ref: 'e9', role: 'checkbox', name: 'I agree to the Terms & Conditions' }),
  makeRef({ ref: 'e10', role: 'combobox', name: 'Country' }),
  makeRef({ ref: 'e11', name: 'Straße löschen' }),
  makeRef({ ref: 'e12', name: '添加到购物车' }),
  makeRef({ ref: 'e13', role: 'textbox', name: 'Password', secret: 'password', value: 'filled' }),
  makeRef({ ref: 'e14', name: 'Continue to payment' }),
]);
const best = (query: string, options = {}) => findInSnapshot(page, query, options).best?.ref;

describe('findInSnapshot', () => {
  it.each([
    ['save', 'e1'],
    ['Save button', 'e1'],
    ['the "Save" button', 'e1'],
    ['SAVE', 'e1'],
    ['save draft', 'e2'],
    ['draft', 'e2'],
    ['e-mail', 'e3'],
    ['email address', 'e3'],
    ['email field', 'e3'],
    ['e mail adress', 'e3'],
    ['name field', 'e4'],
    ['fullname', 'e4'],
    ['full name textbox', 'e4'],
    ['Remove Blue shirt', 'e5'],
    ['remove in row red shirt', 'e6'],
    ['search box', 'e8'],
    ['search link', 'e7'],
    ['terms', 'e9'],
    ['agree to the terms checkbox', 'e9'],
    ['country dropdown', 'e10'],
    ['strasse loschen', 'e11'],
    ['Straße Löschen', 'e11'],
    ['添加到购物车', 'e12'],
    ['购物车', 'e12'],
    ['contineu to payment', 'e14'],
    ['payment', 'e14'],
  ])('%j is %s', (query, ref) => expect(best(query)).toBe(ref));

  it('equally good ones are all given back, and none is chosen', () => {
    const result = findInSnapshot(page, 'remove');
    expect(result.best).toBeUndefined();
    expect(result.ties.map(({ ref }) => ref)).toEqual(['e5', 'e6']);
  });
  it.each(['', '   ', 'the', 'zebra', 'x', 'delete everything now', '!!!'])('%j finds nothing', (query) => {
    expect(findInSnapshot(page, query)).toMatchObject({ matches: [], best: undefined, ties: [] });
  });
  it('can be held to roles, conditions and a number', () => {
    expect(best('search', { roles: ['link'] })).toBe('e7');
    expect(best('search', { where: (info: { tag: string }) => info.tag !== 'a' })).toBe('e8');
    expect(findInSnapshot(page, 'remove', { limit: 1 }).matches).toHaveLength(1);
  });
  it('does not search what a secret field holds', () => expect(findInSnapshot(page, 'filled').matches).toEqual([]));
});
