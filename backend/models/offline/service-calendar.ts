import { call, type ServiceRule, SHOW, unquoted } from './service-rules.ts';
import { eventTimeIn, rangeOf, WHEN } from './service-when.ts';

const EVENTS = '(?:calendar|agenda|schedule|(?:calendar\\s+)?(?:events|appointments|meetings))';
const ID = '([A-Za-z0-9_]{5,80})';

const inRange = (name: string, when: string | undefined, now: Date) => {
  if (when === undefined) return name === 'calendar_agent' ? call(name) : undefined;
  const range = rangeOf(when, now);
  return range === undefined ? undefined : call(name, range);
};

/** Direct commands for Google Calendar. */
export const CALENDAR_RULES: readonly ServiceRule[] = [
  [
    new RegExp(
      `^${SHOW}${EVENTS}(?:\\s+(?:in|on)\\s+my\\s+calendar)?(?:\\s+(?:for\\s+|of\\s+|on\\s+)?(${WHEN}))?$`,
      'i',
    ),
    // One word alone may be a word of the page.
    ([text, when], now) =>
      /^(?:calendar|agenda|schedule)$/i.test(text) ? undefined : inRange('calendar_agent', when, now),
  ],
  [
    new RegExp(
      `^(?:what(?:'s|s| is| do i have)|do i have anything|anything)\\s+(?:on\\s+)?(?:(?:on|in)\\s+)?(?:my\\s+(?:calendar|agenda|schedule)\\s+)?(?:for\\s+|on\\s+)?(${WHEN})$`,
      'i',
    ),
    ([text, when], now) =>
      /\bi have\b|\bmy\b|what'?s on/i.test(text) ? inRange('calendar_agent', when, now) : undefined,
  ],
  [
    new RegExp(
      `^(?:(?:when\\s+)?am i (?:free|busy)|when (?:do i have time|can i)|(?:show\\s+(?:me\\s+)?)?(?:my\\s+)?free(?:\\s*[/-]?\\s*busy)?(?:\\s+times?)?)\\s+(?:for\\s+|on\\s+)?(${WHEN})$`,
      'i',
    ),
    ([, when], now) => inRange('calendar_free_busy', when, now),
  ],
  [
    /^(?:create|add|make|schedule|book|new|set up|plan)\s+(?:an?\s+|the\s+)?(?:new\s+)?(?:calendar\s+)?(?:event|appointment|meeting|entry)\b\s*[:,]?\s*(?:called|named|titled)?\s*[:,]?\s*([\s\S]{3,600})$/i,
    ([, words = ''], now) => newEvent(words, now),
  ],
  [
    new RegExp(
      `^(?:delete|remove|cancel)\\s+(?:the\\s+)?(?:event|appointment|meeting)\\s+["“](.{1,300}?)["”]\\s*,?\\s*\\(?${ID}\\)?$`,
      'i',
    ),
    ([, title = '', id = '']) => call('calendar_delete_event', { event_id: id, title }),
  ],
  [
    new RegExp(
      `^(?:delete|remove|cancel)\\s+(?:the\\s+)?(?:event|appointment|meeting)\\s+${ID}\\s*[,:]?\\s+(?:titled\\s+|called\\s+)?(\\S.{0,300})$`,
      'i',
    ),
    // An id holds a digit; else it is a word of the title.
    ([, id = '', title = '']) =>
      /\d/.test(id) ? call('calendar_delete_event', { event_id: id, title: unquoted(title) }) : undefined,
  ],
];

/** `"Tea with Ann" tomorrow at 4pm at Café Ritter with ann@site.example`. */
function newEvent(words: string, now: Date) {
  const quotedTitle = /["“]([^"“”]{1,300})["”]/u.exec(words);
  // Words of a quoted title are no times.
  const plain = quotedTitle === null ? words : words.replace(quotedTitle[0], ' ');
  const time = eventTimeIn(plain, now);
  if (time === undefined) return undefined;
  const guests = [...time.rest.matchAll(/[^\s,;<>]+@[^\s,;<>]+\.[^\s,;<>]+/gu)].map(([address]) => address);
  let rest = time.rest.replaceAll(/(?:\bwith\s+|\band\s+|,\s*)?<?[^\s,;<>]+@[^\s,;<>]+\.[^\s,;<>]+>?/giu, ' ');
  const place = quotedTitle === null ? null : /\b(?:at|in)\s+(\S.{0,200})$/iu.exec(rest.trim());
  if (place !== null) rest = rest.slice(0, rest.lastIndexOf(place[0]));
  const title =
    quotedTitle?.[1] ?? rest.replace(/(?:\s+(?:on|at|from|for|,))+\s*$/iu, '').replace(/^[\s,:]+|[\s,:]+$/gu, '');
  if (title.trim() === '') return undefined;
  return call('calendar_create_event', {
    start_time: time.start,
    end_time: time.end,
    summary: title.trim(),
    ...(place?.[1] === undefined ? {} : { location: place[1].trim() }),
    ...(guests.length === 0 ? {} : { guests }),
  });
}
