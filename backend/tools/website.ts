import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import * as z from 'zod';
import { relevantText } from '../documents/relevant-text.ts';
import { readInBackground } from './background-page.ts';
import { defineTool } from './define-tool.ts';
import { fetchWebsite } from './fetch-website.ts';
import { tellText } from './tell-text.ts';

const schema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(LIMITS.url)
    .describe('Full address of the page, PDF or text file'),
  question: z.string().trim().min(1).max(1_000).describe('What to find out there'),
  how: z
    .enum(['fetch', 'browser'])
    .optional()
    .describe('fetch (default): as a stranger sees it; browser: in a background tab, signed in as the person (asks)'),
});

/** Reads one address: a web page, a PDF or a text, and gives what answers the question. */
export const website = defineTool({
  name: 'website',
  description: 'Read a web page, PDF or text file by its address and find what answers a question.',
  schema,
  risk: ({ how }) => (how === 'browser' ? 'high' : 'low'),
  effect: 'read',
  sends: () => ({ opensUrls: true }),
  pauses: ({ how }) => how === 'browser',
  async run({ url, question, how }, context) {
    if (how === 'browser') {
      const page = readInBackground(context, 'website', { type: 'url', url });
      const { markdown } = await context.documents.capturedPage(page.text, page.url, page.title);
      if (markdown.trim() === '') throw new AppError('service-error', 'There is no text to read on this page.');
      const relevant = relevantText(markdown, question);
      return tellText({ title: page.title, url: page.url, kind: 'web page', relevant, whole: markdown }, context);
    }
    context.status('reading a website');
    const read = await fetchWebsite(url, context);
    if (read.markdown.trim() === '')
      throw new AppError(
        'service-error',
        'There is no text without scripts at this address; website with how "browser" reads what the browser shows.',
      );
    return tellText(
      {
        title: read.title,
        url: read.url,
        kind: 'web page',
        relevant: relevantText(read.markdown, question),
        whole: read.markdown,
        notes: read.cut ? ['the page is longer than 8 MB and was cut'] : [],
      },
      context,
    );
  },
});
