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

/** One mail. `html` is what its sender made for the eyes, `text` what stands for it where there is none. */
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
  html: string | undefined;
  text: string | undefined;
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
  const bodies = parts.filter(({ filename }) => filename === undefined || filename === '');
  const bodyOf = (type: string): string | undefined => {
    const found = bodies.filter((part) => part.mimeType === type && part.body?.data !== undefined);
    return found.length === 0 ? undefined : found.map(decoded).join('\n');
  };
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
    html: bodyOf('text/html'),
    text: bodyOf('text/plain'),
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
