import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, ERROR_CODES } from '@pagehand/contracts/errors';
import { RISK_REASONS } from '@pagehand/contracts/risk-assessment';
import { describe, expect, test } from 'vitest';
import { errorDetail, errorKey } from '../../entrypoints/sidepanel/states/error-key.ts';

const ROOT = join(import.meta.dirname, '../..');
const texts = (language: string): Record<string, { message: string }> =>
  JSON.parse(readFileSync(join(ROOT, `public/_locales/${language}/messages.json`), 'utf8')); // our own files

const english = texts('en');
const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/gu)].map(([place]) => place).sort();

describe.each(['de', 'hi'])('the texts in %s', (language) => {
  const translated = texts(language);
  test('are complete, with the same places for values', () => {
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
    for (const [key, { message }] of Object.entries(english)) {
      expect({ key, places: places(translated[key]?.message ?? '') }).toEqual({ key, places: places(message) });
      expect(translated[key]?.message.trim()).not.toBe('');
    }
  });
});

test('every reason of a risk has its words', () => {
  for (const reason of RISK_REASONS) expect(english).toHaveProperty(`reason_${reason.replaceAll('-', '_')}`);
});

test('an error text belongs to a code that there is', () => {
  for (const key of Object.keys(english)) {
    if (key.startsWith('error_')) expect(ERROR_CODES).toHaveProperty(key.slice('error_'.length).replaceAll('_', '-'));
  }
});

test('a code that stands for many things has no words of its own; one that means one thing needs no others', () => {
  const said = (code: 'conflict' | 'other-panel' | 'pairing-locked' | 'too-many-requests') => {
    const error = new AppError(code, 'There are 20 clients.').toBody();
    return [errorKey(error.code), errorDetail(error)];
  };
  // Without words of its own the message stands alone.
  expect(said('conflict')).toEqual([undefined, undefined]);
  expect(said('other-panel')).toEqual(['error_other_panel', undefined]);
  expect(said('pairing-locked')).toEqual(['error_pairing_locked', undefined]);
  // Words that fit every use are said with what happened in this one.
  expect(said('too-many-requests')).toEqual(['error_too_many_requests', 'There are 20 clients.']);
});

test('every text is used, and every text that is used exists', () => {
  const sources: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (/\.tsx?$/u.test(entry.name)) sources.push(readFileSync(path, 'utf8'));
    }
  };
  visit(join(ROOT, 'entrypoints/sidepanel'));
  const source = `${sources.join('\n')} ${readFileSync(join(ROOT, 'wxt.config.ts'), 'utf8')}`;
  const words = new Set(source.match(/\w+/gu));
  const made = /^(error|reason)_/u; // those are made from codes, see above
  const unused = Object.keys(english).filter(
    (key) => !made.test(key) && !words.has(key.replace(/_(one|other)$/u, '')) && !source.includes(`MSG_${key}_`),
  );
  expect(unused).toEqual([]);
});
