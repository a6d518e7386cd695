import { formatTable, type PageTable, tablesOf } from '../../documents/tables.ts';
import { answerQuestion, type Quote } from './answer-question.ts';
import type { ListKind, ReadCommand } from './command.ts';
import { headingsOf, linksOf, listFrom, overviewOf } from './page-facts.ts';
import { bodyOf, errorText, type NextCall, type PastCall, readText, unreadableOf } from './page-reading.ts';
import { pickTables } from './pick-tables.ts';
import { summarize } from './summarize.ts';

/** What a reading command still needs, or its answer in Markdown. */
export type ReadStep = { kind: 'call'; call: NextCall } | { kind: 'say'; text: string };

/** The page in front as the agent tells it, to name it in answers: page data. */
export type PageName = { title: string; url: string };

const MAIN = { view: 'text' };
const WHOLE = { view: 'text', scope: 'whole' };
const OUTLINE = { view: 'outline' };
const MOST_LISTED = 60;

type With = (text: string, total: number) => string | ReadStep;

/** Answers one reading command from the `read_page` calls made for it, or names the next call. */
export function composeAnswer(command: ReadCommand, calls: readonly PastCall[], page: PageName | undefined): ReadStep {
  const read = (args: Record<string, unknown>, make: With, most?: number): ReadStep => {
    const reading = readText(calls, args, most);
    if (reading.kind === 'call') return reading;
    if (reading.kind === 'failed') return say(reading.message);
    const made = make(reading.text, reading.total);
    if (typeof made !== 'string') return made;
    const left =
      reading.total > reading.text.length && most === undefined
        ? `\n\nI read ${number(reading.text.length)} of ${number(reading.total)} characters of this page.`
        : '';
    return say(made + left + unreadable(calls));
  };

  switch (command.kind) {
    case 'overview':
      return read(WHOLE, (text) => read(OUTLINE, (outline) => overview(text, outline, page)));
    case 'list': {
      const { what } = command;
      return what === 'links' || what === 'headings' || what === 'tables'
        ? read(WHOLE, (text) => listText(what, text))
        : read(OUTLINE, (outline) => list(what, listFrom(outline, what)));
    }
    case 'find':
      return find(command.text, calls);
    case 'table':
      return read(WHOLE, (text) => tables(tablesOf(text), command));
    case 'read':
      return read(
        MAIN,
        (text, total) =>
          `${text.trim()}${total > text.length ? `\n\n(${number(text.length)} of ${number(total)} characters.)` : ''}`,
        1,
      );
    case 'summarize':
      return read(MAIN, (text) => summary(text, command.sentences, command.about));
    case 'question':
      return read(MAIN, (main) => {
        const answer = answerQuestion(main, command.text, page?.title ?? '');
        if (answer.kind === 'quotes') return quotes(answer.quotes);
        // Prices, times and contacts often stand beside the main content.
        return read(WHOLE, (whole) => {
          const second = answerQuestion(whole, command.text, page?.title ?? '');
          return second.kind === 'quotes' ? quotes(second.quotes) : noAnswer(second.near, second.unknown);
        });
      });
  }
}

function say(text: string): ReadStep {
  return { kind: 'say', text };
}
function number(value: number): string {
  return value.toLocaleString('en-US');
}
function unreadable(calls: readonly PastCall[]): string {
  const frames = calls.map(({ content }) => unreadableOf(content)).find((frame) => frame !== undefined);
  return frames === undefined ? '' : `\n\nNot read, because it could not be: ${frames}.`;
}
function quoted(text: string): string {
  return `> ${text.replace(/\s*\n\s*/g, ' ')}`;
}

function quotes(found: readonly Quote[]): string {
  const lines = found.map(({ text, place }) => `${quoted(text)}\n\n(${place})`);
  return `${found.length === 1 ? 'The page says:' : 'These passages of the page answer it:'}\n\n${lines.join('\n\n')}`;
}

function noAnswer(near: readonly Quote[], unknown: readonly string[]): string {
  const words = unknown.length === 0 ? '' : ` It does not speak of ${unknown.map((word) => `"${word}"`).join(', ')}.`;
  const [nearest] = near;
  const maybe =
    nearest === undefined
      ? ''
      : `\n\nThe nearest passage, which may not be what you mean:\n\n${quoted(nearest.text)}\n\n(${nearest.place})`;
  return `I found no answer to that on this page.${words} I can only quote what stands here.${maybe}`;
}

