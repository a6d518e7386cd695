import * as z from 'zod';
import { answeredMail } from './answered-mail.ts';
import { defineTool } from './define-tool.ts';
import { gmailUsers } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { MAIL_ORIGIN } from './mail-text.ts';
import { outgoingShape, toMime } from './outgoing-mail.ts';

const schema = z.strictObject(outgoingShape);

/** Keeps a draft in Gmail; the person sends it there. */
export const gmailDraft = defineTool({
  name: 'gmail_draft',
  description: 'Write a draft in Gmail without sending it.',
  schema,
  risk: 'high',
  effect: 'write',
  destination: MAIL_ORIGIN,
  available: needsGoogle,
  run: (args, context) =>
    useGoogle(context, { api: 'gmail', access: 'mail-draft', effect: 'write' }, async (options) => {
      const { drafts } = await gmailUsers(options);
      const answered = await answeredMail(args.reply_to_message_id, context);
      const { data } = await drafts.create({
        userId: 'me',
        requestBody: {
          message: {
            raw: await toMime(args, answered),
            ...(answered === undefined ? {} : { threadId: answered.threadId }),
          },
        },
      });
      return { content: `The draft to ${args.to.join(', ')} is in Gmail under Drafts (id ${String(data.id)}).` };
    }),
});
