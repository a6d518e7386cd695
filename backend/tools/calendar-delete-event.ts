import * as z from 'zod';
import { CALENDAR_ORIGIN } from './calendar-events.ts';
import { defineTool } from './define-tool.ts';
import { googleCalendar } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { googleId } from './google-id.ts';
import { namedEvent } from './named-event.ts';
import { TITLE_MOST_ESCAPED } from './shown-title.ts';

const schema = z.strictObject({
  event_id: googleId,
  title: z.string().min(1).max(TITLE_MOST_ESCAPED).describe('Its title, as listed'),
});

/** Deletes an event; guests are told. Critical: the person sees its title, which is looked at again before. */
export const calendarDeleteEvent = defineTool({
  name: 'calendar_delete_event',
  description: "Delete an event of the person's Google calendar.",
  schema,
  risk: 'critical',
  effect: 'write',
  destination: CALENDAR_ORIGIN,
  available: needsGoogle,
  run: ({ event_id: eventId, title }, context) =>
    useGoogle(context, { api: 'calendar', access: 'calendar-change', effect: 'write' }, async (options) => {
      const { events } = await googleCalendar(options);
      await namedEvent(events, eventId, title);
      await events.delete({ calendarId: 'primary', eventId, sendUpdates: 'all' });
      return { content: `Deleted (event_id ${eventId}).` };
    }),
});
