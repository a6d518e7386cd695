import { GOOGLE_SCOPES } from '@pagehand/contracts/connection-ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../fakes/google-api-server.ts';
import { GoogleBench } from './google-support.ts';

let bench: GoogleBench;
beforeAll(async () => {
  bench = await GoogleBench.start();
});
afterAll(() => bench.close());
beforeEach(() => {
  const { google } = bench;
  google.instead = () => undefined;
  google.scopesOf = () => Object.values(GOOGLE_SCOPES);
  google.mails.splice(0);
  google.events.splice(0);
  google.sent.splice(0);
  google.mails.push(
    {
      id: 'm1',
      threadId: 't1',
      labels: ['INBOX', 'UNREAD'],
      from: 'Ann <ann@mail.example>',
      subject: 'Übersicht März',
      html: '<style>.p{display:none}</style><p class="p">HIDDEN-1</p><p>The numbers for <b>March</b>.</p><img src="https://track.example/x.gif" alt="Chart" width="300">',
      text: 'PLAIN-PART',
      attachment: { name: 'march.pdf', type: 'application/pdf', bytes: 2_048 },
    },
    {
      id: 'm2',
      threadId: 't1',
      labels: ['INBOX'],
      from: 'bob@mail.example',
      subject: 'Re: Übersicht',
      text: 'Thanks!',
    },
  );
});

describe('Gmail', () => {
  it('lists mails with who, when and how they begin, without what they hide', async () => {
    const { result } = await bench.call('gmail_agent', { max_results: 5 });
    expect(result).toContain('2 mails, newest first.');
    expect(result).toContain('message_id m1, unread, 2026-03-05T08:30:00.000Z');
    expect(result).toContain('From: Ann &lt;ann@mail.example>');
    expect(result).toContain('The numbers for **March**.');
    expect(result).toMatch(/<untrusted source="https:\/\/mail.google.com" kind="mail">/);
    for (const hidden of ['HIDDEN-1', 'PLAIN-PART', 'track.example']) expect(result).not.toContain(hidden);
    const unread = await bench.call('gmail_list_unread', {});
    expect(unread.result).toContain('1 mails');
    const search = await bench.call('gmail_search', { query: 'bob', max_results: 1 });
    expect(search.result).toContain('message_id m2');
    const none = await bench.call('gmail_search', { query: 'nobody' });
    expect(none.result).toBe('Gmail has no mail that matches.');
  });

  it('reads a mail and a whole conversation, and names what hangs on them', async () => {
    const one = await bench.call('gmail_read', { message_id: 'm1' });
    expect(one.result).toContain('Subject: Übersicht März');
    expect(one.result).toContain('Attachments: march.pdf (application/pdf, 2048 bytes)');
    expect(one.result).toContain('\\[picture: Chart\\]');
    const all = await bench.call('gmail_read', { thread_id: 't1' });
    expect(all.result.indexOf('Thanks!')).toBeGreaterThan(all.result.indexOf('The numbers'));
    const neither = await bench.call('gmail_read', {});
    expect(neither.error.code).toBe('invalid-arguments');
    const elsewhere = await bench.call('gmail_read', { message_id: '../../calendar' });
    expect(elsewhere.error.code).toBe('invalid-arguments');
    const gone = await bench.call('gmail_read', { message_id: 'm404' });
    expect(gone.error).toMatchObject({ code: 'not-found' });
  });

  it('tells of mails that could not be read beside those that could', async () => {
    bench.google.instead = ({ url }) =>
      url.pathname.endsWith('/messages/m2') ? failure(429, 'rateLimitExceeded', 'RESOURCE_EXHAUSTED') : undefined;
    const { result } = await bench.call('gmail_agent', {});
    expect(result).toContain('1 mails');
    expect(result).toContain('1 could not be read: Google allows no more requests');
  });

  it('marks as read at once, and archives only what the person saw', async () => {
    const read = await bench.call('gmail_mark_read', { message_id: 'm1' });
    expect(read.result).toBe('Mail m1 is marked as read.');
    expect(bench.google.mails[0]?.labels).toEqual(['INBOX']);
    const wrong = await bench.call('gmail_archive', { message_id: 'm1', subject: 'Win a prize' });
    expect(wrong.asked?.risk.risk).toBe('high');
    expect((await bench.approve(wrong.threadId)).error.code).toBe('conflict');
    const right = await bench.call('gmail_archive', { message_id: 'm1', subject: 'Übersicht März' });
    expect((await bench.approve(right.threadId)).result).toContain('archived');
    expect(bench.google.mails[0]?.labels).toEqual([]);
  });

  it('sends what was approved, once, with names and accents as they are, as an answer in its conversation', async () => {
    const args = {
      to: ['ann@mail.example'],
      bcc: ['boss@mail.example'],
      subject: 'Grüße, नमस्ते 👋',
      body: 'Schöne Grüße\nऔर धन्यवाद',
      attachments: [{ name: 'Liste März.txt', text: 'äöü' }],
      reply_to_message_id: 'm1',
    };
    const { asked, threadId } = await bench.call('gmail_send_email', args);
    expect(asked).toMatchObject({ tool: 'gmail_send_email', args, risk: { risk: 'critical' } });
    expect(bench.google.sent).toHaveLength(0);
    const { result } = await bench.approve(threadId);
    expect(result).toBe('Sent to ann@mail.example, boss@mail.example (id sent1).');
    expect(bench.google.sent).toHaveLength(1);
    expect(bench.google.sent[0]?.threadId).toBe('t1');
    const mime = bench.google.lastSent();
    expect(mime).toContain('In-Reply-To: <m1@mail.example>');
    expect(mime).toContain('Bcc: boss@mail.example');
    const subject = /^Subject: ((?:.+\r\n )*.+)\r\n/mu.exec(mime)?.[1] ?? '';
    expect(decodeWords(subject)).toBe(args.subject);
    expect(mime).toContain(Buffer.from('äöü').toString('base64'));
    expect(/^\p{ASCII}*$/u.test(mime)).toBe(true);
  });

  it('keeps a draft without sending', async () => {
    const { threadId, asked } = await bench.call('gmail_draft', { to: ['a@b.example'], subject: 's', body: 'b' });
    expect(asked?.risk.risk).toBe('high');
    expect((await bench.approve(threadId)).result).toContain('under Drafts (id draft');
    expect(bench.google.sent).toHaveLength(0);
  });
});

