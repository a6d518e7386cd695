/** Subjects and titles: how they are shown, and how a call names a mail or an event by what was shown. */
import { cleanText } from '@pagehand/contracts/clean-text';
import { escapeUntrusted } from '@pagehand/contracts/untrusted-block';

/** Characters of a subject or a title wherever it is shown. */
const TITLE_MOST = 300;
/** The same with each `<` written `&lt;`, as it is in data for a model. */
export const TITLE_MOST_ESCAPED = 4 * TITLE_MOST;

/** One line of at most `max` characters. */
export function oneLine(text: string, max: number): string {
  const line = cleanText(text).text.replace(/\s+/gu, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
}

export const shownTitle = (title: string): string => oneLine(title, TITLE_MOST);

/** Whether a call's subject or title is the one that was shown, as it is or as data for a model writes it. */
export const isAsShown = (shown: string, given: string): boolean => asData(shown) === asData(given.trim());

/** Whether a bracket at the end is escaped depends on what follows, so the same follows both. */
const asData = (text: string): string => escapeUntrusted(`${text}\nx`);
