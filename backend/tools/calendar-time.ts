import * as z from 'zod';

/** An IANA zone for times without offset. Left out it is the person's, which needs no word in an approval. */
export const timeZone = z
  .string()
  .max(64)
  .refine((zone) => isZone(zone), 'Not a time zone such as Europe/Berlin.')
  .optional()
  .describe("Zone of times without offset; left out: the person's");

function isZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** A moment with its offset, for ranges. */
export const moment = z.iso.datetime({ offset: true, error: 'An ISO time with offset: 2026-03-05T09:00:00+01:00' });

/** A time as a person says it: with offset, without (in the zone), or a whole day. */
export const eventTime = z
  .string()
  .max(40)
  .refine(
    (time) => EVENT_TIMES.some((form) => form.safeParse(time).success),
    'ISO 8601: 2026-03-05T09:00:00+01:00, 2026-03-05T09:00 in the zone, or 2026-03-05 for a whole day.',
  );
const EVENT_TIMES = [z.iso.datetime({ offset: true }), z.iso.datetime({ local: true }), z.iso.date()];

type Shape = 'offset' | 'local' | 'day';
const shapeOf = (time: string): Shape =>
  !time.includes('T') ? 'day' : /(?:Z|[+-]\d\d:\d\d)$/u.test(time) ? 'offset' : 'local';

/** What is wrong with a beginning and an end; undefined: nothing. A whole day may end on the day it begins. */
export function timeProblem(start: string, end: string): string | undefined {
  const shape = shapeOf(start);
  if (shape !== shapeOf(end))
    return 'Give both times in the same form: both with offset, both without, or both as days.';
  // Times of one form compare as text when they have no offset.
  const ordered =
    shape === 'offset' ? Date.parse(start) < Date.parse(end) : shape === 'local' ? start < end : start <= end;
  return ordered ? undefined : 'The end must be after the start.';
}

/** As Google's Calendar API takes it. The end of whole days is the day after the last one. @param zone of times without offset */
export function toGoogleTimes(
  start: string,
  end: string,
  zone: string,
): { start: Record<string, string>; end: Record<string, string> } {
  if (shapeOf(start) !== 'day')
    return {
      start: { dateTime: withSeconds(start), timeZone: zone },
      end: { dateTime: withSeconds(end), timeZone: zone },
    };
  const after = new Date(`${end}T00:00:00Z`);
  after.setUTCDate(after.getUTCDate() + 1);
  return { start: { date: start }, end: { date: after.toISOString().slice(0, 10) } };
}

/**
 * The same for an event that is there. A patch merges `start` and `end` into what they hold, so the fields of the other
 * form are emptied: an event with a day and a time is refused.
 */
export function toGoogleTimePatch(
  start: string,
  end: string,
  zone: string,
): { start: Record<string, string | null>; end: Record<string, string | null> } {
  const times = toGoogleTimes(start, end, zone);
  const other = shapeOf(start) === 'day' ? { dateTime: null, timeZone: null } : { date: null };
  return { start: { ...times.start, ...other }, end: { ...times.end, ...other } };
}

const withSeconds = (time: string): string => time.replace(/(T\d\d:\d\d)(?=$|Z|[+-])/u, '$1:00');

/** A moment on the clock of a zone, with its offset: `2026-03-05T09:00+01:00`. */
export function inZone(ms: number, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  });
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const offset = part['timeZoneName']?.replace('GMT', '') || '+00:00';
  return `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}${offset}`;
}
