import type { Translate } from '../texts/text.ts';

/** How a request of a page ended, in a word or two; undefined: it was closed without an answer. */
export function endWord(
  status: 'result' | 'page' | 'kept' | 'rejected' | 'error' | undefined,
  done: 'pageToolDone' | 'backgroundDone',
  t: Translate,
): string {
  if (status === undefined) return t('ended');
  if (status === 'rejected') return t('refused');
  return t(status === 'error' ? 'pageToolFailed' : done);
}
