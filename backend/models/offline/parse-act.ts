import { LIMITS } from '@pagehand/contracts/limits';
import type { Command, Target } from './command.ts';
import { keyOf, looksLikeKey } from './keys.ts';
import { scroll, seconds } from './parse-amounts.ts';
import { fieldList, wordPairs } from './parse-fields.ts';
import { parseTarget } from './parse-target.ts';
import { urlOf } from './parse-url.ts';
import { onlyQuote, restore } from './quotes.ts';

/** One rule: the guarded text it fits, and the command it makes. Undefined: the next rule is tried. */
export type Rule = [RegExp, (match: RegExpExecArray, parts: readonly string[]) => Command | undefined];

const target = (text: string | undefined, parts: readonly string[]): Target | undefined =>
  text === undefined ? undefined : parseTarget(text, parts);

const onTarget = (
  text: string | undefined,
  parts: readonly string[],
  make: (target: Target) => Command,
): Command | undefined => {
  const found = target(text, parts);
  return found === undefined ? undefined : make(found);
};

/** What is checked is a checkbox, also when it is called a box. */
const box = (text: string | undefined): string | undefined =>
  text?.replace(/^(?:the )?box(?=\s|$)|(?<=\s)box$/i, 'checkbox');

const NEW_TAB = /\s+in (?:a|another) (?:new )?(?:tab|window)$|\s+in new tab$/i;

function open(text: string, parts: readonly string[]): Command | undefined {
  const newTab = NEW_TAB.test(text) ? { newTab: true } : {};
  const words = text.replace(NEW_TAB, '');
  const url = urlOf(restore(words.replace(/^(?:the )?(?:site|website|page|url|address)\s+/i, ''), parts));
  if (url !== undefined) return { kind: 'open-url', url, ...newTab };
  return onTarget(words.replace(/\s+page$/i, ''), parts, (found) => ({ kind: 'open', target: found, ...newTab }));
}

function type(text: string, where: string | undefined, parts: readonly string[]): Command | undefined {
  const words = text.replace(/^(?:the )?(?:text|words?|value)\s+(?=⟦)/i, '');
  const value = onlyQuote(words, parts) ?? restore(words, parts);
  const found = target(where, parts);
  return value === '' ? undefined : { kind: 'type', text: value, ...(found === undefined ? {} : { target: found }) };
}

function values(text: string, parts: readonly string[]): string[] {
  return text
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    .map((value) => restore(value, parts))
    .filter((value) => value !== '');
}

const END = 50;
const FIELD_WORDS = '(?:the )?(?:form|fields?|following|following fields|form fields|form below|details)';

