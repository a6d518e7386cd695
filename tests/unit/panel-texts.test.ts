import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@pagehand/contracts/errors';
import { RISK_REASONS } from '@pagehand/contracts/risk-assessment';
import { describe, expect, test } from 'vitest';

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
