import { AttachmentRequests } from '@pagehand/contracts/attachments';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { ATTACHMENT_LIMITS, readBody } from '../read-body.ts';

/** `POST /api/attachments/{verb}`: files for the next message of a thread. */
export function attachmentsRoute({ attachments }: Pick<ApiDependencies, 'attachments'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post('/api/attachments/add', async (context) => {
      const { threadId, name, data } = await readBody(context.env.incoming, AttachmentRequests.add, ATTACHMENT_LIMITS);
      const content = new Uint8Array(Buffer.from(data, 'base64'));
      return context.json({ attachment: await attachments.add(threadId, name, content, context.req.raw.signal) });
    })
    .post('/api/attachments/remove', async (context) => {
      const { threadId, attachmentId } = await readBody(context.env.incoming, AttachmentRequests.remove);
      attachments.remove(threadId, attachmentId);
      return context.json({ ok: true });
    });
}
