import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { gmailUsers } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { googleId } from './google-id.ts';
import { readMail } from './mail-message.ts';
import { MAIL_ORIGIN, mailHead, readFrom, visibleText } from './mail-text.ts';
import { windowBlock } from './text-window.ts';

const schema = z
  .strictObject({
    message_id: googleId.optional().describe('One mail'),
    thread_id: googleId.optional().describe('All mails of a conversation, oldest first'),
    offset: z.int().min(0).optional().describe('Character to go on from'),
  })
  .refine((args) => (args.message_id === undefined) !== (args.thread_id === undefined), {
    message: 'Give message_id or thread_id, one of them.',
    path: ['message_id'],
  });

/** A mail or a conversation: what a person would see of it. Pictures are not loaded, attachments only named. */
export const gmailRead = defineTool({
  name: 'gmail_read',
  description: 'Read a mail or a whole conversation in Gmail by its id.',
  schema,
  risk: 'low',
  effect: 'read',
  available: needsGoogle,
  run: (args, context) =>
    useGoogle(context, { api: 'gmail', access: 'mail-read', effect: 'read' }, async (options) => {
      const { messages, threads } = await gmailUsers(options);
      context.status('reading mail');
      const found =
        args.thread_id === undefined
          ? [(await messages.get({ userId: 'me', id: args.message_id ?? '', format: 'full' })).data]
          : ((await threads.get({ userId: 'me', id: args.thread_id, format: 'full' })).data.messages ?? []);
      if (found.length === 0) throw new AppError('not-found', 'There is no mail in this conversation.');
      const texts: string[] = [];
      for (const message of found) {
        const mail = readMail(message);
        texts.push(`${mailHead(mail)}\n\n${await visibleText(mail, context)}`);
      }
      return {
        content: windowBlock(
          { source: MAIL_ORIGIN, kind: 'mail', note: `${found.length} mails` },
          texts.join('\n\n---\n\n'),
          args.offset ?? 0,
        ),
        artifact: readFrom(MAIL_ORIGIN),
      };
    }),
});
