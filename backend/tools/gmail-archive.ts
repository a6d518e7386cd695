import { gmail } from '@googleapis/gmail';
import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { googleId } from './google-id.ts';
import { MAIL_ORIGIN } from './mail-text.ts';

const schema = z.strictObject({ message_id: googleId.describe('The mail') });

/** Takes a mail out of the inbox; it stays in All Mail. A mail must not make another one vanish: this asks. */
export const gmailArchive = defineTool({
  name: 'gmail_archive',
  description: 'Archive a mail in Gmail: it leaves the inbox and stays in All Mail.',
  schema,
  risk: 'high',
  effect: 'write',
  destination: MAIL_ORIGIN,
  available: needsGoogle,
  run: ({ message_id: id }, context) =>
    useGoogle(context, { api: 'gmail', access: 'mail-change', effect: 'write' }, async (options) => {
      const { messages } = gmail({ version: 'v1', ...options }).users;
      await messages.modify({ userId: 'me', id, requestBody: { removeLabelIds: ['INBOX'] } });
      return { content: `Mail ${id} is archived: it is in All Mail.` };
    }),
});
