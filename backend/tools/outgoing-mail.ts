import { AppError } from '@pagehand/contracts/errors';
import MailComposer from 'nodemailer/lib/mail-composer';
import * as z from 'zod';

/** A line break in a header would begin another one: no control character gets as far as the composer. */
const headerText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'No line breaks or control characters.');
/** One plain address: what is approved is where it goes. */
const address = z.email('A plain address such as ann@mail.example, without a name.').max(254);

/** What is sent or kept as a draft. It is shown whole before it goes. */
export const outgoingShape = {
  to: z.array(address).min(1).max(50).describe('Addresses'),
  cc: z.array(address).max(50).optional(),
  bcc: z.array(address).max(50).optional(),
  subject: headerText(300).min(1),
  body: z.string().min(1).max(100_000).describe('Plain text'),
  attachments: z
    .array(z.strictObject({ name: headerText(120).min(1), text: z.string().max(200_000) }))
    .max(10)
    .optional()
    .describe('Text files that are made for this mail'),
  reply_to_message_id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .describe('message_id of the mail that this answers'),
} as const;
const schema = z.strictObject(outgoingShape);
export type OutgoingMail = z.infer<typeof schema>;

/** What an answer says of the mail it answers (RFC 5322, 3.6.4). */
export type Answered = { messageId: string; references: string };

const MESSAGE_ID = /^<[^<>\s]{1,900}>$/u;

/**
 * The mail as MIME (RFC 5322, 2045 to 2047), base64url, as Gmail takes it. Nothing is read from disk or fetched.
 * @throws AppError `invalid-arguments` when the composer refuses it.
 */
export async function toMime(mail: OutgoingMail, answered: Answered | undefined): Promise<string> {
  const references = (answered?.references ?? '')
    .split(/\s+/u)
    .filter((id) => MESSAGE_ID.test(id))
    .slice(-20);
  const inReplyTo = answered !== undefined && MESSAGE_ID.test(answered.messageId) ? answered.messageId : undefined;
  const composer = new MailComposer({
    to: mail.to,
    ...(mail.cc === undefined ? {} : { cc: mail.cc }),
    ...(mail.bcc === undefined ? {} : { bcc: mail.bcc }),
    subject: mail.subject,
    text: mail.body.replace(/\r\n?/gu, '\n'),
    attachments: (mail.attachments ?? []).map(({ name, text }) => ({
      filename: name,
      content: Buffer.from(text, 'utf8'),
      contentType: 'text/plain; charset=utf-8',
    })),
    ...(inReplyTo === undefined ? {} : { inReplyTo, references: [...references, inReplyTo] }),
    // Else the composer makes one of this machine's name.
    messageId: `<${crypto.randomUUID()}@pagehand.invalid>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const node = composer.compile();
  // A blind copy is for Gmail to see; it takes it off before it sends.
  node.keepBcc = true;
  try {
    return (await node.build()).toString('base64url');
  } catch (cause) {
    throw new AppError('invalid-arguments', 'This cannot be made into a mail.', { cause });
  }
}
