import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { gmailUsers } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { googleId } from './google-id.ts';
import { MAIL_ORIGIN } from './mail-text.ts';

const schema = z.strictObject({ message_id: googleId.describe('The mail') });

/** Takes the label UNREAD off a mail. */
export const gmailMarkRead = defineTool({
  name: 'gmail_mark_read',
  description: 'Mark a mail in Gmail as read.',
  schema,
  risk: 'low',
  effect: 'write',
  destination: MAIL_ORIGIN,
  available: needsGoogle,
  run: ({ message_id: id }, context) =>
    useGoogle(context, { api: 'gmail', access: 'mail-change', effect: 'write' }, async (options) => {
      const { messages } = await gmailUsers(options);
      await messages.modify({ userId: 'me', id, requestBody: { removeLabelIds: ['UNREAD'] } });
      return { content: `Mail ${id} is marked as read.` };
    }),
});
