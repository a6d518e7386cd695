import { type Passage, placeOf, toPassages } from './passages.ts';
import { searchPassages } from './search-passages.ts';

/** Characters: of all passages together, of one of them, and of the text's beginning. */
const PASSAGES = 5_000;
const ONE_PASSAGE = 1_200;
const BEGINNING = 2_500;

/** What of a long text answers a question. `cut`: the rest lies in the store. */
export type RelevantText = { text: string; cut: boolean };

/**
 * The whole text when it is short; else the passages that speak of the question with their places, and the beginning.
 * @param passages where the text has places of its own (times of a video); else they are made from its Markdown.
 */
export function relevantText(
  markdown: string,
  question: string,
  options: { passages?: Passage[]; place?: (passage: Passage) => string } = {},
): RelevantText {
  if (markdown.length <= PASSAGES + BEGINNING) return { text: markdown, cut: false };
  const place = options.place ?? placeOf;
  const parts: string[] = [];
  let left = PASSAGES;
  for (const { passage } of searchPassages(options.passages ?? toPassages(markdown), question)) {
    const part = `[${place(passage)}] ${shortened(passage.text, ONE_PASSAGE)}`;
    if (part.length > left) break;
    left -= part.length;
    parts.push(part);
  }
  const beginning = shortened(markdown, BEGINNING);
  const found =
    parts.length === 0
      ? 'No passage has the words of the question.'
      : `Passages about the question:\n\n${parts.join('\n\n')}`;
  return { text: `${found}\n\nIts beginning:\n\n${beginning}`, cut: true };
}

const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).replace(/\s\S*$/u, '')} …`;
