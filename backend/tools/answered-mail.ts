import type { ToolContext } from './define-tool.ts';
import { gmailUsers } from './google-apis.ts';
import { useGoogle } from './google-client.ts';
import { readMail } from './mail-message.ts';
import type { Answered } from './outgoing-mail.ts';

/** The mail that an outgoing one answers; undefined when it answers none. */
export async function answeredMail(
  id: string | undefined,
  context: ToolContext,
): Promise<(Answered & { threadId: string }) | undefined> {
  if (id === undefined) return undefined;
  return useGoogle(context, { api: 'gmail', access: 'mail-read', effect: 'read' }, async (options) => {
    const { data } = await (await gmailUsers(options)).messages.get({
      userId: 'me',
      id,
      format: 'metadata',
      metadataHeaders: ['Message-ID', 'References'],
    });
    const { messageId, references, threadId } = readMail(data);
    return { messageId, references, threadId };
  });
}
