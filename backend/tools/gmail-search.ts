import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { needsGoogle } from './google-client.ts';
import { listMails } from './list-mails.ts';

const schema = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(500)
    .describe("Words, or Gmail's operators: from:ann subject:invoice newer_than:7d has:attachment"),
  max_results: z.int().min(1).max(50).default(10).describe('How many mails'),
});

/** Mails by Gmail's own search. */
export const gmailSearch = defineTool({
  name: 'gmail_search',
  description: 'Search all mail in Gmail: who, when, subject, beginning of each.',
  schema,
  risk: 'low',
  effect: 'read',
  available: needsGoogle,
  run: ({ query, max_results: maxResults }, context) => listMails(context, { q: query, maxResults }),
});
