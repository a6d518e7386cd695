import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { inZone, moment } from './calendar-time.ts';
import { defineTool } from './define-tool.ts';
import { googleCalendar } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';

const DAY_MS = 86_400_000;
const schema = z
  .strictObject({ from: moment, to: moment })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { message: 'to must be after from.', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 62 * DAY_MS, {
    message: 'At most 62 days at once.',
    path: ['to'],
  });
type Span = { start: number; end: number };

/** When the person is busy, and the gaps between: without a word of what the events are. */
export const calendarFreeBusy = defineTool({
  name: 'calendar_free_busy',
  description: "When the person's Google calendar is busy and when it is free, without saying with what.",
  schema,
  risk: 'low',
  effect: 'read',
  available: needsGoogle,
  run: ({ from, to }, context) =>
    useGoogle(context, { api: 'calendar', access: 'calendar-read', effect: 'read' }, async (options) => {
      const { data } = await (await googleCalendar(options)).freebusy.query({
        requestBody: { timeMin: from, timeMax: to, items: [{ id: 'primary' }] },
      });
      const found = data.calendars?.['primary'];
      if (found === undefined || (found.errors ?? []).length > 0)
        throw new AppError('service-error', 'Google does not say when this calendar is busy.');
      const busy = merged(
        (found.busy ?? []).flatMap(({ start, end }) =>
          start && end ? [{ start: Date.parse(start), end: Date.parse(end) }] : [],
        ),
      );
      const free = gaps(busy, { start: Date.parse(from), end: Date.parse(to) });
      return { content: `Busy:\n${lines(busy, context.timeZone)}\nFree:\n${lines(free, context.timeZone)}` };
    }),
});

function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else all.push({ ...span });
  }
  return all;
}

function gaps(busy: readonly Span[], range: Span): Span[] {
  const edges = [...busy.map(({ start }) => start), range.end];
  return edges.flatMap((end, index) => {
    const start = Math.max(range.start, busy[index - 1]?.end ?? range.start);
    return end > start ? [{ start, end: Math.min(end, range.end) }] : [];
  });
}

/** In the person's own zone. */
const lines = (spans: readonly Span[], zone: string): string =>
  spans.length === 0
    ? '- none'
    : spans.map(({ start, end }) => `- ${inZone(start, zone)} to ${inZone(end, zone)}`).join('\n');
