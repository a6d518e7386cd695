import type { Command } from './command.ts';
import type { Rule } from './parse-act.ts';
import { restore } from './quotes.ts';

/** A control by the words of the command itself: "log in", "add to cart". */
const named = (text: string, parts: readonly string[]): Command => ({
  kind: 'click',
  target: { name: restore(text, parts) },
});

/**
 * Commands that name a control without "click". Tried last: where the page has no such control, the answer says so and
 * names what is there.
 */
export const CONTROL_RULES: readonly Rule[] = [
  [/^(?:log|sign) ?(?:in|out|on|off|up)$/i, (match, parts) => named(match[0], parts)],
  [
    /^(accept|allow|reject|decline|deny|refuse)( all)?(?: the| these)? cookies?$/i,
    (match, parts) => named(`${match[1]}${match[2] ?? ''}`, parts),
  ],
  [
    /^(?:close|dismiss)(?: the| this| that)?(?: \w+)? (?:pop-?up|dialog|modal|overlay)$/i,
    () => ({ kind: 'click', target: { name: 'Close', place: 'dialog' } }),
  ],
  [/^(?:close|dismiss)(?: the| this| that)?(?: \w+)? banner$/i, () => ({ kind: 'click', target: { name: 'Close' } })],
  [/^(?:go to )?(?:the )?next page$/i, () => ({ kind: 'click', target: { name: 'Next' } })],
  [
    /^(?:toggle|expand|collapse|play|pause|mute|unmute|save|cancel|edit|delete|remove|add|subscribe|unsubscribe|like|share|reply|reset|download|install|start|continue|confirm|sort|filter|hide|increase|decrease|rename|mark|create|buy|order|use|post|publish|accept|agree|join|apply|show more|load more|read more)(?:\s+\S.*)?$/i,
    (match, parts) => named(match[0].replace(/^(toggle|expand|collapse)\s+(?:the\s+)?/i, ''), parts),
  ],
];
