import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { gmailUsers } from './google-apis.ts';
import { needsGoogle, useGoogle } from './google-client.ts';
import { googleId } from './google-id.ts';
import { readMail } from './mail-message.ts';
import { MAIL_ORIGIN } from './mail-text.ts';
import { isAsShown, shownTitle, TITLE_MOST_ESCAPED } from './shown-title.ts';

const schema = z.strictObject({
  message_id: googleId.describe('The mail'),
  subject: z.string().max(TITLE_MOST_ESCAPED).describe('Its subject, as listed'),
});

/**
 * Takes a mail out of the inbox; it stays in All Mail. A mail must not make another one vanish: this asks, and the subject
 * that the person saw is looked at again before.
 */
export const gmailArchive = defineTool({
  name: 'gmail_archive',
  description: 'Archive a mail in Gmail: it leaves the inbox and stays in All Mail.',
  schema,
  risk: 'high',
  effect: 'write',
  destination: MAIL_ORIGIN,
  available: needsGoogle,
  run: ({ message_id: id, subject }, context) =>
    useGoogle(context, { api: 'gmail', access: 'mail-change', effect: 'write' }, async (options) => {
      const { messages } = await gmailUsers(options);
      const mail = readMail(
        (await messages.get({ userId: 'me', id, format: 'metadata', metadataHeaders: ['Subject'] })).data,
      );
      if (!isAsShown(shownTitle(mail.subject), subject))
        throw new AppError('conflict', 'The mail of this id has another subject: list the mails again.');
      await messages.modify({ userId: 'me', id, requestBody: { removeLabelIds: ['INBOX'] } });
      return { content: `Mail ${id} is archived: it is in All Mail.` };
    }),
});
