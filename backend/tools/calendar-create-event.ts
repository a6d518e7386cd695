import * as z from 'zod';
import { CALENDAR_ORIGIN } from './calendar-events.ts';
import { eventTime, timeProblem, timeZone, toGoogleTimes } from './calendar-time.ts';
import { defineTool } from './define-tool.ts';
import { googleCalendar } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';

const schema = z
  .strictObject({
    start_time: eventTime.describe('ISO 8601, with offset or in the zone; a date for a whole day'),
    end_time: eventTime.describe('After the start; of whole days the last one'),
    summary: z.string().min(1).max(300).describe('Title'),
    description: z.string().max(8_000).optional(),
    location: z.string().max(500).optional(),
    guests: z.array(z.email().max(254)).max(50).optional().describe('Addresses: each gets an invitation by mail'),
    time_zone: timeZone,
  })
  .superRefine(({ start_time, end_time }, check) => {
    const problem = timeProblem(start_time, end_time);
    if (problem !== undefined) check.addIssue({ code: 'custom', path: ['end_time'], message: problem });
  });

/** Creates an event in the person's own calendar. Guests are written to: that makes it critical. */
export const calendarCreateEvent = defineTool({
  name: 'calendar_create_event',
  description: "Create an event in the person's Google calendar, with or without guests.",
  schema,
  risk: ({ guests }) => ((guests ?? []).length > 0 ? 'critical' : 'high'),
  effect: 'write',
  destination: CALENDAR_ORIGIN,
  available: needsGoogle,
  run: (args, context) =>
    useGoogle(context, { api: 'calendar', access: 'calendar-change', effect: 'write' }, async (options) => {
      const guests = args.guests ?? [];
      const { data } = await (await googleCalendar(options)).events.insert({
        calendarId: 'primary',
        sendUpdates: guests.length > 0 ? 'all' : 'none',
        requestBody: {
          summary: args.summary,
          ...toGoogleTimes(args.start_time, args.end_time, args.time_zone ?? context.timeZone),
          ...(args.description === undefined ? {} : { description: args.description }),
          ...(args.location === undefined ? {} : { location: args.location }),
          ...(guests.length === 0 ? {} : { attendees: guests.map((email) => ({ email })) }),
        },
      });
      return { content: `Created (event_id ${String(data.id)}), ${args.start_time} to ${args.end_time}.` };
    }),
});
