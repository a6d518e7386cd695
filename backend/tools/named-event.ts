import type { calendar_v3 } from '@googleapis/calendar';
import { AppError } from '@pagehand/contracts/errors';
import { readEvent, titleOf } from './calendar-events.ts';
import { isAsShown } from './shown-title.ts';

/**
 * The event of an id with all that Google holds of it, when it has the title that the person approved. An id says nothing
 * to a person: the title does.
 * @throws AppError `conflict` when it has another one.
 */
export async function namedEvent(
  events: calendar_v3.Resource$Events,
  eventId: string,
  title: string,
): Promise<calendar_v3.Schema$Event> {
  const { data } = await events.get({ calendarId: 'primary', eventId });
  if (isAsShown(titleOf(readEvent(data)), title)) return data;
  throw new AppError('conflict', 'The event of this id has another title: list the events again.');
}
