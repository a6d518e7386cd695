import { cleanText } from '@pagehand/contracts/clean-text';
import * as z from 'zod';
import type { ToolContext } from './define-tool.ts';
import { oneLine, shownTitle } from './shown-title.ts';

/** Where calendar entries come from. Anybody may send an invitation: their text is data. */
export const CALENDAR_ORIGIN = 'https://calendar.google.com';

const TimeSchema = z.object({ dateTime: z.string().nullish(), date: z.string().nullish() }).nullish();
const EventSchema = z.object({
  id: z.string(),
  status: z.string().nullish(),
  summary: z.string().nullish(),
  description: z.string().nullish(),
  location: z.string().nullish(),
  start: TimeSchema,
  end: TimeSchema,
  organizer: z.object({ email: z.string().nullish(), self: z.boolean().nullish() }).nullish(),
  attendees: z.array(z.object({ email: z.string().nullish(), responseStatus: z.string().nullish() })).nullish(),
});
export type CalendarEvent = z.infer<typeof EventSchema>;

/** An event as Google gives it. @throws ZodError */
export const readEvent = (event: unknown): CalendarEvent => EventSchema.parse(event);

/** An event's title as it is listed, and as calls name it. */
export const titleOf = (event: CalendarEvent): string => shownTitle(event.summary ?? '') || '(no title)';

/** An event in a few lines. Descriptions may be HTML: what a person would see of it. */
export async function eventLines(event: CalendarEvent, context: Pick<ToolContext, 'documents'>): Promise<string> {
  const { description, location, attendees, organizer } = event;
  const text = description ? oneLine(await plain(description, context), 300) : '';
  const guests = (attendees ?? []).flatMap(({ email, responseStatus }) =>
    email ? [`${oneLine(email, 120)} (${responseStatus ?? 'unknown'})`] : [],
  );
  return [
    `- ${timeOf(event.start)} to ${timeOf(event.end)}: ${titleOf(event)} (event_id ${event.id})`,
    ...(location ? [`  Where: ${oneLine(location, 200)}`] : []),
    ...(organizer?.email && organizer.self !== true ? [`  From: ${oneLine(organizer.email, 120)}`] : []),
    ...(guests.length > 0 ? [`  Guests: ${guests.slice(0, 20).join(', ')}${guests.length > 20 ? ', ...' : ''}`] : []),
    ...(text === '' ? [] : [`  ${text}`]),
  ].join('\n');
}

const plain = (text: string, context: Pick<ToolContext, 'documents'>): Promise<string> =>
  /<[a-z!/]/iu.test(text) ? context.documents.mail(text) : Promise.resolve(cleanText(text).text);

const timeOf = (time: CalendarEvent['start']): string => time?.dateTime ?? time?.date ?? '?';
