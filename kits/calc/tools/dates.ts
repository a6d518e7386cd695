import { DateTime } from 'luxon';

/** A date or a point in time; without a zone of its own it is in the zone that is given. */
function read(text: string, zone: string): DateTime {
  const date = DateTime.fromISO(text.trim(), { zone, setZone: true });
  if (date.isValid) return date;
  throw new Error(
    `"${text}" is no date: write it like 2026-03-31 or 2026-03-31T14:30${date.invalidReason === 'unsupported zone' ? `, and the zone like Europe/Berlin, not ${zone}` : ''}.`,
  );
}

/** Days from Monday to Friday after the first date, up to and with the second; holidays are not known. */
function workdays(from: DateTime, to: DateTime): number {
  const [first, last] =
    from <= to ? [from.startOf('day'), to.startOf('day')] : [to.startOf('day'), from.startOf('day')];
  const days = Math.round(last.diff(first, 'days').days);
  const whole = Math.floor(days / 7) * 5;
  const rest = Array.from({ length: days % 7 }, (_, index) => ((first.weekday + index) % 7) + 1);
  const count = whole + rest.filter((weekday) => weekday <= 5).length;
  return from <= to ? count : -count;
}

/**
 * Says how long it is from one date to another.
 * @param from - Like 2026-03-31 or 2026-03-31T14:30.
 * @param to - The same.
 * @param zone - Time zone of dates that have none, like Europe/Berlin.
 */
export function date_difference(
  from: string,
  to: string,
  zone: string = 'UTC',
): {
  days: number;
  workdays: number;
  hours: number;
  years_months_days: string;
  weekday_from: string;
  weekday_to: string;
} {
  const [first, second] = [read(from, zone), read(to, zone)];
  const calendar = second.diff(first, ['years', 'months', 'days']);
  return {
    days: Math.round(second.startOf('day').diff(first.startOf('day'), 'days').days),
    workdays: workdays(first, second),
    hours: Number(second.diff(first, 'hours').hours.toFixed(4)),
    years_months_days: `${calendar.years} years, ${calendar.months} months, ${Math.floor(calendar.days)} days`,
    weekday_from: first.setLocale('en').weekdayLong ?? '',
    weekday_to: second.setLocale('en').weekdayLong ?? '',
  };
}

/** How much to add; negative numbers go back. */
interface Duration {
  years?: number;
  months?: number;
  weeks?: number;
  days?: number;
  hours?: number;
  minutes?: number;
}

/**
 * Adds to a date, by the calendar: a month after 31 January is the last day of February.
 * @param date - Like 2026-03-31 or 2026-03-31T14:30.
 * @param add - How much.
 * @param zone - Time zone of a date that has none, like Europe/Berlin.
 */
export function date_add(date: string, add: Duration, zone: string = 'UTC'): { date: string; weekday: string } {
  const start = read(date, zone);
  const result = start.plus(add);
  const wholeDay = /^\d{4}-\d{2}-\d{2}$/.test(date.trim()) && add.hours === undefined && add.minutes === undefined;
  return {
    date: (wholeDay ? result.toISODate() : result.toISO({ suppressMilliseconds: true })) ?? '',
    weekday: result.setLocale('en').weekdayLong ?? '',
  };
}