/** RFC 2047 words of a header, decoded. */
const decodeWords = (header: string): string =>
  header
    .replace(/\?=\r\n =\?/gu, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/giu, (_all, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text
            .replaceAll('_', ' ')
            .replace(/=([\da-f]{2})/giu, (_hex, two: string) => String.fromCharCode(Number.parseInt(two, 16))),
    )
    .replace(/[\s\S]+/u, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));

describe('what Google refuses', () => {
  it.each([
    [401, 'authError', 'connection-refused'],
    [403, 'insufficientPermissions', 'connection-missing'],
    [403, 'accessNotConfigured', 'connection-refused'],
    [403, 'userRateLimitExceeded', 'service-limited'],
    [429, 'rateLimitExceeded', 'service-limited'],
    [404, 'notFound', 'not-found'],
    [400, 'invalidArgument', 'service-error'],
    [503, 'backendError', 'service-unreachable'],
  ])('%i %s of a read is %s, without a word of its text', async (status, reason, code) => {
    bench.google.instead = () => failure(status, reason, 'X');
    const { error, result } = await bench.call('gmail_read', { message_id: 'm1' });
    expect(error.code).toBe(code);
    expect(result).not.toContain('canary');
  });

  it('names the access that the account lacks', async () => {
    bench.google.scopesOf = () => [GOOGLE_SCOPES['mail-read']];
    const { threadId } = await bench.call('gmail_send_email', { to: ['a@b.example'], subject: 's', body: 'b' });
    const { error } = await bench.approve(threadId);
    expect(error).toMatchObject({ code: 'connection-missing', connection: { id: 'google', access: ['mail-send'] } });
  });

  it('does not send again when Google did not say whether it was sent', async () => {
    bench.google.instead = ({ url }) =>
      url.pathname.endsWith('/send') ? failure(502, 'backendError', 'X') : undefined;
    const { threadId } = await bench.call('gmail_send_email', { to: ['a@b.example'], subject: 's', body: 'b' });
    const before = bench.google.server.requests.length;
    expect((await bench.approve(threadId)).error.code).toBe('outcome-unknown');
    const after = bench.google.server.requests.slice(before);
    expect(after.filter(({ url }) => url.pathname.endsWith('/send'))).toHaveLength(1);
  });
});