function summary(markdown: string, wanted: number | undefined, about: string | undefined): string {
  const result = summarize(markdown, wanted, about);
  if (result.sentences.length === 0)
    return about === undefined
      ? 'This page has no running text to summarize. Try `what is on this page`.'
      : `This page does not speak of "${about}".`;
  const lines = result.sentences.map(({ text, place }, index) => `${index + 1}. ${text} (${place})`);
  const of = `${result.sentences.length} of ${number(Math.max(result.total, result.sentences.length))} sentences, as they stand on the page:`;
  return `${of}\n\n${lines.join('\n')}`;
}

function overview(markdown: string, outline: string, page: PageName | undefined): string {
  const facts = overviewOf(markdown, outline);
  const title = page?.title || facts.headings[0]?.text || 'This page';
  const some = (label: string, names: readonly string[]): string[] =>
    names.length === 0
      ? []
      : [`- ${label} (${names.length}): ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', ...' : ''}`];
  return [
    `**${title}**${page === undefined ? '' : ` (${page.url})`}`,
    '',
    ...(facts.firstWords === '' ? [] : [quoted(facts.firstWords.slice(0, 400)), '']),
    `- ${number(facts.words)} words, ${facts.links} links`,
    ...some(
      'Headings',
      facts.headings.map(({ text }) => text),
    ),
    ...some(
      'Tables',
      facts.tables.map(({ name, rows, columns }) => `${name || 'without a name'} (${rows} rows, ${columns} columns)`),
    ),
    ...some('Fields', facts.fields),
    ...some('Buttons', facts.buttons),
  ].join('\n');
}

function listText(what: 'links' | 'headings' | 'tables', markdown: string): string {
  if (what === 'links')
    return list(
      what,
      linksOf(markdown).map(({ text, url }) => `[${text.replace(/[[\]]/g, '')}](${url})`),
    );
  if (what === 'headings') {
    const headings = headingsOf(markdown);
    const top = Math.min(...headings.map(({ level }) => level));
    return list(
      what,
      headings
        .map(({ level, text }) => ({ text, indent: level - top }))
        .map(({ text, indent }) => `${'  '.repeat(indent)}- ${text}`),
      true,
    );
  }
  return list(
    what,
    tablesOf(markdown).map(
      ({ name, place, header, rows }, index) =>
        `${index + 1}. ${name || 'without a name'}: ${rows.length} rows${header.length > 0 ? `, columns ${header.join(', ')}` : ''} (${place})`,
    ),
    true,
  );
}

function list(what: ListKind, lines: readonly string[], marked = false): string {
  if (lines.length === 0) return `This page has no ${what}.`;
  const shown = lines.slice(0, MOST_LISTED).map((line) => (marked ? line : `- ${line}`));
  const more = lines.length > MOST_LISTED ? `\n\nThe first ${MOST_LISTED} of ${lines.length}.` : '';
  const one = lines.length === 1 ? what.replace(/s$/, '') : what;
  return `${lines.length} ${one}:\n\n${shown.join('\n')}${more}`;
}

function find(text: string, calls: readonly PastCall[]): ReadStep {
  const query = text.slice(0, 200);
  const past = calls.find(
    (call) => call.name === 'read_page' && call.args['view'] === 'find' && call.args['query'] === query,
  );
  if (past === undefined) return { kind: 'call', call: { name: 'read_page', args: { view: 'find', query } } };
  return say(past.failed ? errorText(past.content) : bodyOf(past.content).trim() + unreadable(calls));
}

function tables(all: readonly PageTable[], command: Extract<ReadCommand, { kind: 'table' }>): string {
  if (all.length === 0) return 'This page has no table.';
  const picked = command.which === undefined && all.length > 1 ? [] : pickTables(all, command.which);
  const names = all
    .map(({ name, rows }, index) => `${index + 1}. ${name || 'without a name'} (${rows.length} rows)`)
    .join('\n');
  if (picked.length === 0)
    return `${command.which === undefined ? `This page has ${all.length} tables. Say which one, for example \`extract table 1\`:` : 'I did not find that table. There are:'}\n\n${names}`;
  return picked
    .map((table) => {
      const fence = '`'.repeat(
        Math.max(3, ...(formatTable(table, command.format).match(/`+/g) ?? []).map((run) => run.length + 1)),
      );
      const title = `**${table.name || 'Table'}**, ${table.rows.length} rows (${table.place})`;
      return `${title}\n\n${fence}${command.format}\n${formatTable(table, command.format)}\n${fence}`;
    })
    .join('\n\n');
}
