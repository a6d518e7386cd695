import { AppError } from '@pagehand/contracts/errors';

/**
 * `Monday, 2026-11-30 20:15:42 in Europe/Vienna (GMT+1); 2026-11-30T19:15:42Z`.
 * @throws AppError `invalid-arguments` for a time zone that does not exist.
 */
export function currentTime(now: Date, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions, locale = 'en-GB'): string =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(now);
  try {
    const weekday = part({ weekday: 'long' });
    // Swedish writes dates as ISO 8601 does.
    const local = part({ dateStyle: 'short', timeStyle: 'medium' }, 'sv-SE');
    const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value;
    return `${weekday}, ${local} in ${timeZone} (${offset ?? 'GMT'}); ${now.toISOString().replace(/\.\d+Z$/, 'Z')}`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('invalid-arguments', 'There is no such time zone: use an IANA name such as Europe/Vienna.');
  }
}
