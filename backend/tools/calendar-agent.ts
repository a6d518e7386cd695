import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import * as z from 'zod';
import { CALENDAR_ORIGIN, eventLines, readEvent } from './calendar-events.ts';
import { moment } from './calendar-time.ts';
import { defineTool } from './define-tool.ts';
import { googleCalendar } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { readFrom } from './mail-text.ts';

const schema = z
  .strictObject({
    max_results: z.int().min(1).max(25).default(10).describe('How many events'),
    from: moment.optional().describe('Left out: now'),
    to: moment.optional().describe('Left out: no end'),
    query: z.string().min(1).max(200).optional().describe('Words in title, place, description or guests'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    message: 'to must be after from.',
    path: ['to'],
  });

/** Events of the person's own calendar, in their order. */
export const calendarAgent = defineTool({
  name: 'calendar_agent',
  description: "Events of the person's Google calendar in a range of time, the coming ones by default.",
  schema,
  risk: 'low',
  effect: 'read',
  available: needsGoogle,
  run: (args, context) =>
    useGoogle(context, { api: 'calendar', access: 'calendar-read', effect: 'read' }, async (options) => {
      context.status('asking Google Calendar');
      const { data } = await (await googleCalendar(options)).events.list({
        calendarId: 'primary',
        singleEvents: true,
        orderBy: 'startTime',
        maxResults: args.max_results,
        timeMin: args.from ?? new Date().toISOString(),
        ...(args.to === undefined ? {} : { timeMax: args.to }),
        ...(args.query === undefined ? {} : { q: args.query }),
      });
      const events = (data.items ?? []).map(readEvent).filter(({ status }) => status !== 'cancelled');
      if (events.length === 0) return { content: 'There is no event in this time.' };
      const lines = await Promise.all(events.map((event) => eventLines(event, context)));
      const more = data.nextPageToken ? ' There are more.' : '';
      return {
        content: `${events.length} events.${more}\n${untrustedBlock({ source: CALENDAR_ORIGIN, kind: 'events' }, lines.join('\n'))}`,
        artifact: readFrom(CALENDAR_ORIGIN),
      };
    }),
});
