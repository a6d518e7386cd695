import type { Command } from './command.ts';
import type { Rule } from './parse-act.ts';
import { parseTarget } from './parse-target.ts';
import { onlyQuote, restore } from './quotes.ts';

/** A name with an ending, as files have it: `report.csv`. */
const FILE = /^[^/\\:\s]+(?: [^/\\:\s]+)*\.[a-z0-9]{1,8}$/i;

/** Drag, files, the browser's dialogs, pictures. */
export const GESTURE_RULES: readonly Rule[] = [
  [
    /^(?:drag|move)(?: and drop)?\s+(.+?)\s+(onto|on top of|into|to|over|before|above|after|below)\s+(.+)$/i,
    (match, parts) => {
      const [whole, from = '', where = '', to = ''] = match;
      // "Move to the next tab" and "move the cursor to" are other commands.
      if (/^move\b/i.test(whole) && /^(?:the )?(?:mouse|cursor|pointer|focus)$|^(?:back )?to\b/i.test(from))
        return undefined;
      const target = parseTarget(from, parts);
      const goal = parseTarget(to, parts);
      if (target === undefined || goal === undefined) return undefined;
      const place = /before|above/i.test(where) ? 'before' : /after|below/i.test(where) ? 'after' : undefined;
      return { kind: 'drag', target, to: goal, ...(place === undefined ? {} : { place }) };
    },
  ],
  [/^(?:upload|attach)\s+(.+?)(?:\s+(?:to|in|into|at|as|for)\s+(.+))?$/i, upload],
  [
    /^(accept|confirm|ok|dismiss|cancel|decline)\s+(?:the |its )?(?:alert|confirm(?:ation)?|prompt|browser dialog|question)(?: dialog)?(?:\s+with\s+(.+))?$/i,
    (match, parts) => answer(!/^(?:dismiss|cancel|decline)/i.test(match[1] ?? ''), match[2], parts),
  ],
  [
    /^answer\s+(?:the |its )?(?:alert|confirm(?:ation)?|prompt|browser dialog|question)(?: dialog)?\s+with\s+(.+)$/i,
    (match, parts) => {
      const words = restore(match[1] ?? '', parts);
      if (/^(?:yes|ok)$/i.test(words)) return answer(true, undefined, parts);
      if (/^(?:no|cancel)$/i.test(words)) return answer(false, undefined, parts);
      return answer(true, match[1], parts);
    },
  ],
  [
    /^(?:take|make|capture)\s+(?:a |an? )?(?:screenshot|picture|screen ?shot)(?: of (?:the|this) (?:page|screen|tab))?$/i,
    () => ({ kind: 'screenshot' }),
  ],
];

function answer(accept: boolean, text: string | undefined, parts: readonly string[]): Command {
  const value = text === undefined ? undefined : (onlyQuote(text, parts) ?? restore(text, parts));
  return { kind: 'dialog', accept, ...(value === undefined ? {} : { text: value }) };
}

/** Only what names a file is an upload: "upload a file" does not say which. */
function upload(match: RegExpExecArray, parts: readonly string[]): Command | undefined {
  const files = (match[1] ?? '')
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    .map((name) => restore(name.replace(/^(?:the )?(?:file )?/i, ''), parts))
    .filter((name) => name !== '');
  if (files.length === 0 || !files.every((name) => FILE.test(name))) return undefined;
  const target = match[2] === undefined ? undefined : parseTarget(match[2], parts);
  return { kind: 'upload', files, ...(target === undefined ? {} : { target }) };
}
