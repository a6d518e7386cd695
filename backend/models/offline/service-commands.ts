import type { NextCall } from './page-reading.ts';
import { CALENDAR_RULES } from './service-calendar.ts';
import { MAIL_RULES } from './service-mail.ts';
import type { ServiceRule } from './service-rules.ts';
import { WEB_RULES } from './service-web.ts';

/**
 * Direct commands for services, whole sentences: what is not exactly one of these stays a command for the page. Order
 * matters: the first that fits wins.
 */
const RULES: readonly ServiceRule[] = [...WEB_RULES, ...MAIL_RULES, ...CALENDAR_RULES];

/** Words whose slips of the pen are mended, where a sentence fits no rule as it stands. */
const WORDS =
  'search google unread emails email message messages latest newest inbox calendar events event appointments appointment meetings meeting archive github transcript youtube attendance semesters grades schedule tomorrow today create summarize website draft'.split(
    ' ',
  );
/** Only the first words are mended: what follows are names and texts of the person. */
const MENDED = 4;

/** The call of a service that the person spelt outright; undefined for everything else. Pure. @param now for days and weeks. */
export function serviceCall(ask: string, now: Date): NextCall | undefined {
  const text = ask
    .trim()
    .replace(/[‘’]/gu, "'")
    .replace(
      /^(?:(?:please|pls|hey|ok|okay)[,\s]\s*)*(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?|i(?:'d| would)?\s+(?:want|like)\s+(?:you\s+)?to\s+)?/i,
      '',
    )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?:,?\s+(?:please|pls|thanks))?[.!?]*$/i, '');
  return byRules(text, now) ?? byRules(mended(text), now);
}

function byRules(text: string | undefined, now: Date): NextCall | undefined {
  if (text === undefined) return undefined;
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(text);
    const found = match === null ? undefined : make(match, now);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Undefined where nothing was mended. */
function mended(text: string): string | undefined {
  const [head = ''] = /^(?:[a-z'-]+(?:\s+|$)){1,4}/i.exec(text) ?? [];
  const words = head.trim().split(/\s+/).slice(0, MENDED);
  const better = words.map((word) => {
    const lower = word.toLowerCase();
    if (lower.length < 5 || WORDS.includes(lower)) return word;
    return WORDS.find((known) => isSlip(lower, known)) ?? word;
  });
  const whole = `${better.join(' ')}${text.slice(head.trimEnd().length)}`;
  return head === '' || whole === text ? undefined : whole;
}

/** One letter too many, missing, wrong, or two that changed places. */
function isSlip(typed: string, known: string): boolean {
  if (Math.abs(typed.length - known.length) > 1 || typed === known) return false;
  let from = 0;
  while (from < typed.length && typed[from] === known[from]) from += 1;
  const a = typed.slice(from);
  const b = known.slice(from);
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}
