import type { NextCall } from './page-reading.ts';

type Make = (match: RegExpExecArray, now: Date) => NextCall | undefined;

const MAIL = '(?:e-?mails?|mails?|messages?)';
const IN_MAIL = `(?:\\s+(?:in|from|on)\\s+(?:my\\s+)?(?:gmail|inbox|mailbox))?`;
const URL_WORD = '(https?:\\/\\/\\S+?)';

const call = (name: string, args: Record<string, unknown> = {}): NextCall => ({ name, args });
const count = (word: string | undefined, most: number): Record<string, unknown> =>
  word === undefined ? {} : { max_results: Math.min(most, Math.max(1, Number(word))) };

/**
 * Direct commands for services, whole sentences: what is not exactly one of these stays a command for the page. Order
 * matters: the first that fits wins.
 */
const COMMANDS: readonly (readonly [RegExp, Make])[] = [
  [
    /^(?:search|look)\s+(?:(?:the\s+)?(?:web|internet)|online)\s+(?:for\s+)?(.{1,380})$|^(?:google|web search(?:\s+for)?)[:\s]\s*(.{1,380})$/i,
    ([, a, b]) => call('web_search', { query: (a ?? b ?? '').trim() }),
  ],
  [
    new RegExp(
      `^(?:search|find)\\s+(?:in\\s+)?(?:my\\s+)?(?:gmail|${MAIL}|inbox)\\s+(?:for|about|from)\\s+(.{1,400})$`,
      'i',
    ),
    ([text, words = '']) => call('gmail_search', { query: /\sfrom\s+\S+$/i.test(text) ? `from:${words}` : words }),
  ],
  [
    new RegExp(
      `^(?:(?:show|list|read|get)(?:\\s+me)?\\s+)?(?:all\\s+)?(?:my\\s+)?(?:(\\d{1,2})\\s+)?unread\\s+${MAIL}${IN_MAIL}$`,
      'i',
    ),
    ([, many]) => call('gmail_list_unread', count(many, 50)),
  ],
  [
    new RegExp(
      `^(?:(?:show|list|read|get)(?:\\s+me)?\\s+)?(?:the\\s+|my\\s+)?(?:(?:latest|newest|last|recent)\\s+(?:(\\d{1,2})\\s+)?${MAIL}${IN_MAIL}|inbox)$`,
      'i',
    ),
    ([, many]) => call('gmail_agent', count(many, 25)),
  ],
  [
    /^mark\s+(?:the\s+)?(?:e-?mail|mail|message)\s+([A-Za-z0-9]{8,40})\s+(?:as\s+)?read$/i,
    ([, id = '']) => call('gmail_mark_read', { message_id: id }),
  ],
  [
    /^read\s+(?:the\s+)?(?:e-?mail|mail|message)\s+([A-Za-z0-9]{8,40})$/i,
    ([, id = '']) => call('gmail_read', { message_id: id }),
  ],
  [
    /^send\s+(?:an?\s+)?(?:e-?mail|mail)\s+to\s+(\S+@\S+?)\s*[,:]?\s+(?:with\s+(?:the\s+)?)?subject\s*[:=]?\s*["“]?(.{1,200}?)["”]?\s*[,;]?\s+(?:and\s+)?(?:(?:the\s+)?(?:body|text|message)|saying)\s*[:=]?\s*["“]?([\s\S]{1,5000}?)["”]?$/i,
    ([, to = '', subject = '', body = '']) => call('gmail_send_email', { to: [to], subject, body }),
  ],
  [
    /^(?:(?:show|list|what are)(?:\s+me)?\s+)?(?:the\s+|my\s+)?(?:calendar\s+)?(?:events|appointments|meetings)(?:\s+(?:in|on)\s+my\s+calendar)?(?:\s+(?:for\s+|of\s+)?(today|tomorrow|this week|next week))?$/i,
    ([, when], now) => call('calendar_agent', when === undefined ? {} : rangeOf(when.toLowerCase(), now)),
  ],
  [
    /^(?:ask\s+)?github\s+(?:repo(?:sitory)?\s+)?((?:https?:\/\/\S*?)?[\w.-]+\/[\w.-]+(?:[#/]\S*?)?)\s*(?:[:,]|\s)\s*(.{1,1000})$/i,
    ([, url = '', question = '']) => call('github', { url, question }),
  ],
  [
    new RegExp(`^(?:summari[sz]e|sum up)\\s+(?:the\\s+|this\\s+)?(?:youtube\\s+)?video\\s+${URL_WORD}$`, 'i'),
    ([, url = '']) => call('youtube', { url, question: 'Summarize the video' }),
  ],
  [
    new RegExp(`^(?:ask\\s+(?:the\\s+)?)?(?:youtube\\s+)?video\\s+${URL_WORD}\\s*[:,]?\\s+(.{1,1000})$`, 'i'),
    ([, url = '', question = '']) => call('youtube', { url, question }),
  ],
  [
    new RegExp(
      `^(?:ask\\s+)?(?:the\\s+)?(?:web\\s?site|site|web\\s?page|address)\\s+${URL_WORD}\\s*[:,]?\\s+(.{1,1000})$`,
      'i',
    ),
    ([, url = '', question = '']) => call('website', { url, question }),
  ],
  [
    /^(?:(?:show|list|what is)(?:\s+me)?\s+)?(?:the\s+|my\s+)?attendance(?:\s+(?:for|of|in)\s+(?:semester\s+)?([A-Za-z0-9]{4,20}))?$/i,
    ([, semester]) => call('pyjiit_agent', semester === undefined ? {} : { registration_code: semester.toUpperCase() }),
  ],
  [/^(?:(?:show|list)(?:\s+me)?\s+)?(?:the\s+|my\s+)?semesters$/i, () => call('pyjiit_semesters')],
];

/** The call of a service that the person spelt outright; undefined for everything else. Pure. @param now for days and weeks. */
export function serviceCall(ask: string, now: Date): NextCall | undefined {
  const text = ask
    .trim()
    .replace(/^(?:please|pls|can you|could you|would you)\s+/i, '')
    .replace(/\s+/g, ' ')
    .replace(/(?:\s+please)?[.!?]*$/i, '');
  for (const [pattern, make] of COMMANDS) {
    const match = pattern.exec(text);
    const found = match === null ? undefined : make(match, now);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A day, or a week from Monday on, in the time zone of this machine. */
function rangeOf(when: string, now: Date): { from: string; to: string } {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const plus = (days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
  const monday = -((day.getDay() + 6) % 7);
  const [from, to] =
    when === 'today'
      ? [0, 1]
      : when === 'tomorrow'
        ? [1, 2]
        : when === 'this week'
          ? [monday, monday + 7]
          : [monday + 7, monday + 14];
  return { from: isoOf(plus(from)), to: isoOf(plus(to)) };
}

/** `2026-05-04T00:00:00+02:00`. */
function isoOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const zone = `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:00:00${zone}`;
}
