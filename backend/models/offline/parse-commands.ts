import { type Command, isAct } from './command.ts';
import { ACT_RULES, type Rule } from './parse-act.ts';
import { CONTROL_RULES } from './parse-controls.ts';
import { fieldList } from './parse-fields.ts';
import { GESTURE_RULES } from './parse-gestures.ts';
import { countOf, otherwise, READ_RULES } from './parse-read.ts';
import { guard } from './quotes.ts';

/** Verbs with which a command begins: after `and` or a comma only such a word begins another one. */
const VERBS =
  'drag|upload|attach|accept|dismiss|answer|click|tap|press|hit|push|open|go|goto|visit|navigate|type|enter|write|input|put|fill|set|choose|select|pick|check|uncheck|tick|untick|clear|scroll|wait|hover|focus|submit|close|switch|reload|refresh|double[- ]?click|right[- ]?click|summari[sz]e|list|find|extract|show|tell|read|search|turn|append|export';

const POLITE: readonly RegExp[] = [
  /^(?:please|pls|kindly|also|then|and|so|ok(?:ay)?|hey|hi|hello|well|pagehand)[,:]?\s+(?=\S)/i,
  new RegExp(`^(?:now|next|first|finally|lastly)(?:[,:]\\s*|\\s+(?=(?:please\\s+)?(?:${VERBS})\\b))`, 'i'),
  /^(?:can|could|would|will|may) (?:you|i|we)(?: please| kindly| just)?\s+(?=\S)/i,
  /^(?:i(?:'d| would)? (?:want|like|need) (?:you )?to|i want you to|i'd like you to|you should|you must|you need to|let's|let us|try to|help me(?: to)?|go ahead and|just|simply|would you mind|do)\s+(?=\S)/i,
];

/** The text without the words that only make it polite, and without its full stop. */
function bare(text: string): string {
  let words = text.trim();
  for (let before = ''; before !== words; ) {
    before = words;
    for (const pattern of POLITE) {
      const shorter = words.replace(pattern, '');
      // "Can you" alone, or a greeting alone, is all there is.
      if (
        shorter !== words &&
        !(/^(?:do|can i|will i|may i)\b/i.test(words) && !new RegExp(`^(?:${VERBS})\\b`, 'i').test(shorter))
      )
        words = shorter;
    }
    words = words
      .replace(
        /[,.]?\s+(?:please|pls|for me(?: please)?|thanks|thank you|if you (?:can|could)|right away|right now|now)[.!]*$/i,
        '',
      )
      .replace(/(?<=\S)\s*[.!]+$/, '')
      .trim();
  }
  return words;
}

/** A command of one piece of text, quotes guarded. */
function parseOne(piece: string, parts: readonly string[]): Command {
  const text = bare(piece);
  const asked = /\?\s*$/.test(piece);
  const plainText = text.replace(/\s*\?+$/, '');
  const polite = /^(?:\W|please\b|and\b|then\b|ok\b|hey\b|hi\b|hello\b|so\b)*(?:can|could|would|will) you\b/i.test(
    piece,
  );
  // A question is a question even when a word in it is a verb of ours ("How do I open the lid?").
  const isQuestion =
    (asked && !polite) ||
    /^(?:how|why|who|when|where|what|which|is|are|does|did|was|were|has|have|should)\b/i.test(plainText);
  return (
    apply(READ_FIRST, plainText, parts) ??
    (isQuestion && !/^(?:open|go|click)\b/i.test(plainText)
      ? undefined
      : (apply(GESTURE_RULES, plainText, parts) ??
        apply(ACT_RULES, plainText, parts) ??
        apply(CONTROL_RULES, plainText, parts))) ??
    apply(READ_RULES, plainText, parts) ??
    otherwise(asked ? `${plainText}?` : plainText, parts)
  );
}

/** Reading commands that begin with a verb of an acting one: "search this page for", "enter", "copy the table". */
const READ_FIRST: readonly Rule[] = READ_RULES.filter(([pattern]) => !/highlight\)/.test(pattern.source));

function apply(rules: readonly Rule[], text: string, parts: readonly string[]): Command | undefined {
  for (const [pattern, make] of rules) {
    const match = pattern.exec(text);
    const command = match === null ? undefined : make(match, parts);
    if (command !== undefined) return command;
  }
  return undefined;
}

const FIELD_AHEAD = new RegExp(`;\\s*(?!(?:${VERBS})\\b)(?=[^;:=]{1,60}[:=]\\s*\\S)`, 'gi');

/** Certain to be a command, not a part of a name or a sentence: needed before a split at `and` or a comma. */
function isCommand(command: Command): boolean {
  return isAct(command) || ['list', 'table', 'summarize', 'find', 'overview', 'read'].includes(command.kind);
}

const STRONG =
  /\s*(?:;|,?\s+(?:and\s+)?then,?\s+|,?\s+(?:and\s+)?after (?:that|this),?\s+|,?\s+(?:and\s+)?afterwards,?\s+|,?\s+followed by\s+|\s*(?:->|→)\s*)\s*/i;
const WEAK = new RegExp(
  `(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+(?:also\\s+)?|\\.\\s+)(?=(?:please\\s+|also\\s+|then\\s+)?(?:${VERBS})\\b)`,
  'i',
);

/**
 * The commands of a person's message, in order; at least one for a text that is not blank.
 * The grammar is English. Nothing of a page is ever given to it.
 */
export function parseCommands(message: string): Command[] {
  const { text, parts } = guard(
    message
      .replace(/\r\n?/g, '\n')
      .replace(/\btl;\s?dr\b/gi, 'tldr')
      .trim(),
  );
  if (text === '') return [];
  const commands = pieces(text, parts).flatMap((piece) => (typeof piece === 'string' ? split(piece, parts) : [piece]));
  // "Click Delete and accept the question": the answer is laid ready before the click that asks.
  for (const [at, command] of commands.entries()) {
    const before = commands[at - 1];
    if (command.kind === 'dialog' && before !== undefined && isAct(before) && before.kind !== 'dialog')
      commands.splice(at - 1, 2, command, before);
  }
  return commands;
}

/** Lines: runs of `field: value` become one fill, numbers and bullets of a list of commands are dropped. */
function pieces(text: string, parts: readonly string[]): (string | Command)[] {
  const lines = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const result: (string | Command)[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const intro = /^(.*\bfill\b[^:=⟦]*?|.*\b(?:with|following|as follows|values|fields|data)\b[^:=⟦]*?)\s*:?$/i.test(
      line,
    );
    const from = intro ? at + 1 : at;
    let to = from;
    while (to < lines.length && isFieldLine(lines[to] ?? '')) to += 1;
    const fields =
      to > from && (intro || to - from >= 2) ? fieldList(lines.slice(from, to).join('\n'), parts) : undefined;
    if (fields !== undefined) {
      result.push({ kind: 'fill', fields });
      at = to - 1;
      continue;
    }
    result.push(line.replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, ''));
  }
  return result;
}

