import { placeOf, toPassages } from '../../documents/passages.ts';
import { searchPassages } from '../../documents/search-passages.ts';
import type { GivenSource } from '../given-data.ts';
import { type Command, isRead, type ReadCommand } from './command.ts';
import { composeAnswer } from './compose-answer.ts';
import type { PastCall } from './page-reading.ts';

/**
 * Answers reading commands from files and tabs that came along, one after the other. Undefined when none came, when
 * something is to be done on the page, or when the person names the page itself.
 */
export function answerFromSources(
  commands: readonly Command[],
  sources: readonly GivenSource[],
  hasPage: boolean,
): string | undefined {
  if (sources.length === 0 || commands.length === 0) return undefined;
  const reads = commands.filter(isRead);
  if (reads.length !== commands.length) return undefined;
  if (hasPage && commands.some((command) => command.kind === 'question' && /\bthis page\b/i.test(command.text)))
    return undefined;
  return reads.flatMap((command) => sources.map((source) => answer(command, source))).join('\n\n');
}

function answer(command: ReadCommand, source: GivenSource): string {
  const title = `**${source.name.replaceAll('*', '')}**`;
  if (source.text.trim() === '')
    return `${title}: I am the offline model, and I see no text in it. Connect a model that sees pictures.`;
  if (command.kind === 'find') return `${title}\n\n${found(command.text, source.text)}`;
  const step = composeAnswer(command, readings(source.text), { title: source.name, url: source.source });
  // All readings are there, so there is nothing left to call for.
  const text = step.kind === 'say' ? step.text : '';
  const cut =
    source.text.length < source.total
      ? `\n\nI read ${source.text.length.toLocaleString('en-US')} of ${source.total.toLocaleString('en-US')} characters.`
      : '';
  return `${title}\n\n${named(text, source)}${cut}`;
}

/** The same text as every reading of a page that `composeAnswer` may ask for. */
const readings = (text: string): PastCall[] =>
  [{ view: 'text' }, { view: 'text', scope: 'whole' }, { view: 'outline' }].map((args) => ({
    name: 'read_page',
    args,
    content: 'scope' in args || args.view === 'text' ? text : '',
    failed: false,
  }));

/** What the answers say of "this page" is said of a file. */
const named = (text: string, { kind }: GivenSource): string =>
  kind === 'tab'
    ? text
    : text.replace(
        /^(The|This|These passages of the|I found no answer to that on this) page\b/,
        (_whole, head: string) =>
          head.startsWith('I found') ? 'I found no answer to that in this file' : `${head} file`,
      );

function found(words: string, text: string): string {
  const hits = searchPassages(toPassages(text), words, 5);
  if (hits.length === 0) return `It does not say "${words}".`;
  return hits
    .map(({ passage }) => `> ${passage.text.slice(0, 400).replace(/\s*\n\s*/g, ' ')}\n\n(${placeOf(passage)})`)
    .join('\n\n');
}
