import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import type { ToolContext, ToolResult } from './define-tool.ts';
import { eachOf } from './each-of.ts';
import { gmailUsers } from './google-apis.ts';
import { type GoogleUse, googleError, useGoogle } from './google-client.ts';
import { type Mail, readMail } from './mail-message.ts';
import { MAIL_ORIGIN, readFrom, visibleText } from './mail-text.ts';
import { oneLine, shownTitle } from './shown-title.ts';

/** Characters of a mail's own text in a list. */
const BEGINNING = 200;
const READ: GoogleUse = { api: 'gmail', access: 'mail-read', effect: 'read' };

/**
 * Mails that match, newest first: who, when, about what and how each begins. Gmail's own snippet is not used, as it holds
 * text that a mail hides. Mails that could not be read are counted, with the reason.
 */
export const listMails = (
  context: ToolContext,
  search: { q?: string; labelIds?: string[]; maxResults: number },
): Promise<ToolResult> =>
  useGoogle(context, READ, async (options) => {
    const { messages } = await gmailUsers(options);
    context.status('asking Gmail');
    const { data } = await messages.list({ userId: 'me', ...search });
    const ids = (data.messages ?? []).flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return { content: 'Gmail has no mail that matches.' };
    context.status(`reading ${ids.length} mails`);
    const read = await eachOf(ids, context.signal, async (id) => {
      const { data } = await messages.get({ userId: 'me', id, format: 'full' }).catch((error: unknown) => {
        throw googleError(error, READ);
      });
      const mail = readMail(data);
      return listed(mail, await visibleText(mail, context));
    });
    const lines = read.flatMap((one) => (one.ok ? [one.value] : []));
    const failed = read.flatMap((one) => (one.ok ? [] : [one.error.message]));
    const more = data.nextPageToken ? '; there are more' : '';
    return {
      content: [
        `${lines.length} mails, newest first${more}.`,
        ...(failed.length === 0 ? [] : [`${failed.length} could not be read: ${[...new Set(failed)].join(' ')}`]),
        untrustedBlock({ source: MAIL_ORIGIN, kind: 'mail' }, lines.join('\n')),
      ].join('\n'),
      artifact: readFrom(MAIL_ORIGIN),
      ...(lines.length === 0 ? { failed: true } : {}),
    };
  });

const listed = (mail: Mail, text: string): string =>
  [
    `- message_id ${mail.id}${mail.unread ? ', unread' : ''}, ${mail.date}`,
    `  From: ${oneLine(mail.from, 120)}`,
    `  Subject: ${shownTitle(mail.subject)}`,
    ...(mail.attachments.length === 0 ? [] : [`  Attachments: ${mail.attachments.length}`]),
    `  ${oneLine(text, BEGINNING)}`,
  ].join('\n');