/** Commands that act, most specific first. The text has no politeness and no full stop at its end. */
export const ACT_RULES: readonly Rule[] = [
  [
    /^(?:jump|skip|go) (?:down |up )?to (?:the )?(.+?) section$/i,
    (match, parts) => onTarget(match[1], parts, (found) => ({ kind: 'scroll-to', target: found })),
  ],
  [/^use\s+(⟦\d+⟧)\s+(?:as|for)\s+(.+)$/i, (match, parts) => type(match[1] ?? '', match[2], parts)],
  [/^search\s+(⟦\d+⟧)$/i, (match, parts) => ({ kind: 'search', text: restore(match[1] ?? '', parts) })],
  [
    /^(?:go |navigate )?back(?: to the previous page| one page| a page)?$|^(?:go to|return to) the (?:previous|last) page$|^previous page$/i,
    () => ({ kind: 'back' }),
  ],
  [/^(?:go |navigate )?forwards?(?: one page| a page)?$/i, () => ({ kind: 'forward' })],
  [/^(?:reload|refresh)(?: (?:the|this) (?:page|tab|site))?$|^(?:reload|refresh) it$/i, () => ({ kind: 'reload' })],

  [
    /^(?:switch|go|change|move)(?: back)? to (?:the )?(?:new|newly opened|newest|other|last opened) tab$/i,
    () => ({ kind: 'switch-tab', which: 'new' }),
  ],
  [
    /^(?:switch|go|change|move)(?: back)? to (?:the )?(.+?) tab$|^(?:switch|change) to tab (.+)$|^switch tabs? to (.+)$/i,
    (match, parts) => ({ kind: 'switch-tab', which: restore(match[1] ?? match[2] ?? match[3] ?? '', parts) }),
  ],
  [/^close (?:the |this |that |current )*tab$|^close it$/i, () => ({ kind: 'close-tab' })],
  [
    /^open (?:a )?(?:new )?tab (?:with|for|at|to|on)\s+(.+)$/i,
    (match, parts) => open(`${match[1]} in a new tab`, parts),
  ],

  [
    /^(?:scroll )?(?:all the way )?(?:down )?to the (?:very )?(?:bottom|end)(?: of (?:the|this) page)?$/i,
    () => ({ kind: 'scroll', direction: 'down', pages: END }),
  ],
  [
    /^(?:scroll |go )?(?:all the way )?(?:up |back )?to the (?:very )?(?:top|beginning|start)(?: of (?:the|this) page)?$/i,
    () => ({ kind: 'scroll', direction: 'up', pages: END }),
  ],
  [/^(?:scroll|page) (?:the page )?(up|down|left|right)(?: (.+))?$/i, scroll],
  [/^scroll(?: the page)?$/i, () => ({ kind: 'scroll', direction: 'down' })],
  [
    /^scroll (?:down |up )?(?:to|until)\s+(?:you see |I see )?(.+)$|^(?:bring|scroll) (.+) into view$/i,
    (match, parts) => onTarget(match[1] ?? match[2], parts, (found) => ({ kind: 'scroll-to', target: found })),
  ],

  [
    /^wait (?:for )?(?:about )?([a-z]+|[\d.]+) ?(ms|milliseconds?|s|secs?|seconds?|mins?|minutes?)$/i,
    (match) => ({ kind: 'wait', until: { for: 'time', ms: seconds(match[1] ?? '1', match[2] ?? 's') } }),
  ],
  [/^wait(?: a (?:bit|moment|second))?$/i, () => ({ kind: 'wait', until: { for: 'time', ms: 1_000 } })],
  [
    /^wait (?:for|until) (?:the )?(?:page|site|navigation)(?: (?:to (?:load|finish|open)|(?:is|has) loaded|loads))?$|^wait for (?:the )?(?:next|new) page$/i,
    () => ({ kind: 'wait', until: { for: 'navigation' } }),
  ],
  [
    /^wait (?:for|until)\s+(.+?)\s+(?:to (?:disappear|vanish|go away)|(?:is|are) gone|disappears|vanishes|goes away)$/i,
    (match, parts) => ({
      kind: 'wait',
      until: {
        for: 'gone',
        text: restore((match[1] ?? '').replace(/^the (?:text |word )?/i, ''), parts).slice(0, LIMITS.name),
      },
    }),
  ],
  [
    /^wait (?:for|until)\s+(?:you see |I see |it says |the text |the word |the page says )?(.+?)(?:\s+(?:to (?:appear|show up|show)|appears|shows up|is (?:shown|visible|there)))?$/i,
    (match, parts) => ({
      kind: 'wait',
      until: {
        for: 'text',
        text: restore((match[1] ?? '').replace(/^the (?:text |word )?/i, ''), parts).slice(0, LIMITS.name),
      },
    }),
  ],

  [
    new RegExp(
      `^fill(?: in| out| up)?(?: ${FIELD_WORDS})?(?: with| as follows| like this| using)?\\s*[:\\n-]\\s*([\\s\\S]+)$`,
      'i',
    ),
    fillFields,
  ],
  [new RegExp(`^fill(?: in| out)? ${FIELD_WORDS} with\\s+([\\s\\S]+)$`, 'i'), fillFields],
  [/^(?:fill|enter)(?: in| out)?\s+(.+?\s+(?:with|=)\s+[\s\S]+)$/i, fillFields],

  [/^(?:press|hit|push|use)\s+(.+?)(?:\s+(?:in|on|inside)\s+(.+))?$/i, pressKey],
  [
    /^(?:double[- ]?click|click twice)(?: on)?\s+(.+)$/i,
    (match, parts) => onTarget(match[1], parts, (found) => ({ kind: 'click', target: found, count: 2 })),
  ],
  [
    /^(?:right|context)[- ]?click(?: on)?\s+(.+)$/i,
    (match, parts) => onTarget(match[1], parts, (found) => ({ kind: 'click', target: found, button: 'right' })),
  ],
  [
    /^middle[- ]?click(?: on)?\s+(.+)$/i,
    (match, parts) => onTarget(match[1], parts, (found) => ({ kind: 'click', target: found, button: 'middle' })),
  ],
  [
    /^(?:click|tap|press|hit|push)(?: on)?\s+(.+)$/i,
    (match, parts) => onTarget(match[1], parts, (found) => ({ kind: 'click', target: found })),
  ],

  [
    /^(?:append|add)\s+(?:the text\s+)?(⟦\d+⟧)\s+(?:to|in|into)\s+(.+)$/i,
    (match, parts) =>
      onTarget(match[2], parts, (found) => ({
        kind: 'type',
        text: onlyQuote(match[1] ?? '', parts) ?? '',
        target: found,
        append: true,
      })),
  ],
  [
    /^search(?: (?:the|this) (?:site|website|web|shop|store))?\s+for\s+(.+)$/i,
    (match, parts) => ({ kind: 'search', text: restore(match[1] ?? '', parts) }),
  ],
  [
    /^(?:type|write|enter|input|insert|put|paste|key in)(?: in)?\s+(⟦\d+⟧|.+?)\s+(?:into|in to|in|inside|on|to|as|for)\s+(⟦\d+⟧.*|(?:the |my )?(?:\S+ ){0,4}?\S+)$/i,
    (match, parts) => typeLast(match[0], parts),
  ],
  [
    /^(?:type|enter|input|insert|key in|write)\s+(⟦\d+⟧)$|^(?:type|key in)\s+(.+)$/i,
    (match, parts) => type(match[1] ?? match[2] ?? '', undefined, parts),
  ],

  [
    /^(?:select|choose|pick)\s+(.+?)\s+(?:from|in|as|for|under|on)\s+(?:the (?:list of |options? (?:of|for|in) )?)?(.+)$/i,
    (match, parts) =>
      onTarget(match[2], parts, (found) => ({
        kind: 'select',
        values: values((match[1] ?? '').replace(/^(?:the )?option\s+/i, ''), parts),
        target: found,
      })),
  ],
  [/^(?:set|change|switch)\s+(.+?)\s+(?:to|=|as)\s+(.+)$/i, setValue],
  [/^make\s+(.+?)\s+(⟦\d+⟧)$/i, setValue],
  [
    /^(?:select|choose|pick)\s+(.+)$/i,
    (match, parts) => {
      const found = target(match[1], parts);
      if (found === undefined) return undefined;
      return found.role === 'radio' || found.role === 'checkbox'
        ? { kind: 'check', target: found, checked: true }
        : {
            kind: 'select',
            values: [restore((match[1] ?? '').replace(/^the (?:option )?/i, '').replace(/ option$/i, ''), parts)],
          };
    },
  ],

  [
    /^(?:un-?check|un-?tick|deselect|unselect|turn off|switch off|disable)\s+(.+)$|^turn\s+(.+?)\s+off$/i,
    (match, parts) =>
      onTarget(box(match[1] ?? match[2]), parts, (found) => ({ kind: 'check', target: found, checked: false })),
  ],
  [
    /^(?:check|tick|turn on|switch on|enable)(?: off)?\s+(.+)$|^turn\s+(.+?)\s+on$/i,
    (match, parts) =>
      onTarget(box(match[1] ?? match[2]), parts, (found) => ({ kind: 'check', target: found, checked: true })),
  ],

  [
    /^(?:clear|empty|erase|wipe)(?: out)?\s+(?:the (?:contents?|text|value) (?:of|in|from)\s+)?(.+)$/i,
    (match, parts) => onTarget(match[1], parts, (found) => ({ kind: 'clear', target: found })),
  ],
  [
    /^(?:hover|mouse)(?: over| on)?\s+(.+)$|^(?:move|put) the (?:mouse|cursor|pointer) (?:over|on|to)\s+(.+)$/i,
    (match, parts) => onTarget(match[1] ?? match[2], parts, (found) => ({ kind: 'hover', target: found })),
  ],
  [
    /^focus(?: on)?\s+(.+)$|^(?:put|set|place) (?:the )?focus (?:on|in|into)\s+(.+)$/i,
    (match, parts) => onTarget(match[1] ?? match[2], parts, (found) => ({ kind: 'focus', target: found })),
  ],

  [/^(?:submit|send)(?: (?:it|the form|this form|the page|form))?$/i, () => ({ kind: 'submit' })],
  [
    /^submit\s+(.+?)(?: form)?$/i,
    (match, parts) => onTarget(match[1], parts, (found) => ({ kind: 'submit', target: found })),
  ],

  [
    /^(?:open|go to|goto|go on|visit|navigate to|browse to|take me to|bring me to|head to|follow|load|launch|jump to)\s+(?:up )?(.+)$/i,
    (match, parts) => open(match[1] ?? '', parts),
  ],
  [
    /^(⟦\d+⟧|\S+)$/,
    (match, parts) => {
      const text = restore(match[1] ?? '', parts);
      const url = /^⟦/.test(match[1] ?? '') && !/^(?:https?:|www\.)/i.test(text) ? undefined : urlOf(text);
      return url === undefined ? undefined : { kind: 'open-url', url };
    },
  ],
];

