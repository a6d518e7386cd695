import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { needsGoogle } from './google-client.ts';
import { listMails } from './list-mails.ts';

const schema = z.strictObject({
  max_results: z.int().min(1).max(25).default(5).describe('How many mails'),
});

/** The newest mails of the inbox. */
export const gmailAgent = defineTool({
  name: 'gmail_agent',
  description: 'The newest mails of the inbox in Gmail: who, when, subject, beginning. gmail_read gives a whole mail.',
  schema,
  risk: 'low',
  effect: 'read',
  available: needsGoogle,
  run: ({ max_results: maxResults }, context) => listMails(context, { labelIds: ['INBOX'], maxResults }),
});
