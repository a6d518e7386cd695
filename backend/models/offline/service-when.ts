/** Days, weeks and hours as people write them, in the time zone of this machine. */
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAY = `(?:next\\s+|this\\s+)?(?:${DAYS.join('|')})`;
const MONTH = `(?:${MONTHS.join('|')})[a-z]*\\.?`;

/** A day or a week, as a source for patterns: what `rangeOf` reads. */
export const WHEN = `(?:today|tonight|tomorrow|this week|next week|${WEEKDAY}|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}(?:st|nd|rd|th)?\\s+${MONTH}(?:\\s+\\d{4})?|${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?)`;

const HOUR = '(?:\\d{1,2}(?::\\d\\d)?\\s*(?:am|pm|h)|\\d{1,2}:\\d\\d|noon)';
const BARE_HOUR = `(?:${HOUR}|\\d{1,2})`;
const SPAN = new RegExp(
  `\\b(?:from\\s+|at\\s+)?(${BARE_HOUR})\\s*(?:-|–|to|until|till)\\s*(${HOUR}|\\d{1,2}(?!\\S))|\\bat\\s+(${BARE_HOUR})|(?<![\\d-])(${HOUR})`,
  'i',
);
const LENGTH = /\bfor\s+(?:(\d{1,3})\s*(?:min(?:ute)?s?)|(half\s+an|an|\d{1,2})\s*(?:hours?|h))\b/i;

const plusDays = (day: Date, days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');

/** The first day that the words name, and how many days from there. Undefined: no such day. */
function daysOf(words: string, now: Date): { first: Date; days: number } | undefined {
  const when = words.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const today = plusDays(now, 0);
  const monday = plusDays(today, -((today.getDay() + 6) % 7));
  if (when === 'today' || when === 'tonight') return { first: today, days: 1 };
  if (when === 'tomorrow') return { first: plusDays(today, 1), days: 1 };
  if (when === 'this week') return { first: monday, days: 7 };
  if (when === 'next week') return { first: plusDays(monday, 7), days: 7 };
  const weekday = DAYS.indexOf(when.replace(/^(?:next|this) /, ''));
  if (weekday >= 0) {
    const ahead = (weekday - today.getDay() + 7) % 7;
    return { first: plusDays(today, when.startsWith('next ') && ahead === 0 ? 7 : ahead), days: 1 };
  }
  const first = dateOf(when, today);
  return first === undefined ? undefined : { first, days: 1 };
}

/** `2026-05-08`, `8 may`, `May 8th, 2026`; without a year the next such day. */
function dateOf(when: string, today: Date): Date | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(when);
  if (iso !== null) return real(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const day = Number(/\d{1,2}(?=st|nd|rd|th|\b)/.exec(when)?.[0]);
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}`).test(when));
  if (month < 0) return undefined;
  const year = /\d{4}/.exec(when)?.[0];
  if (year !== undefined) return real(Number(year), month, day);
  const here = real(today.getFullYear(), month, day);
  return here !== undefined && here < today ? real(today.getFullYear() + 1, month, day) : here;
}

/** Undefined for a day that no month has. */
function real(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month, day);
  return date.getMonth() === month && date.getDate() === day ? date : undefined;
}

/** From midnight to midnight, with the offset of this machine. Undefined: no such day. */
export function rangeOf(when: string, now: Date): { from: string; to: string } | undefined {
  const found = daysOf(when, now);
  return found === undefined ? undefined : { from: isoOf(found.first), to: isoOf(plusDays(found.first, found.days)) };
}

/**
 * When something begins and ends, out of a sentence, and what is left of it. Without an hour it is the whole day; without
 * an end it takes an hour. Undefined: the sentence names no single day.
 */
export function eventTimeIn(text: string, now: Date): { start: string; end: string; rest: string } | undefined {
  const day = new RegExp(`\\b(?:on\\s+|for\\s+)?(${WHEN})\\b`, 'i').exec(text);
  const found = day?.[1] === undefined ? undefined : daysOf(day[1], now);
  if (day === null || found?.days !== 1) return undefined;
  let rest = without(text, day);
  const date = `${found.first.getFullYear()}-${two(found.first.getMonth() + 1)}-${two(found.first.getDate())}`;
  const length = LENGTH.exec(rest);
  if (length !== null) rest = without(rest, length);
  const hours = SPAN.exec(rest);
  if (hours === null) return length === null ? { start: date, end: date, rest } : undefined;
  rest = without(rest, hours);
  const half = /[ap]m/i.exec(hours[2] ?? '')?.[0] ?? '';
  const from = minutesOf(hours[3] ?? hours[4] ?? withHalf(hours[1] ?? '', half));
  const until = hours[2] === undefined ? undefined : minutesOf(hours[2]);
  if (from === undefined || (hours[2] !== undefined && until === undefined)) return undefined;
  // An end before the beginning is on the next morning.
  const end = until === undefined ? from + (lengthOf(length) ?? 60) : until <= from ? until + 1_440 : until;
  return { start: `${date}T${clock(from)}`, end: endOf(found.first, end), rest };
}

/** `2-4pm`: both are afternoon. */
const withHalf = (hour: string, half: string): string => (/[ap]m|:|noon/i.test(hour) ? hour : `${hour}${half}`);

const without = (text: string, match: RegExpExecArray): string =>
  `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.replaceAll(/\s+/g, ' ').trim();

/** Minutes of the day. Undefined: no such time. */
function minutesOf(text: string): number | undefined {
  if (/^noon$/i.test(text)) return 720;
  const match = /^(\d{1,2})(?::(\d\d))?\s*(am|pm|h)?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, hour = '', minute = '0', half = ''] = match;
  const twelve = /[ap]m/i.test(half);
  const hours = twelve ? (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0) : Number(hour);
  return hours > 23 || Number(minute) > 59 || (twelve && (Number(hour) < 1 || Number(hour) > 12))
    ? undefined
    : hours * 60 + Number(minute);
}

function lengthOf(match: RegExpExecArray | null): number | undefined {
  if (match === null) return undefined;
  if (match[1] !== undefined) return Number(match[1]);
  const hours = match[2] ?? '';
  return /^half/i.test(hours) ? 30 : (/^an$/i.test(hours) ? 1 : Number(hours)) * 60;
}

const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

function endOf(first: Date, minutes: number): string {
  const day = plusDays(first, Math.floor(minutes / 1_440));
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T${clock(minutes % 1_440)}`;
}

/** `2026-05-04T00:00:00+02:00`. */
function isoOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const zone = `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:00:00${zone}`;
}