function fillFields(match: RegExpExecArray, parts: readonly string[]): Command | undefined {
  if (/^(?:the |this )?(?:form|fields?) with/i.test(match[1] ?? '')) return undefined;
  const fields = fieldList(match[1] ?? '', parts) ?? wordPairs(match[1] ?? '', parts);
  return fields === undefined ? undefined : { kind: 'fill', fields };
}

function pressKey(match: RegExpExecArray, parts: readonly string[]): Command | undefined {
  const words = restore(match[1] ?? '', parts);
  const key = keyOf(words);
  const whole = restore(`${match[1]}${match[2] === undefined ? '' : ` in ${match[2]}`}`, parts);
  if (key === undefined && match[2] === undefined && looksLikeKey(words) && !/^⟦/.test(match[1] ?? ''))
    return {
      kind: 'refused',
      text: whole,
      why: `The key ${words} reaches the browser itself, so a plan may not press it.`,
    };
  if (key === undefined || /^⟦/.test(match[1] ?? '') || /^use\b/i.test(match[0])) return undefined;
  // "press Home" may mean a link: a bare word that is a key is the key, "press the Home button" is not.
  const found = target(match[2], parts);
  return { kind: 'press', key, ...(found === undefined ? {} : { target: found }) };
}

/** The field stands after the last preposition; the text may hold prepositions itself. */
function typeLast(whole: string, parts: readonly string[]): Command | undefined {
  const body = whole.replace(/^(?:type|write|enter|input|insert|put|paste|key in)(?: in)?\s+/i, '');
  const quoted = /^((?:the text )?⟦\d+⟧)\s+(?:into|in to|in|inside|on|to|as|for)\s+(.+)$/i.exec(body);
  const split =
    quoted ?? /^(.+)\s+(?:into|in to)\s+(.+)$/i.exec(body) ?? /^(.+?)\s+(?:in|inside|as)\s+(.+)$/i.exec(body);
  if (split === null) return undefined;
  const [, text = '', where = ''] = split;
  if (/^put\b/i.test(whole) && /^(?:the )?focus$/i.test(text)) return undefined;
  return type(text, where, parts);
}

function setValue(match: RegExpExecArray, parts: readonly string[]): Command | undefined {
  const value = restore(match[2] ?? '', parts);
  const found = target((match[1] ?? '').replace(/^the value of\s+/i, ''), parts);
  if (found === undefined) return undefined;
  if (/^(?:on|checked|ticked)$/i.test(value)) return { kind: 'check', target: found, checked: true };
  if (/^(?:off|unchecked|unticked)$/i.test(value)) return { kind: 'check', target: found, checked: false };
  return { kind: 'set', target: found, value };
}
