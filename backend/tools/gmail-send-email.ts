import * as z from 'zod';
import { answeredMail } from './answered-mail.ts';
import { defineTool } from './define-tool.ts';
import { gmailUsers } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { MAIL_ORIGIN } from './mail-text.ts';
import { outgoingShape, toMime } from './outgoing-mail.ts';

const schema = z.strictObject(outgoingShape);

/** Sends a mail from the person's account. Critical: each one is shown whole and approved for itself. */
export const gmailSendEmail = defineTool({
  name: 'gmail_send_email',
  description:
    'Send a mail by Gmail. The person sees recipients, subject, text and attachments and approves exactly them.',
  schema,
  risk: 'critical',
  effect: 'write',
  destination: MAIL_ORIGIN,
  available: needsGoogle,
  run: (args, context) =>
    useGoogle(context, { api: 'gmail', access: 'mail-send', effect: 'write' }, async (options) => {
      const { messages } = await gmailUsers(options);
      const answered = await answeredMail(args.reply_to_message_id, context);
      const raw = await toMime(args, answered);
      context.status('sending the mail');
      const { data } = await messages.send({
        userId: 'me',
        requestBody: { raw, ...(answered === undefined ? {} : { threadId: answered.threadId }) },
      });
      return {
        content: `Sent to ${[...args.to, ...(args.cc ?? []), ...(args.bcc ?? [])].join(', ')} (id ${String(data.id)}).`,
      };
    }),
});