function isFieldLine(line: string): boolean {
  const match = /^(?:[-*•]\s*)?([^:=]{1,60}?)\s*[:=]\s*\S/.exec(line);
  return match !== null && !/^(?:https?|fill\b.*|then|and then|next|finally)$/i.test((match[1] ?? '').trim());
}

function split(piece: string, parts: readonly string[]): Command[] {
  // The fields of one form may be parted by semicolons as well.
  let text = /\bfill\b/i.test(piece) ? piece.replace(FIELD_AHEAD, ', ') : piece;
  // One verb may serve several fields: enter "A" in Name, "B" in City.
  if (/^(?:please\s+)?(?:type|enter|write|put|input)\s+⟦/i.test(text))
    text = text.replace(/(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=⟦\d+⟧\s+(?:in|into|as|for)\b)/gi, '; type ');
  return text
    .split(STRONG)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => splitWeak(part, parts));
}

/** Splits at `and` or a comma before a verb, when what stands before is a command by itself. */
function splitWeak(text: string, parts: readonly string[]): Command[] {
  const repeated = /^(.*\b(?:press|hit|click|tap|push)\s+.+?)\s+(?:(twice)|(\w+) times)$/i.exec(text);
  const times = repeated?.[2] === undefined ? countOf(repeated?.[3]) : 2;
  if (repeated !== null && times !== undefined)
    return Array.from({ length: times }, () => parseOne(repeated[1] ?? '', parts));
  const whole = parseOne(text, parts);
  if (whole.kind === 'fill' && !WEAK.test(text)) return [whole];
  for (let from = 0; from < text.length; ) {
    const match = WEAK.exec(text.slice(from));
    if (match === null) break;
    const at = from + match.index;
    const before = parseOne(text.slice(0, at), parts);
    const rest = text.slice(at + match[0].length);
    const asks = /^(?:please\s+|also\s+|then\s+)?(?:tell|answer)\b/i.test(rest);
    if (isCommand(before) && (asks || isCommand(parseOne(rest.replace(WEAK, '\n').split('\n')[0] ?? rest, parts))))
      return [before, ...splitWeak(rest, parts)];
    from = at + match[0].length;
  }
  return [whole];
}
