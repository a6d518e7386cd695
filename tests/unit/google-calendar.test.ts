import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GoogleBench } from './google-support.ts';

let bench: GoogleBench;
beforeAll(async () => {
  bench = await GoogleBench.start();
});
afterAll(() => bench.close());
beforeEach(() => void bench.google.events.splice(0));

describe('Google Calendar', () => {
  const meeting = {
    id: 'event1',
    summary: 'Stand-up',
    description: 'Agenda<span style="display:none">HIDDEN-2</span>',
    start: { dateTime: '2026-03-05T09:00:00+01:00' },
    end: { dateTime: '2026-03-05T09:30:00+01:00' },
    attendees: [{ email: 'ann@mail.example', responseStatus: 'accepted' }],
  };

  it('lists events of a range as data, without what they hide', async () => {
    bench.google.events.push(meeting);
    const { result } = await bench.call('calendar_agent', { from: '2026-03-01T00:00:00Z', to: '2026-03-09T00:00:00Z' });
    expect(result).toContain('2026-03-05T09:00:00+01:00 to 2026-03-05T09:30:00+01:00: Stand-up (event_id event1)');
    expect(result).toContain('ann@mail.example (accepted)');
    expect(result).toContain('Agenda');
    expect(result).not.toContain('HIDDEN-2');
    expect(bench.google.server.requests.at(-1)?.url.searchParams.get('singleEvents')).toBe('true');
    const turned = await bench.call('calendar_agent', { from: '2026-03-09T00:00:00Z', to: '2026-03-01T00:00:00Z' });
    expect(turned.error.code).toBe('invalid-arguments');
  });

  it('says when the person is busy and free', async () => {
    bench.google.events.push(meeting, {
      ...meeting,
      id: 'e2',
      start: { dateTime: '2026-03-05T09:15:00+01:00' },
      end: { dateTime: '2026-03-05T10:00:00+01:00' },
    });
    const { result } = await bench.call('calendar_free_busy', {
      from: '2026-03-05T07:00:00Z',
      to: '2026-03-05T12:00:00Z',
    });
    const times = [...result.matchAll(/- (\S+) to (\S+)/gu)].map(([, start = '', end = '']) => [
      new Date(start).toISOString(),
      new Date(end).toISOString(),
    ]);
    expect(times).toEqual([
      ['2026-03-05T08:00:00.000Z', '2026-03-05T09:00:00.000Z'],
      ['2026-03-05T07:00:00.000Z', '2026-03-05T08:00:00.000Z'],
      ['2026-03-05T09:00:00.000Z', '2026-03-05T12:00:00.000Z'],
    ]);
  });

  it.each([
    ['2026-03-05T10:00', '2026-03-05T09:00'],
    ['2026-03-05T10:00:00+01:00', '2026-03-05T09:00:00Z'],
    ['2026-03-05', '2026-03-04'],
    ['2026-03-05T10:00', '2026-03-05'],
    ['tomorrow', 'later'],
    ['2026-02-30T10:00', '2026-02-30T11:00'],
  ])('refuses an event from %s to %s', async (start_time, end_time) => {
    const { error } = await bench.call('calendar_create_event', { summary: 'x', start_time, end_time });
    expect(error.code).toBe('invalid-arguments');
    expect(bench.google.events).toHaveLength(0);
  });

  it('creates in the zone that is named, whole days to their end, and asks every time where guests are written to', async () => {
    const own = await bench.call('calendar_create_event', {
      summary: 'Dentist',
      start_time: '2026-03-05T10:00',
      end_time: '2026-03-05T11:00',
      time_zone: 'Asia/Kolkata',
    });
    expect(own.asked?.risk.risk).toBe('high');
    await bench.approve(own.threadId);
    expect(bench.google.events[0]).toMatchObject({
      summary: 'Dentist',
      start: { dateTime: '2026-03-05T10:00:00', timeZone: 'Asia/Kolkata' },
    });
    const days = await bench.call('calendar_create_event', {
      summary: 'Trip',
      start_time: '2026-12-30',
      end_time: '2026-12-31',
    });
    await bench.approve(days.threadId);
    expect(bench.google.events[1]).toMatchObject({ start: { date: '2026-12-30' }, end: { date: '2027-01-01' } });
    const guests = await bench.call('calendar_create_event', {
      summary: 'x',
      start_time: '2026-12-30',
      end_time: '2026-12-30',
      guests: ['ann@mail.example'],
    });
    expect(guests.asked?.risk.risk).toBe('critical');
    await bench.approve(guests.threadId);
    expect(bench.google.server.requests.at(-1)?.url.searchParams.get('sendUpdates')).toBe('all');
  });

  it.each([
    ['2026-03-06', '2026-03-07', { date: '2026-03-06' }, { date: '2026-03-08' }],
    [
      '2026-03-06T10:00',
      '2026-03-06T11:00',
      { dateTime: '2026-03-06T10:00:00', timeZone: 'Asia/Kolkata' },
      { dateTime: '2026-03-06T11:00:00', timeZone: 'Asia/Kolkata' },
    ],
    [
      '2026-03-06T10:00:00+01:00',
      '2026-03-06T11:00:00+01:00',
      { dateTime: '2026-03-06T10:00:00+01:00', timeZone: 'Asia/Kolkata' },
      { dateTime: '2026-03-06T11:00:00+01:00', timeZone: 'Asia/Kolkata' },
    ],
  ])('moves an event with times and one of whole days to %s', async (start_time, end_time, start, end) => {
    const zoned = { dateTime: '2026-03-05T09:00:00+01:00', timeZone: 'Europe/Berlin' };
    for (const [at, until] of [
      [zoned, { ...zoned, dateTime: '2026-03-05T09:30:00+01:00' }],
      [{ date: '2026-03-05' }, { date: '2026-03-06' }],
    ]) {
      bench.google.events.splice(0, Infinity, { ...meeting, start: at, end: until });
      const args = { event_id: 'event1', title: 'Stand-up', start_time, end_time, time_zone: 'Asia/Kolkata' };
      const moved = await bench.call('calendar_update_event', args);
      expect((await bench.approve(moved.threadId)).error).toBeUndefined();
      expect(bench.google.events[0]).toEqual({ ...meeting, start, end });
    }
  });

  it('keeps the answers, names and notes of guests who stay, and asks each guest once', async () => {
    const ann = { email: 'Ann@mail.example', responseStatus: 'accepted', displayName: 'Ann', optional: true };
    const bob = { email: 'bob@mail.example', responseStatus: 'declined', comment: 'Away', additionalGuests: 1 };
    bench.google.events.push({ ...meeting, attendees: [ann, bob, { email: 'gone@mail.example' }] });
    const guests = ['ann@MAIL.example', 'BOB@mail.example', 'new@mail.example', 'New@mail.example'];
    const asked = await bench.call('calendar_update_event', { event_id: 'event1', title: 'Stand-up', guests });
    expect(asked.asked?.risk.risk).toBe('critical');
    expect((await bench.approve(asked.threadId)).error).toBeUndefined();
    expect(bench.google.events[0]?.['attendees']).toEqual([ann, bob, { email: 'New@mail.example' }]);
  });

  it('changes and deletes only the event whose title the person saw', async () => {
    bench.google.events.push({ ...meeting });
    const wrong = await bench.call('calendar_delete_event', { event_id: 'event1', title: 'Party' });
    expect(wrong.asked?.risk.risk).toBe('critical');
    expect((await bench.approve(wrong.threadId)).error.code).toBe('conflict');
    const moved = await bench.call('calendar_update_event', {
      event_id: 'event1',
      title: 'Stand-up',
      location: 'Room 2',
    });
    await bench.approve(moved.threadId);
    expect(bench.google.events[0]).toMatchObject({ location: 'Room 2', summary: 'Stand-up' });
    const gone = await bench.call('calendar_delete_event', { event_id: 'event1', title: 'Stand-up' });
    expect((await bench.approve(gone.threadId)).result).toContain('Deleted');
    expect(bench.google.events).toHaveLength(0);
  });
});
