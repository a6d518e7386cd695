import { cleanText } from '@pagehand/contracts/clean-text';
import { escapeUntrusted } from '@pagehand/contracts/untrusted-block';
import type { ToolContext } from './define-tool.ts';
import type { Mail } from './mail-message.ts';

/** Where mail comes from: what was read there taints a run, and changes there go there. */
export const MAIL_ORIGIN = 'https://mail.google.com';

/** What a person would see of a mail. A plain part beside an HTML one in an alternative is not among it. */
export async function visibleText(mail: Mail, context: Pick<ToolContext, 'documents'>): Promise<string> {
  const texts: string[] = [];
  for (const { type, text } of mail.bodies)
    texts.push(type === 'html' ? await context.documents.mail(text) : text.replace(/\r\n?/g, '\n').trim());
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Characters of a subject or a title wherever it is shown: a call names a mail or an event by what was shown. */
export const TITLE_MOST = 300;
/** The same with each `<` written `&lt;`, as it is in data for a model. */
export const TITLE_MOST_ESCAPED = 4 * TITLE_MOST;

/** Whether a call's subject or title is the one that was shown, as it is or as data for a model writes it. */
export const isAsShown = (shown: string, given: string): boolean => asData(shown) === asData(given.trim());

/** Whether a bracket at the end is escaped depends on what follows, so the same follows both. */
const asData = (text: string): string => escapeUntrusted(`${text}\nx`);

/** One line of at most `max` characters. */
export function oneLine(text: string, max: number): string {
  const line = cleanText(text).text.replace(/\s+/gu, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
}

/** Who, when, about what, and what hangs on it. */
export const mailHead = (mail: Mail): string =>
  [
    `message_id: ${mail.id}`,
    `thread_id: ${mail.threadId}`,
    `From: ${oneLine(mail.from, 200)}`,
    `To: ${oneLine(mail.to, 300)}`,
    ...(mail.cc === '' ? [] : [`Cc: ${oneLine(mail.cc, 300)}`]),
    `Date: ${mail.date}`,
    `Subject: ${oneLine(mail.subject, TITLE_MOST)}`,
    ...(mail.unread ? ['unread'] : []),
    ...(mail.attachments.length === 0
      ? []
      : [
          `Attachments: ${mail.attachments
            .slice(0, 20)
            .map(({ name, type, bytes }) => `${oneLine(name, 100)} (${oneLine(type, 60)}, ${bytes} bytes)`)
            .join('; ')}`,
        ]),
  ].join('\n');

/** Taints the run with what was read, and tells the panel nothing that it would show as a link. */
export const readFrom = (origin: string): Record<string, unknown> => ({
  kind: 'sources',
  sources: [],
  origins: [origin],
});
