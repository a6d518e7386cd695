import { coveredAccess, GOOGLE_SCOPES, type GoogleAccess } from '@pagehand/contracts/connection-ids';
import { type FakeAnswer, FakeHttpServer, type FakeRequest } from './http-server.ts';

/** A mail as a test writes it. */
export type FakeMail = {
  id: string;
  threadId?: string;
  labels?: string[];
  from: string;
  subject: string;
  html?: string;
  text?: string;
  attachment?: { name: string; type: string; bytes: number };
  /** The parts as Gmail gives them, instead of those made of the fields above. */
  parts?: Record<string, unknown>[];
};
type FakeEvent = Record<string, unknown> & { id: string };

const data = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

/**
 * Gmail (v1) and Google Calendar (v3) as their published references say, as far as the tools use them: scopes of the token
 * are looked at as Google does, mail that is sent is kept as it came.
 */
export class FakeGoogleApis {
  readonly mails: FakeMail[] = [];
  readonly events: FakeEvent[] = [];
  readonly sent: { raw: string; threadId?: string }[] = [];
  readonly drafts: { raw: string; threadId?: string }[] = [];
  readonly server = new FakeHttpServer((request) => this.#answer(request));
  /** Scopes of a token; undefined: it is not valid. */
  scopesOf: (token: string) => string[] | undefined = () => Object.values(GOOGLE_SCOPES);
  /** Answers a request instead, where it returns something. */
  instead: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer> | undefined = () => undefined;

  static async start(): Promise<FakeGoogleApis> {
    const fake = new FakeGoogleApis();
    await fake.server.start();
    return fake;
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** The mail that was sent last, as MIME. */
  lastSent(): string {
    return Buffer.from(this.sent.at(-1)?.raw ?? '', 'base64url').toString('utf8');
  }

  async #answer(request: FakeRequest): Promise<FakeAnswer> {
    const special = await this.instead(request);
    if (special !== undefined) return special;
    const scopes = this.scopesOf((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (scopes === undefined) return failure(401, 'authError', 'UNAUTHENTICATED');
    const path = `${request.method} ${request.url.pathname}`;
    const needed = neededFor(path);
    if (needed !== undefined && !needed.some((one) => coveredAccess(scopes).includes(one)))
      return failure(403, 'insufficientPermissions', 'PERMISSION_DENIED');
    const body: Record<string, unknown> = request.body === '' ? {} : JSON.parse(request.body);
    if (path.includes('/gmail/v1/users/me/')) return this.#gmail(path, request.url.searchParams, body);
    return this.#calendar(path, request.url.searchParams, body);
  }

  #gmail(path: string, query: URLSearchParams, body: Record<string, unknown>): FakeAnswer {
    const id = /messages\/([\w-]+)/.exec(path)?.[1];
    const mail = this.mails.find((one) => one.id === id);
    if (path.endsWith('/profile'))
      return { body: { emailAddress: 'me@mail.example', messagesTotal: this.mails.length } };
    if (path === 'GET /gmail/v1/users/me/messages') {
      const labels = query.getAll('labelIds');
      const words = (query.get('q') ?? '').toLowerCase();
      const found = this.mails.filter(
        (one) =>
          labels.every((label) => (one.labels ?? []).includes(label)) &&
          `${one.subject} ${one.from} ${one.text ?? ''}`.toLowerCase().includes(words),
      );
      const most = Number(query.get('maxResults') ?? 100);
      return {
        body: {
          messages: found.slice(0, most).map((one) => ({ id: one.id, threadId: one.threadId ?? one.id })),
          resultSizeEstimate: found.length,
          ...(found.length > most ? { nextPageToken: 'next' } : {}),
        },
      };
    }
    if (path === 'POST /gmail/v1/users/me/messages/send') {
      this.sent.push(body as { raw: string }); // the API's own shape
      return { body: { id: `sent${this.sent.length}`, threadId: 't', labelIds: ['SENT'] } };
    }
    if (path === 'POST /gmail/v1/users/me/drafts') {
      this.drafts.push((body as { message: { raw: string } }).message); // the API's own shape
      return { body: { id: `draft${this.drafts.length}` } };
    }
    if (path.startsWith('GET /gmail/v1/users/me/threads/')) {
      const messages = this.mails.filter((one) => path.endsWith(`/${one.threadId}`)).map(toMessage);
      return messages.length === 0 ? failure(404, 'notFound', 'NOT_FOUND') : { body: { id: 't', messages } };
    }
    if (mail === undefined) return failure(404, 'notFound', 'NOT_FOUND');
    if (path.endsWith('/modify')) {
      const removed = body['removeLabelIds'];
      mail.labels = (mail.labels ?? []).filter((label) => !(Array.isArray(removed) && removed.includes(label)));
    }
    return { body: toMessage(mail) };
  }

  #calendar(path: string, query: URLSearchParams, body: Record<string, unknown>): FakeAnswer {
    const events = '/calendar/v3/calendars/primary/events';
    const id = path.split(`${events}/`)[1];
    const event = this.events.find((one) => one.id === id);
    if (path === 'POST /calendar/v3/freeBusy')
      return {
        body: {
          calendars: {
            primary: { busy: this.events.map(({ start, end }) => ({ start: time(start), end: time(end) })) },
          },
        },
      };
    if (path === `GET ${events}`) {
      const most = Number(query.get('maxResults') ?? 250);
      return {
        body: { items: this.events.slice(0, most), ...(this.events.length > most ? { nextPageToken: 'n' } : {}) },
      };
    }
    if (path === `POST ${events}`) {
      const made = { ...body, id: `event${this.events.length + 1}` };
      this.events.push(made);
      return { body: made };
    }
    if (event === undefined) return failure(404, 'notFound', 'NOT_FOUND');
    if (path.startsWith('PATCH')) {
      const patched = merged(event, body);
      if ([patched['start'], patched['end']].some(twoForms)) return failure(400, 'invalid', 'INVALID_ARGUMENT');
      return { body: Object.assign(event, patched) };
    }
    if (path.startsWith('DELETE')) {
      this.events.splice(this.events.indexOf(event), 1);
      return { status: 204 };
    }
    return { body: event };
  }
}

/** Google's error shape (AIP-193, with the older `errors` beside it). */
export const failure = (code: number, reason: string, status: string): FakeAnswer => ({
  status: code,
  body: { error: { code, message: `canary-provider-text ${reason}`, errors: [{ reason }], status } },
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Google's patch: objects merge, lists are replaced, null empties. */
function merged(before: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const next = { ...before };
  for (const [name, value] of Object.entries(patch)) {
    const old = next[name];
    if (value === null) delete next[name];
    else next[name] = isObject(value) ? merged(isObject(old) ? old : {}, value) : value;
  }
  return next;
}

const twoForms = (value: unknown): boolean => isObject(value) && 'date' in value && 'dateTime' in value;

const time = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'dateTime' in value ? value.dateTime : undefined;

function neededFor(path: string): GoogleAccess[] | undefined {
  if (path.endsWith('/messages/send')) return ['mail-send'];
  if (path.endsWith('/drafts')) return ['mail-draft'];
  if (path.endsWith('/modify')) return ['mail-change'];
  if (path.includes('/gmail/')) return ['mail-read'];
  if (path.startsWith('GET') && path.includes('/events')) return ['calendar-read', 'calendar-change'];
  if (path.endsWith('/freeBusy')) return ['calendar-read'];
  return ['calendar-change'];
}

function toMessage(mail: FakeMail): Record<string, unknown> {
  const part = (mimeType: string, text: string) => ({
    mimeType,
    filename: '',
    headers: [{ name: 'Content-Type', value: `${mimeType}; charset=UTF-8` }],
    body: { size: text.length, data: data(text) },
  });
  return {
    id: mail.id,
    threadId: mail.threadId ?? mail.id,
    labelIds: mail.labels ?? [],
    // Gmail's own snippet holds what the mail hides.
    snippet: (mail.html ?? mail.text ?? '').replace(/<[^>]+>/gu, ' ').slice(0, 200),
    internalDate: String(Date.UTC(2026, 2, 5, 8, 30)),
    payload: {
      mimeType: 'multipart/mixed',
      filename: '',
      headers: [
        { name: 'From', value: mail.from },
        { name: 'To', value: 'me@mail.example' },
        { name: 'Subject', value: mail.subject },
        { name: 'Message-ID', value: `<${mail.id}@mail.example>` },
      ],
      body: { size: 0 },
      parts: mail.parts ?? [
        {
          mimeType: 'multipart/alternative',
          filename: '',
          headers: [],
          body: { size: 0 },
          parts: [
            ...(mail.text === undefined ? [] : [part('text/plain', mail.text)]),
            ...(mail.html === undefined ? [] : [part('text/html', mail.html)]),
          ],
        },
        ...(mail.attachment === undefined
          ? []
          : [
              {
                mimeType: mail.attachment.type,
                filename: mail.attachment.name,
                headers: [],
                body: { attachmentId: 'a1', size: mail.attachment.bytes },
              },
            ]),
      ],
    },
  };
}
