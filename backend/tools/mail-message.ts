import * as z from 'zod';

/** The parts of a mail as Gmail gives them (users.messages, format full). */
type MailPart = {
  mimeType?: string | undefined;
  filename?: string | undefined;
  headers?: { name?: string | undefined; value?: string | undefined }[] | undefined;
  body?: { data?: string | undefined; size?: number | undefined; attachmentId?: string | undefined } | undefined;
  parts?: MailPart[] | undefined;
};

const orUndefined = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

const PartSchema: z.ZodType<MailPart> = z.lazy(() =>
  z.object({
    mimeType: orUndefined(z.string()),
    filename: orUndefined(z.string()),
    headers: orUndefined(z.array(z.object({ name: orUndefined(z.string()), value: orUndefined(z.string()) }))),
    body: orUndefined(
      z.object({
        data: orUndefined(z.string()),
        size: orUndefined(z.number()),
        attachmentId: orUndefined(z.string()),
      }),
    ),
    parts: orUndefined(z.array(PartSchema)),
  }),
);
const MessageSchema = z.object({
  id: z.string(),
  threadId: z.string(),
  labelIds: orUndefined(z.array(z.string())),
  internalDate: orUndefined(z.string()),
  payload: orUndefined(PartSchema),
});

/** A part of a mail's text. `missing`: Gmail keeps it apart, it is not read; `text` then says so. */
export type MailBody = { type: 'html' | 'plain' | 'missing'; text: string };

/** One mail. */
export type Mail = {
  id: string;
  threadId: string;
  unread: boolean;
  from: string;
  to: string;
  cc: string;
  subject: string;
  /** ISO 8601 with offset; empty when Gmail tells none. */
  date: string;
  /** `Message-ID` and `References`, to answer it. */
  messageId: string;
  references: string;
  /** Its text as a mail program shows it, in order: of alternatives the HTML one, of all else each. */
  bodies: MailBody[];
  attachments: { name: string; type: string; bytes: number }[];
};

/** Parts that are looked at; a mail with more is read as far as this. */
const MOST_PARTS = 200;

/** Reads a mail from Gmail's answer. @throws ZodError when it is none. */
export function readMail(message: unknown): Mail {
  const { id, threadId, labelIds, internalDate, payload } = MessageSchema.parse(message);
  const header = (wanted: string): string =>
    payload?.headers
      ?.find(({ name }) => name?.toLowerCase() === wanted)
      ?.value?.replace(/\s+/gu, ' ')
      .trim() ?? '';
  const parts = payload === undefined ? [] : flat(payload);
  const ms = Number(internalDate);
  return {
    id,
    threadId,
    unread: labelIds?.includes('UNREAD') ?? false,
    from: header('from'),
    to: header('to'),
    cc: header('cc'),
    subject: header('subject'),
    date: Number.isFinite(ms) && ms > 0 ? new Date(ms).toISOString() : '',
    messageId: header('message-id'),
    references: header('references'),
    bodies: payload === undefined ? [] : bodiesOf(payload, new Set(parts)),
    attachments: parts
      .filter(({ filename }) => filename !== undefined && filename !== '')
      .map(({ filename = '', mimeType = '', body }) => ({ name: filename, type: mimeType, bytes: body?.size ?? 0 })),
  };
}

function flat(root: MailPart): MailPart[] {
  const all: MailPart[] = [];
  const waiting = [root];
  for (let part = waiting.shift(); part !== undefined && all.length < MOST_PARTS; part = waiting.shift()) {
    all.push(part);
    // A mail inside of a mail is an attachment: its text is not this mail's.
    if (part === root || part.mimeType !== 'message/rfc822') waiting.unshift(...(part.parts ?? []));
  }
  return all;
}

/**
 * RFC 2046, 5.1: the parts of an alternative say the same, and the last one that can be shown stands for it, here the HTML
 * one where there is one. All other multiparts show each of their parts, a message and its footer.
 */
function bodiesOf(part: MailPart, known: ReadonlySet<MailPart>): MailBody[] {
  const type = part.mimeType?.toLowerCase() ?? '';
  if (!known.has(part) || (part.filename ?? '') !== '') return [];
  if (type !== 'text/html' && type !== 'text/plain') {
    const each = (part.parts ?? []).map((one) => bodiesOf(one, known)).filter(({ length }) => length > 0);
    if (type !== 'multipart/alternative') return each.flat();
    return each.findLast((bodies) => bodies.some((body) => body.type === 'html')) ?? each.at(-1) ?? [];
  }
  if (part.body?.data !== undefined) return [{ type: type === 'text/html' ? 'html' : 'plain', text: decoded(part) }];
  if (part.body?.attachmentId === undefined) return [];
  return [{ type: 'missing', text: `[a part of this mail was not read: ${type}, ${part.body.size ?? 0} bytes]` }];
}

/** Gmail gives bodies as base64url of bytes that are UTF-8, or in the charset that the part's own header says. */
function decoded({ body, headers }: MailPart): string {
  const type = headers?.find(({ name }) => name?.toLowerCase() === 'content-type')?.value ?? '';
  const charset = /charset="?([\w.:-]+)/iu.exec(type)?.[1] ?? 'utf-8';
  const bytes = Buffer.from(body?.data ?? '', 'base64url');
  for (const label of ['utf-8', charset]) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Not in this charset, or one that is not known: the next.
    }
  }
  return new TextDecoder().decode(bytes);
}
