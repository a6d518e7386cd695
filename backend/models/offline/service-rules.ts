import type { NextCall } from './page-reading.ts';

/** One direct command for a service: a whole sentence, and the call that it spells. */
export type ServiceRule = readonly [RegExp, (match: RegExpExecArray, now: Date) => NextCall | undefined];

export const call = (name: string, args: Record<string, unknown> = {}): NextCall => ({ name, args });

/** A number that a person wrote, within what the tool takes. */
export const count = (word: string | undefined, most: number): Record<string, unknown> =>
  word === undefined ? {} : { max_results: Math.min(most, Math.max(1, Number(word))) };

/** `show me`, `list my`, ...: the words before what is wanted. */
export const SHOW =
  "(?:(?:show|list|get|give|read|check|open|what(?:'s|s| is| are))(?:\\s+me)?\\s+)?(?:all\\s+)?(?:the\\s+|my\\s+)?";

export const URL_WORD = '<?(https?:\\/\\/[^\\s>]+?)>?';

/** Text with the quotation marks around it taken off. */
export const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^(["“„'])([\s\S]*)(["”“'])$/u, '$2')
    .trim();
