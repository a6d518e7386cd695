import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { needsGoogle } from './google-client.ts';
import { listMails } from './list-mails.ts';

const schema = z.strictObject({
  max_results: z.int().min(1).max(50).default(10).describe('How many mails'),
});

/** Unread mails, of the inbox and elsewhere. */
export const gmailListUnread = defineTool({
  name: 'gmail_list_unread',
  description: 'Unread mails in Gmail, newest first: who, when, subject, beginning.',
  schema,
  risk: 'low',
  effect: 'read',
  available: needsGoogle,
  run: ({ max_results: maxResults }, context) => listMails(context, { labelIds: ['UNREAD'], maxResults }),
});
