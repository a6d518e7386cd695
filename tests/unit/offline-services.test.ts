import { describe, expect, test } from 'vitest';
import { nextMessage } from '../../backend/models/offline/next-message.ts';
import { serviceCall } from '../../backend/models/offline/service-commands.ts';
import { AGENT_TOOLS } from '../../backend/tools/index.ts';

const NOW = new Date(2026, 4, 6, 15, 30); // a Wednesday

describe('a direct command for a service', () => {
  test.each([
    ['Search the web for tea from Assam', 'web_search', { query: 'tea from Assam' }],
    ['google: weather in Graz', 'web_search', { query: 'weather in Graz' }],
    ['unread mail', 'gmail_list_unread', {}],
    ['Show me my 5 unread emails.', 'gmail_list_unread', { max_results: 5 }],
    ['latest mails', 'gmail_agent', {}],
    ['show my inbox', 'gmail_agent', {}],
    ['search my mail for invoice May', 'gmail_search', { query: 'invoice May' }],
    ['search gmail from ann@site.example', 'gmail_search', { query: 'from:ann@site.example' }],
    ['mark message 18c2f00aa1b2c3d4 as read', 'gmail_mark_read', { message_id: '18c2f00aa1b2c3d4' }],
    [
      'send a mail to ann@site.example, subject "Tea", body: See you at four.',
      'gmail_send_email',
      { to: ['ann@site.example'], subject: 'Tea', body: 'See you at four' },
    ],
    ['github hono/hono: how do I set a header?', 'github', { url: 'hono/hono', question: 'how do I set a header' }],
    [
      'summarize this video https://video.example/watch?v=1',
      'youtube',
      { url: 'https://video.example/watch?v=1', question: 'Summarize the video' },
    ],
    [
      'ask the website https://a.example/x what does it cost?',
      'website',
      { url: 'https://a.example/x', question: 'what does it cost' },
    ],
    ['my attendance in 2026EVESEM', 'pyjiit_agent', { registration_code: '2026EVESEM' }],
    ['semesters', 'pyjiit_semesters', {}],
    ['serach the web for tea', 'web_search', { query: 'tea' }],
    ['look up green tea on the web', 'web_search', { query: 'green tea' }],
    ['Could you please check my mail?', 'gmail_agent', {}],
    ['any new mail?', 'gmail_list_unread', {}],
    ['show unraed emails', 'gmail_list_unread', {}],
    ['show emails from ann@site.example', 'gmail_search', { query: 'from:ann@site.example' }],
    [
      'archive the mail "Invoice May" 18c2f00aa1b2c3d4',
      'gmail_archive',
      { message_id: '18c2f00aa1b2c3d4', subject: 'Invoice May' },
    ],
    [
      'email ann@site.example: See you at four',
      'gmail_send_email',
      { to: ['ann@site.example'], subject: 'See you at four', body: 'See you at four' },
    ],
    [
      'write a mail to ann@site.example about “Tea”: See you at four',
      'gmail_draft',
      { to: ['ann@site.example'], subject: 'Tea', body: 'See you at four' },
    ],
    [
      'create an event "Tea with Ann" tomorrow at 4pm',
      'calendar_create_event',
      { start_time: '2026-05-07T16:00', end_time: '2026-05-07T17:00', summary: 'Tea with Ann' },
    ],
    [
      'add an event on 8 May from 14:00 to 15:30 "Talk on Friday"',
      'calendar_create_event',
      { start_time: '2026-05-08T14:00', end_time: '2026-05-08T15:30', summary: 'Talk on Friday' },
    ],
    [
      'schedule a meeting Standup on friday at 9:30 for 15 minutes with bo@site.example',
      'calendar_create_event',
      {
        start_time: '2026-05-08T09:30',
        end_time: '2026-05-08T09:45',
        summary: 'Standup',
        guests: ['bo@site.example'],
      },
    ],
    [
      'new appointment Dentist tomorrow 2-3pm',
      'calendar_create_event',
      { start_time: '2026-05-07T14:00', end_time: '2026-05-07T15:00', summary: 'Dentist' },
    ],
    [
      'add an event Night train on 2026-05-08 from 23:00 to 6:00',
      'calendar_create_event',
      { start_time: '2026-05-08T23:00', end_time: '2026-05-09T06:00', summary: 'Night train' },
    ],
    [
      'add an event Holiday on 2026-05-08',
      'calendar_create_event',
      { start_time: '2026-05-08', end_time: '2026-05-08', summary: 'Holiday' },
    ],
    ['delete the event "Tea" abc123def', 'calendar_delete_event', { event_id: 'abc123def', title: 'Tea' }],
    [
      'transcript of https://youtu.be/abc',
      'youtube',
      { url: 'https://youtu.be/abc', question: 'What does the transcript say?' },
    ],
    [
      'summarize https://github.com/hono/hono',
      'github',
      { url: 'https://github.com/hono/hono', question: 'Summarize it' },
    ],
    [
      'What does https://a.example/x say about prices?',
      'website',
      { url: 'https://a.example/x', question: 'What does it say about prices' },
    ],
    ['show my grades', 'pyjiit_grades', {}],
    ['my exam schedule for 2026EVESEM', 'pyjiit_exams', { registration_code: '2026EVESEM' }],
    ['my subjects', 'pyjiit_subjects', {}],
    ['what time is it?', 'current_time', {}],
    ['remember that my train leaves at 9', 'remember', { note: 'my train leaves at 9' }],
  ])('%j calls %s', (ask, name, args) => {
    expect(serviceCall(ask, NOW)).toEqual({ name, args });
  });

  test('days and weeks become ranges with the offset of this machine, weeks from Monday on', () => {
    const args: Record<string, unknown> = serviceCall('events this week', NOW)?.args ?? {};
    expect(args['from']).toMatch(/^2026-05-04T00:00:00[+-]\d\d:\d\d$/);
    expect(args['to']).toMatch(/^2026-05-11T00:00:00[+-]\d\d:\d\d$/);
    expect(serviceCall('my appointments tomorrow', NOW)?.args['from']).toMatch(/^2026-05-07T/);
    expect(serviceCall('list my calendar events', NOW)).toEqual({ name: 'calendar_agent', args: {} });
  });

  test('what each of them makes fits the schema of the tool', () => {
    const asks = [
      'search the web for tea',
      'unread mail',
      'latest mails',
      'search my mail for tea',
      'events this week',
      'semesters',
      'mark message 18c2f00aa1b2c3d4 as read',
      'send a mail to ann@site.example, subject "Tea", body: Hello',
      'github a/b: why?',
      'summarize the video https://v.example/1',
      'website https://a.example/ what is it',
      'attendance',
      'draft a mail to ann@site.example, subject Tea, body Hello',
      'archive message 18c2f00aa1b2c3d4 "Invoice"',
      'am I free next week?',
      'create an event Tea tomorrow at 4pm with ann@site.example',
      'delete the event "Tea" abc123def',
      'my exams',
      'my subjects',
      'my grades',
      'log in to the JIIT portal',
    ];
    for (const ask of asks) {
      const call = serviceCall(ask, NOW);
      const tool = AGENT_TOOLS.find(({ name }) => name === call?.name);
      expect({ ask, problems: tool?.problems(call?.args) }).toEqual({ ask, problems: [] });
    }
  });

  test.each([
    'search this page for tea',
    'summarize this page',
    'find the word mail',
    'what events are there?',
    'send',
    'open github',
    'click Inbox',
    'type unread mail into Search',
    'grades',
    'exams',
    'calendar',
    'click Archive',
    'delete event',
    'what is the price?',
    'who wrote this page?',
    'search this site for events',
    'find the events',
    'create an event',
    'create an event Tea on 31 February',
    'remember',
  ])('%j stays a command for the page', (ask) => {
    expect(serviceCall(ask, NOW)).toBeUndefined();
  });

  test('is made once; its result is the answer, and a service that is not connected is said so', () => {
    const turn = { ask: 'unread mail', calls: [], page: undefined, tools: new Set(['gmail_list_unread']) };
    expect(nextMessage(turn)).toEqual({ kind: 'call', call: { name: 'gmail_list_unread', args: {} } });
    const done = { name: 'gmail_list_unread', args: {}, content: 'Two mails.', failed: false };
    expect(nextMessage({ ...turn, calls: [done] })).toEqual({ kind: 'say', text: 'Two mails.' });
    const away = nextMessage({ ...turn, tools: new Set<string>() });
    expect(away.kind === 'say' && away.text).toContain('Gmail must be connected');
  });
});
