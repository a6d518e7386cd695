import type { PageInFront } from '../store/view-state.ts';
import type { TextKey } from '../texts/text.ts';

/** Something to try. `send` starts at once; the others wait in the composer, as they need a word of the person. */
export type Suggestion = { key: TextKey; send: boolean };

/** Four things to try, made for the page in front: what can be read is read, what cannot is not offered. */
export function suggestionsFor(page: PageInFront | undefined): Suggestion[] {
  if (page?.access !== 'granted') {
    return [
      { key: 'tryOpen', send: false },
      { key: 'tryWhatCan', send: true },
    ];
  }
  return [
    { key: 'trySummarize', send: true },
    { key: 'tryWhatIsHere', send: true },
    { key: 'tryFind', send: false },
    { key: 'tryTable', send: true },
  ];
}
