import type { ToolContext } from './define-tool.ts';
import type { Mail } from './mail-message.ts';
import { oneLine, shownTitle } from './shown-title.ts';

/** Where mail comes from: what was read there taints a run, and changes there go there. */
export const MAIL_ORIGIN = 'https://mail.google.com';

/** What a person would see of a mail. A plain part beside an HTML one in an alternative is not among it. */
export async function visibleText(mail: Mail, context: Pick<ToolContext, 'documents'>): Promise<string> {
  const texts: string[] = [];
  for (const { type, text } of mail.bodies)
    texts.push(type === 'html' ? await context.documents.mail(text) : text.replace(/\r\n?/g, '\n').trim());
  return texts.filter((text) => text !== '').join('\n\n');
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
    `Subject: ${shownTitle(mail.subject)}`,
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
