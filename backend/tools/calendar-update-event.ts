import type { calendar_v3 } from '@googleapis/calendar';
import * as z from 'zod';
import { CALENDAR_ORIGIN } from './calendar-events.ts';
import { eventTime, timeProblem, timeZone, toGoogleTimePatch } from './calendar-time.ts';
import { defineTool } from './define-tool.ts';
import { googleCalendar } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { googleId } from './google-id.ts';
import { namedEvent } from './named-event.ts';
import { TITLE_MOST_ESCAPED } from './shown-title.ts';

const schema = z
  .strictObject({
    event_id: googleId,
    title: z.string().min(1).max(TITLE_MOST_ESCAPED).describe('Its title now, as listed'),
    summary: z.string().min(1).max(300).optional().describe('A new title'),
    start_time: eventTime.optional(),
    end_time: eventTime.optional(),
    description: z.string().max(8_000).optional(),
    location: z.string().max(500).optional(),
    guests: z.array(z.email().max(254)).max(50).optional().describe('All guests from now on; they are written to'),
    time_zone: timeZone,
  })
  .superRefine(({ start_time, end_time }, check) => {
    if ((start_time === undefined) !== (end_time === undefined))
      check.addIssue({ code: 'custom', path: ['end_time'], message: 'Give both times, or none.' });
    const problem = start_time === undefined || end_time === undefined ? undefined : timeProblem(start_time, end_time);
    if (problem !== undefined) check.addIssue({ code: 'custom', path: ['end_time'], message: problem });
  });

/** Changes an event. What is left out stays. Guests are written to only when they are given. */
export const calendarUpdateEvent = defineTool({
  name: 'calendar_update_event',
  description: "Change an event of the person's Google calendar.",
  schema,
  risk: ({ guests }) => (guests === undefined ? 'high' : 'critical'),
  effect: 'write',
  destination: CALENDAR_ORIGIN,
  available: needsGoogle,
  run: (args, context) =>
    useGoogle(context, { api: 'calendar', access: 'calendar-change', effect: 'write' }, async (options) => {
      const { events } = await googleCalendar(options);
      const before = await namedEvent(events, args.event_id, args.title);
      const { start_time: start, end_time: end } = args;
      await events.patch({
        calendarId: 'primary',
        eventId: args.event_id,
        sendUpdates: args.guests === undefined ? 'none' : 'all',
        requestBody: {
          ...(args.summary === undefined ? {} : { summary: args.summary }),
          ...(start === undefined || end === undefined
            ? {}
            : toGoogleTimePatch(start, end, args.time_zone ?? context.timeZone)),
          ...(args.description === undefined ? {} : { description: args.description }),
          ...(args.location === undefined ? {} : { location: args.location }),
          ...(args.guests === undefined ? {} : { attendees: attendeesOf(args.guests, before) }),
        },
      });
      return { content: `Changed (event_id ${args.event_id}).` };
    }),
});

/**
 * A patch replaces the whole list: who is in it already stays as they are, with their answer, name and note. Each address
 * once, whatever its case.
 */
function attendeesOf(
  guests: readonly string[],
  { attendees = [] }: calendar_v3.Schema$Event,
): calendar_v3.Schema$EventAttendee[] {
  const known = new Map(attendees.map((attendee) => [attendee.email?.toLowerCase(), attendee]));
  return [...new Map(guests.map((email) => [email.toLowerCase(), email]))].map(
    ([key, email]) => known.get(key) ?? { email },
  );
}
